import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isAuthority } from '../../lib/hosts/authority.ts';
import { BeaconTurns, isBeacon } from './beacon-turns.ts';
import { BodyLimits } from './body-limits.ts';
import type { Sender } from './client-address.ts';
import { type Encoding, encodingFor } from './encoding.ts';
import { type IncomingBody, IncomingRequest } from './incoming-request.ts';
import { refuseBusy, refuseMalformed } from './refuse.ts';
import { sendResponse } from './send-response.ts';

export interface ListenerOptions {
  fetch(request: Request): Promise<Response>;
  sender(incoming: IncomingMessage): Sender;
  /** Called with an error that `fetch` threw. The client receives a 500 response without a body. */
  failed(thrown: unknown): void;
  limits?: BodyLimits;
}

/** Request bodies up to this size are read before the Worker runs, so that slow senders do not occupy the Worker. */
const MAX_WHOLE_BODY = 65_536;
const HAS_NO_BODY = new Set(['GET', 'HEAD', 'TRACE']);

export function listener(options: ListenerOptions): RequestListener {
  const limits = options.limits ?? new BodyLimits();
  const turns = new BeaconTurns();
  return (incoming, response) => {
    void answer({ ...options, limits, turns }, incoming, response).catch((thrown) => {
      options.failed(thrown);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

type AnswerOptions = Required<ListenerOptions> & { turns: BeaconTurns };

async function answer(options: AnswerOptions, incoming: IncomingMessage, response: ServerResponse) {
  const sender = options.sender(incoming);
  const { host } = incoming.headers;
  if (host !== undefined && !isAuthority(host))
    return refuseMalformed(incoming, response, 'host', 'The host of the request is malformed.');
  const url = urlOf(incoming, sender.protocol);
  if (!url) return refuseMalformed(incoming, response, 'path', 'The URL of the request is malformed.');
  const hasBytes = hasBody(incoming);
  if (hasBytes && !options.limits.admit(incoming, sender.address))
    return refuseBusy(incoming, response, 'Too many request bodies are being uploaded.');
  const body = hasBytes ? await bodyOf(incoming).catch(() => undefined) : null;
  if (body === undefined) return void response.destroy();
  const encoding: Encoding | null = encodingFor(incoming.headers['accept-encoding'] as string | undefined);
  const request = new IncomingRequest({ incoming, response, url, sender, body, encoding });
  const run = async () =>
    sendResponse(await options.fetch(request as unknown as Request), { incoming, response, encoding });
  if (!isBeacon(incoming)) return run();
  if (!(await options.turns.run(sender.address, run))) refuseBusy(incoming, response, 'Too many clicks are waiting.');
}

function urlOf({ url = '', headers }: IncomingMessage, protocol: string): string | null {
  const target = url.startsWith('/') ? `${protocol}://${headers.host ?? 'localhost'}${url}` : url;
  const parsed = URL.parse(target);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

const hasBody = ({ method = 'GET', headers }: IncomingMessage): boolean =>
  !HAS_NO_BODY.has(method) &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

async function bodyOf(incoming: IncomingMessage): Promise<IncomingBody> {
  if (Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_WHOLE_BODY) return 'stream';
  const chunks: Buffer<ArrayBuffer>[] = [];
  await new Promise((resolve, reject) => {
    incoming
      .on('data', (chunk) => chunks.push(chunk))
      .once('end', resolve)
      .once('error', reject)
      .once('close', reject);
  });
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}
