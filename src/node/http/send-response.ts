import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Encoding, encodeBody, encodedTag, encoder, isEncodable, withName } from './encoding.ts';
import { LightHeaders } from './light-headers.ts';
import { bytesOf } from './light-response.ts';
import { endAfter } from './refuse.ts';

export interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  encoding: Encoding | null;
}

/** Sends a response of the Worker. Encodes it if the client accepts the encoding and the body becomes shorter. */
export async function sendResponse(answered: Response, exchange: Exchange): Promise<void> {
  const { incoming, response } = exchange;
  const { status } = answered;
  const known = bytesOf(answered);
  const stream = known === undefined ? answered.body : null;
  const hasBody = incoming.method !== 'HEAD' && (known !== undefined || stream !== null);
  const chosen = encode(answered, known, hasBody, exchange);
  const headers = chosen.headers.flat();
  const isSized = chosen.headers.has('Content-Length');
  // On an open connection, the rest of an unread request body would be interpreted as the next request.
  if (!incoming.complete) headers.push('Connection', 'close');
  if (!hasBody) {
    await stream?.cancel();
    if (!isSized && incoming.method !== 'HEAD' && status !== 204 && status !== 304) headers.push('Content-Length', '0');
    response.writeHead(status, headers);
    return endAfter(incoming, response);
  }
  const whole = known !== undefined && chosen.encoding ? await encodeBody(known, chosen.encoding) : known;
  if (whole !== undefined && !isSized) headers.push('Content-Length', String(Buffer.byteLength(whole)));
  response.writeHead(status, headers);
  if (whole !== undefined) return endAfter(incoming, response, whole);
  if (!stream) return;
  if (chosen.encoding) await pipeline(stream, encoder(chosen.encoding), response).catch(() => void response.destroy());
  else await pass(stream, response);
}

function encode(
  answered: Response,
  known: string | Uint8Array | undefined,
  hasBody: boolean,
  { incoming, encoding }: Exchange,
): { encoding: Encoding | null; headers: LightHeaders } {
  const { status } = answered;
  const length = answered.headers.get('Content-Length');
  const size = known === undefined ? (length === null ? undefined : Number(length)) : Buffer.byteLength(known);
  const canEncode = isEncodable(answered, size);
  const headers = headersOf(answered);
  if (!canEncode && status !== 304) return { encoding: null, headers };
  headers.set('Vary', withName(headers.get('Vary'), 'Accept-Encoding'));
  const tag = headers.get('ETag');
  const tagOfEncoded = tag && encoding ? encodedTag(tag, encoding) : null;
  // The client has the encoded response, so a 304 response must contain the ETag of the encoded response.
  if (tagOfEncoded && status === 304 && incoming.headers['if-none-match']?.includes(tagOfEncoded))
    headers.set('ETag', tagOfEncoded);
  if (!canEncode || !encoding || !hasBody) return { encoding: null, headers };
  if (tagOfEncoded) headers.set('ETag', tagOfEncoded);
  headers.set('Content-Encoding', encoding);
  headers.delete('Content-Length');
  return { encoding, headers };
}

const headersOf = ({ headers }: Response): LightHeaders =>
  headers instanceof LightHeaders ? headers : new LightHeaders(headers);

/** Sends a stream no faster than the client reads it, and cancels it when the client disconnects. */
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
