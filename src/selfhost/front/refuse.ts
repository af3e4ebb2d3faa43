import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const REASONS: Record<number, string> = { 400: 'parameterInvalid', 404: 'notFound', 413: 'payloadTooLarge' };

/** Answers without the Worker, in the form of the Worker's own errors. The connection of a refused body is closed. */
export function refuse(response: ServerResponse, code: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const reason = REASONS[code];
  const body = reason
    ? { status: 'fail', code, reason, data: { [code === 413 ? 'body' : 'path']: message } }
    : { status: 'error', code, reason: 'unavailable', message };
  sendJson(response, code, body);
}

/** Answers with JSON that nobody may store. */
export function sendJson(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    ...(code === 503 ? { 'Retry-After': '1' } : {}),
    ...(code === 413 ? { Connection: 'close' } : {}),
  });
  response.end(JSON.stringify(body));
}
