import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../../lib/log.ts';

const REASONS: Record<number, string> = { 400: 'parameterInvalid', 404: 'notFound', 413: 'payloadTooLarge' };
/** Time that a sender has to come to the end of a body that is not read. */
const LINGER_MS = 30_000;

/** Answers without the Worker, in the form of the Worker's own errors. The connection of a refused body is closed. `field`: what is wrong. */
export function refuse(
  incoming: IncomingMessage,
  response: ServerResponse,
  code: number,
  message: string,
  field = code === 413 ? 'body' : 'path',
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const reason = REASONS[code];
  const body = reason
    ? { status: 'fail', code, reason, data: { [field]: message } }
    : { status: 'error', code, reason: 'unavailable', message };
  sendJson(incoming, response, code, body);
}

/** Answers with JSON that nobody may store, and with a line in the log. */
export function sendJson(incoming: IncomingMessage, response: ServerResponse, code: number, body: object): void {
  const requestId = randomUUID();
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...(code === 503 ? { 'Retry-After': '1' } : {}),
    ...(code === 413 ? { Connection: 'close' } : {}),
  });
  log('request', Date.now(), { requestId, method: incoming.method ?? '', route: 'listener', status: code });
  endAfter(incoming, response, text);
}

/**
 * Ends a response, after the rest of the request's body if it is not there yet: a server that closes a connection on which bytes still come resets
 * it, and the response may be lost.
 */
export function endAfter(incoming: IncomingMessage, response: ServerResponse, body?: string | Uint8Array): void {
  if (incoming.complete || incoming.destroyed) return void response.end(body);
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  const late = setTimeout(() => response.end(), LINGER_MS);
  const end = () => {
    clearTimeout(late);
    response.end();
  };
  incoming.once('end', end).once('close', end).resume();
}
