import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Sender } from './client-address.ts';
import { type Encoding, plainTags, tagsOfResource } from './encoding.ts';
import { LightHeaders } from './light-headers.ts';

export type IncomingBody = Uint8Array<ArrayBuffer> | 'stream' | null;

export interface IncomingExchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  url: string;
  sender: Sender;
  body: IncomingBody;
  encoding: Encoding | null;
}

/** Matches headers that the Worker must not receive: headers of one connection (RFC 9110, 7.6.1) or of proxies. */
const NOT_PASSED =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|http2-settings|expect|accept-encoding|cf-.*|mf-.*|x-forwarded-.*|x-newsgauge-.*|forwarded|true-client-ip|x-real-ip)$/i;

/** Request that creates its headers, body and signal only on access, because the native `Request` is slow to create. */
export class IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly cf: Sender['place'];
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #sender: Sender;
  readonly #body: IncomingBody;
  readonly #encoding: Encoding | null;
  #headers: LightHeaders | undefined;
  #signal: AbortSignal | undefined;
  #native: Request | undefined;
  #isRead = false;

  constructor({ incoming, response, url, sender, body, encoding }: IncomingExchange) {
    this.method = incoming.method ?? 'GET';
    this.url = url;
    this.cf = sender.place;
    this.#incoming = incoming;
    this.#response = response;
    this.#sender = sender;
    this.#body = body;
    this.#encoding = encoding;
  }

  get headers(): LightHeaders {
    this.#headers ??= headersOf(this.#incoming, this.#sender, this.#encoding);
    return this.#headers;
  }

  /** Signal that aborts when the client disconnects before it has the response. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const gone = new AbortController();
    const response = this.#response;
    const abort = () => {
      if (!response.writableFinished) gone.abort();
    };
    if (response.closed) abort();
    else response.once('close', abort);
    this.#signal = gone.signal;
    return gone.signal;
  }

  get body(): ReadableStream | null {
    return this.#body === null ? null : this.#request().body;
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#native?.bodyUsed ?? false);
  }

  async text(): Promise<string> {
    if (!(this.#body instanceof Uint8Array) || this.#native) return this.#request().text();
    if (this.#isRead) throw new TypeError('The body has already been read.');
    this.#isRead = true;
    return new TextDecoder().decode(this.#body);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#request().arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#request().blob();
  }

  formData(): Promise<FormData> {
    return this.#request().formData();
  }

  clone(): Request {
    return this.#request().clone();
  }

  #request(): Request {
    if (this.#isRead) throw new TypeError('The body has already been read.');
    if (this.#native) return this.#native;
    const { method } = this;
    const headers = this.headers as unknown as Headers;
    const body = this.#body === 'stream' ? Readable.toWeb(this.#incoming) : this.#body;
    this.#native = new Request(this.url, { method, headers, ...(body ? { body, duplex: 'half' } : {}) } as RequestInit);
    return this.#native;
  }
}

// Makes `instanceof Request` true.
Object.setPrototypeOf(IncomingRequest.prototype, Request.prototype);

function headersOf({ rawHeaders, method }: IncomingMessage, { address, protocol }: Sender, encoding: Encoding | null) {
  const headers = new LightHeaders();
  const isRead = method === 'GET' || method === 'HEAD';
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    if (NOT_PASSED.test(name)) continue;
    if (!CONDITIONAL_HEADER.test(name)) headers.append(name, value);
    else headers.append(name, isRead ? plainTags(value, encoding) : tagsOfResource(value));
  }
  headers.set('CF-Connecting-IP', address);
  headers.set('X-Forwarded-Proto', protocol);
  return headers;
}

const CONDITIONAL_HEADER = /^if-(none-)?match$/i;
