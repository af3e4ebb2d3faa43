const MAX_CACHE_BYTES = 32 * 2 ** 20;

interface CachedResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
  expires: number;
}

/** LRU cache of responses in memory, with the interface of `caches.default`. */
export class EdgeCache {
  readonly #responses = new Map<string, CachedResponse>();
  readonly #clock: () => number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(clock: () => number = () => performance.now(), maxBytes = MAX_CACHE_BYTES) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    const address = addressOf(request);
    const found = address && this.#responses.get(address);
    if (!address || !found) return undefined;
    if (found.expires <= this.#clock()) {
      this.#remove(address);
      return undefined;
    }
    this.#responses.delete(address);
    this.#responses.set(address, found);
    const { status, headers, body } = found;
    return new Response(body, { status, headers: [...headers, ['CF-Cache-Status', 'HIT']] });
  }

  /** Stores a response for the time that its `Cache-Control` allows. Throws if caches must not store the response. */
  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    const address = addressOf(request);
    if (!address) throw new TypeError('Cannot cache response to non-GET request.');
    if (response.status === 206) throw new TypeError('Cannot cache response to a range request (206 Partial Content).');
    if (response.headers.get('Vary') === '*') throw new TypeError("Cannot cache response with 'Vary: *' header.");
    const body = new Uint8Array(await response.arrayBuffer());
    const seconds = lifetime(response.headers);
    if (seconds <= 0) return;
    this.#remove(address);
    const expires = this.#clock() + seconds * 1000;
    this.#responses.set(address, { status: response.status, headers: [...response.headers], body, expires });
    this.#bytes += body.byteLength;
    for (const oldest of this.#responses.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.#remove(addressOf(request) ?? '');
  }

  #remove(address: string): boolean {
    this.#bytes -= this.#responses.get(address)?.body.byteLength ?? 0;
    return this.#responses.delete(address);
  }
}

function addressOf(request: RequestInfo | URL): string | null {
  if (!(request instanceof Request)) return new URL(String(request)).href;
  return request.method === 'GET' ? request.url : null;
}

function lifetime(headers: Headers): number {
  const control = headers.get('Cache-Control') ?? '';
  if (headers.has('Set-Cookie') || /\b(no-store|no-cache|private)\b/i.test(control)) return 0;
  const [, seconds] = /\bs-maxage=(\d+)/i.exec(control) ?? /\bmax-age=(\d+)/i.exec(control) ?? [];
  return Number(seconds ?? 0);
}
