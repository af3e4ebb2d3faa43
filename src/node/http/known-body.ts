/** Bodies of responses whose bytes are known, by the streams that stand for them. */
const KNOWN = new WeakMap<object, string | ArrayBufferView | ArrayBuffer>();

const NativeResponse = globalThis.Response;

/** A response that remembers what its body was made from, so that it is sent without reading a stream. */
class KnownResponse extends NativeResponse {
  readonly #known: string | ArrayBufferView | ArrayBuffer | undefined;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body, init);
    if (typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer) this.#known = body;
    else if (body instanceof ReadableStream) this.#known = KNOWN.get(body);
  }

  /** A response is often made again from the stream of another one, with other headers. */
  override get body() {
    const stream = super.body;
    if (stream && this.#known !== undefined) KNOWN.set(stream, this.#known);
    return stream;
  }

  /** The body, if its bytes are known and have not been read. */
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

/** Has the program make its responses of this class. */
export function rememberBodies(): void {
  Object.assign(globalThis, { Response: KnownResponse });
}
