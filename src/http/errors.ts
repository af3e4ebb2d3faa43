import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Fail, ServerError } from '../lib/jsend.ts';

/** A client fault of the contract: thrown anywhere in a request, answered by the router's one error handler. */
export class ClientFault extends Error {
  readonly code: ContentfulStatusCode;
  readonly reason: string;
  readonly data: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(
    code: ContentfulStatusCode,
    reason: string,
    data: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    super(reason);
    this.code = code;
    this.reason = reason;
    this.data = data;
    this.headers = headers;
  }

  toJSON(): Fail {
    return { status: 'fail', code: this.code, reason: this.reason, data: this.data };
  }
}

const SAID = {
  500: { reason: 'internal', message: 'The service failed to answer; it has been logged.' },
  503: { reason: 'unavailable', message: 'The service is busy; try again shortly.' },
};

/** A server fault with a fixed message; what caused it goes to the log, never into an answer. */
export class ServerFault extends Error {
  readonly code: 500 | 503;
  readonly reason: string;
  readonly headers: Record<string, string>;

  constructor(code: 500 | 503 = 500, { reason, message } = SAID[code]) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.headers = code === 503 ? { 'Retry-After': '5' } : {};
  }

  toJSON(): ServerError {
    return { status: 'error', code: this.code, reason: this.reason, message: this.message };
  }
}

export const parameterInvalid = (data: Record<string, string>) => new ClientFault(400, 'parameterInvalid', data);

export const apiKeyMissing = () =>
  new ClientFault(401, 'apiKeyMissing', {
    apiKey: 'is required: as query parameter apiKey, as header X-API-Key or as Authorization: Bearer',
  });

export const apiKeyInvalid = () =>
  new ClientFault(401, 'apiKeyInvalid', { apiKey: 'is unknown, revoked or expired; give a valid key' });

export const forbidden = (data: Record<string, string>) => new ClientFault(403, 'forbidden', data);

export const notFound = (data: Record<string, string> = { path: 'is not known here' }) =>
  new ClientFault(404, 'notFound', data);

export const methodNotAllowed = (allow: string) =>
  new ClientFault(405, 'methodNotAllowed', { method: `must be one of ${allow}` }, { Allow: allow });

export const payloadTooLarge = (allowed: string) =>
  new ClientFault(413, 'payloadTooLarge', { body: `is too large; at most ${allowed}` });

export const rateLimited = (seconds: number) =>
  new ClientFault(
    429,
    'rateLimited',
    { apiKey: `has asked too often; wait ${seconds} seconds` },
    { 'Retry-After': String(seconds), RateLimit: `"default";r=0;t=${seconds}` },
  );
