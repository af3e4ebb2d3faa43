import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type IncomingBody, IncomingRequest, type Sender } from './incoming-request.ts';
import { bytesOf } from './known-body.ts';

export interface ListenerOptions {
  fetch(request: Request): Promise<Response>;
  sender(incoming: IncomingMessage): Sender;
  /** Called with what `fetch` has thrown; the client gets a 500 without a body. */
  failed(thrown: unknown): void;
}

/** Bodies up to so many bytes are read before the Worker is called: a slow sender then keeps nothing else waiting. */
const MAX_WHOLE_BODY = 65_536;
const HAS_NO_BODY = new Set(['GET', 'HEAD', 'TRACE']);

/** Serves a Worker's `fetch` on `node:http`. */
export function listener(options: ListenerOptions): RequestListener {
  return (incoming, response) => {
    void answer(options, incoming, response).catch((thrown) => {
      options.failed(thrown);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

async function answer({ fetch, sender }: ListenerOptions, incoming: IncomingMessage, response: ServerResponse) {
  const from = sender(incoming);
  const url = urlOf(incoming, from.protocol);
  if (!url) return void response.writeHead(400).end();
  const body = hasBody(incoming) ? await bodyOf(incoming).catch(() => undefined) : null;
  // The client has gone before its few bytes were there.
  if (body === undefined) return void response.destroy();
  const request = new IncomingRequest(incoming, response, url, from, body);
  await send(await fetch(request as unknown as Request), incoming, response);
}

function urlOf({ url = '', headers }: IncomingMessage, protocol: string): string | null {
  const target = url.startsWith('/') ? `${protocol}://${headers.host ?? 'localhost'}${url}` : url;
  const parsed = URL.parse(target);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

const hasBody = ({ method = 'GET', headers }: IncomingMessage): boolean =>
  !HAS_NO_BODY.has(method) &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** Rejects if the client breaks off while a small body is read. */
async function bodyOf(incoming: IncomingMessage): Promise<IncomingBody> {
  if (Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_WHOLE_BODY) return 'stream';
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function send(answered: Response, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status } = answered;
  const headers = Array.from(answered.headers).flat();
  const isSized = answered.headers.has('Content-Length');
  // The rest of an unread body would be taken for the next request.
  if (!incoming.complete) headers.push('Connection', 'close');
  const known = bytesOf(answered);
  const stream = known === undefined ? answered.body : null;
  if (incoming.method === 'HEAD' || (known === undefined && stream === null)) {
    await stream?.cancel();
    if (!isSized && incoming.method !== 'HEAD' && status !== 204 && status !== 304) headers.push('Content-Length', '0');
    response.writeHead(status, headers).end();
    return;
  }
  if (known !== undefined && !isSized) headers.push('Content-Length', String(Buffer.byteLength(known)));
  response.writeHead(status, headers);
  if (stream) await pass(stream, response);
  else response.end(known);
}

/** Sends a stream as it is made, no faster than the client takes it; ends it when the client has gone. */
async function pass(stream: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = stream.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (response.destroyed || response.write(chunk.value)) continue;
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.once('drain', done).once('close', done);
    });
  }
  response.end();
}
