/** Known bytes of response bodies, by the stream that represents the body. */
const KNOWN_BODIES = new WeakMap<object, string | ArrayBufferView | ArrayBuffer>();

const NativeResponse = globalThis.Response;

/** Response that remembers what its body was created from, so that it can be sent without reading a stream. */
class KnownResponse extends NativeResponse {
  readonly #known: string | ArrayBufferView | ArrayBuffer | undefined;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init);
    if (typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer) this.#known = body;
    else if (body instanceof ReadableStream) this.#known = KNOWN_BODIES.get(body);
  }

  /**
   * The stream is recorded, because a response is often created again from the stream of another response, with other
   * headers.
   */
  override get body() {
    const stream = super.body;
    if (stream && this.#known !== undefined) KNOWN_BODIES.set(stream, this.#known);
    return stream;
  }

  /** Returns the body if its bytes are known and have not been read. */
  static bytesOf(response: Response): string | Uint8Array | undefined {
    if (!(#known in response) || response.bodyUsed) return undefined;
    const known = response.#known;
    if (known === undefined || typeof known === 'string') return known;
    return known instanceof ArrayBuffer
      ? new Uint8Array(known)
      : new Uint8Array(known.buffer as ArrayBuffer, known.byteOffset, known.byteLength);
  }
}

export const { bytesOf } = KnownResponse;

/** Replaces the global `Response` with this class. */
export function rememberBodies(): void {
  Object.assign(globalThis, { Response: KnownResponse });
}
