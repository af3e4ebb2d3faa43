import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../../lib/log.ts';

const REASONS: Record<number, string> = { 400: 'parameterInvalid', 404: 'notFound', 413: 'payloadTooLarge' };
/** Milliseconds that a sender has to come to the end of a body that nobody wants. */
const LINGER = 30_000;

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
  log('request', Date.now(), { requestId, method: incoming.method ?? '', route: 'front', status: code });
  if (incoming.complete || incoming.destroyed) return void response.end(text);
  response.write(text);
  // Who closes a connection on which something still comes resets it, and the answer may be lost.
  const late = setTimeout(() => response.end(), LINGER);
  const end = () => {
    clearTimeout(late);
    response.end();
  };
  incoming.once('end', end).once('close', end).resume();
}
