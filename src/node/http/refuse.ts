import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../../lib/log.ts';

/** Time for which a client may continue to send the body of a rejected request. */
const LINGER_MS = 30_000;

/** Responds to a malformed request in the Worker's error format. `field` is the invalid part of the request. */
export function refuseMalformed(
  incoming: IncomingMessage,
  response: ServerResponse,
  field: string,
  message: string,
): void {
  sendJson(incoming, response, 400, {
    status: 'fail',
    code: 400,
    reason: 'parameterInvalid',
    data: { [field]: message },
  });
}

export function refuseBusy(incoming: IncomingMessage, response: ServerResponse, message: string): void {
  sendJson(incoming, response, 503, { status: 'error', code: 503, reason: 'unavailable', message });
}

function sendJson(incoming: IncomingMessage, response: ServerResponse, code: number, body: object): void {
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
    ...(incoming.complete ? {} : { Connection: 'close' }),
  });
  log('request', Date.now(), { requestId, method: incoming.method ?? '', route: 'listener', status: code });
  endAfter(incoming, response, text);
}

/** Ends a response after the request's body has arrived. If it ended earlier, the client could lose the response. */
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
