import { LightHeaders } from './light-headers.ts';

const NativeResponse = Response;

type Bytes = string | Uint8Array<ArrayBuffer>;

const KNOWN = new WeakMap<object, Bytes>();

const HAS_NO_BODY = new Set([101, 204, 205, 304]);

/** `Response` that stores its bytes. It creates a native response only for streams and when code reads `body`. */
export class LightResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: LightHeaders;
  readonly type = 'default';
  readonly url = '';
  readonly redirected = false;
  readonly #bytes: Bytes | null = null;
  #native: Response | undefined;
  #isRead = false;

  constructor(body?: BodyInit | null, { status = 200, statusText = '', headers }: ResponseInit = {}) {
    if (!(status >= 200 && status <= 599)) throw new RangeError(`The status ${status} is not between 200 and 599.`);
    this.status = status;
    this.statusText = statusText;
    this.headers = new LightHeaders(headers);
    if (body === undefined || body === null) return;
    if (HAS_NO_BODY.has(status)) throw new TypeError(`A response with the status ${status} has no body.`);
    const bytes = knownBytes(body);
    if (bytes !== undefined) this.#bytes = bytes;
    else this.#native = new NativeResponse(body);
    const type = typeof body === 'string' ? 'text/plain;charset=UTF-8' : this.#native?.headers.get('Content-Type');
    if (type && !this.headers.has('Content-Type')) this.headers.set('Content-Type', type);
  }

  static json(data: unknown, init: ResponseInit = {}): LightResponse {
    const response = new LightResponse(JSON.stringify(data), init);
    if (!new LightHeaders(init.headers).has('Content-Type')) response.headers.set('Content-Type', 'application/json');
    return response;
  }

  static redirect(url: string | URL, status = 302): LightResponse {
    return new LightResponse(null, { status, headers: { Location: String(url) } });
  }

  static error(): Response {
    return NativeResponse.error();
  }

  /** Returns the bytes of the body. Returns `undefined` if the body is a stream or was already read. */
  static bytesOf(response: object): Bytes | undefined {
    if (!(#bytes in response) || response.bodyUsed) return undefined;
    return response.#bytes ?? undefined;
  }

  get ok(): boolean {
    return this.status < 300;
  }

  /** Body as a stream. Its bytes remain accessible, because handlers often reuse the body with other headers. */
  get body(): ReadableStream<Uint8Array> | null {
    if (this.#bytes === null && !this.#native) return null;
    const { body } = this.#asNative();
    if (body && this.#bytes !== null) KNOWN.set(body, this.#bytes);
    return body;
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#native?.bodyUsed ?? false);
  }

  async text(): Promise<string> {
    if (this.#bytes === null || this.#native) return this.#asNative().text();
    if (this.#isRead) throw new TypeError('The body has already been read.');
    this.#isRead = true;
    return typeof this.#bytes === 'string' ? this.#bytes : new TextDecoder().decode(this.#bytes);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asNative().arrayBuffer();
  }

  bytes(): Promise<Uint8Array> {
    return this.#asNative().bytes();
  }

  blob(): Promise<Blob> {
    return this.#asNative().blob();
  }

  formData(): Promise<FormData> {
    return this.#asNative().formData();
  }

  clone(): LightResponse {
    const { status, statusText, headers } = this;
    const body = this.#bytes === null || this.bodyUsed ? this.#asNative().clone().body : this.#bytes;
    return new LightResponse(body as BodyInit | null, { status, statusText, headers: headers as unknown as Headers });
  }

  #asNative(): Response {
    if (this.#isRead) throw new TypeError('The body has already been read.');
    const type = this.headers.get('Content-Type');
    this.#native ??= new NativeResponse(this.#bytes, { headers: type ? { 'Content-Type': type } : {} });
    return this.#native;
  }
}

function knownBytes(body: BodyInit): Bytes | undefined {
  if (typeof body === 'string') return body;
  if (body instanceof ReadableStream) return KNOWN.get(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (!ArrayBuffer.isView(body)) return undefined;
  return body instanceof Uint8Array && !Buffer.isBuffer(body)
    ? (body as Uint8Array<ArrayBuffer>)
    : new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
}

// Makes `instanceof Response` true.
Object.setPrototypeOf(LightResponse.prototype, NativeResponse.prototype);

export const { bytesOf } = LightResponse;

/** Replaces the global `Response` and `Headers` with these faster classes. */
export function useLightClasses(): void {
  Object.assign(globalThis, { Response: LightResponse, Headers: LightHeaders });
}
