import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorEnvelope, FailEnvelope } from '../lib/formats/jsend.ts';

export class ClientError extends Error {
  readonly code: ContentfulStatusCode;
  readonly reason: string;
  readonly data: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly #extra: object;

  /** `data`: errors by parameter. `extra`: additional fields of the error response. */
  constructor(
    code: ContentfulStatusCode,
    reason: string,
    data: Record<string, string>,
    { headers = {}, extra = {} }: { headers?: Record<string, string>; extra?: object } = {},
  ) {
    super(reason);
    this.code = code;
    this.reason = reason;
    this.data = data;
    this.headers = headers;
    this.#extra = extra;
  }

  toJSON(): FailEnvelope {
    return { status: 'fail', code: this.code, reason: this.reason, data: this.data, ...this.#extra };
  }
}

export const MESSAGES = {
  500: { reason: 'internal', message: 'The service failed to respond. The error has been logged.' },
  503: { reason: 'unavailable', message: 'The service is busy. Try again shortly.' },
};

interface Failure {
  reason?: string;
  message?: string;
  retryAfter?: number;
  /** Whether the error is expected under load. Such errors are counted elsewhere and are not logged. */
  isExpected?: boolean;
}

/** Server error with a fixed message. The cause goes to the log, never into a response. */
export class ServerError extends Error {
  readonly code: 500 | 503;
  readonly reason: string;
  readonly isExpected: boolean;
  readonly headers: Record<string, string>;

  constructor(code: 500 | 503 = 500, { reason, message, retryAfter = 5, isExpected = false }: Failure = {}) {
    super(message ?? MESSAGES[code].message);
    this.code = code;
    this.reason = reason ?? MESSAGES[code].reason;
    this.isExpected = isExpected;
    this.headers = code === 503 ? { 'Retry-After': String(retryAfter) } : {};
  }

  toJSON(): ErrorEnvelope {
    return { status: 'error', code: this.code, reason: this.reason, message: this.message };
  }
}

export const parameterInvalid = (data: Record<string, string>) => new ClientError(400, 'parameterInvalid', data);

export const apiKeyMissing = () =>
  new ClientError(401, 'apiKeyMissing', {
    apiKey: 'is required as query parameter apiKey, header X-API-Key or Authorization: Bearer',
  });

export const apiKeyInvalid = () => new ClientError(401, 'apiKeyInvalid', { apiKey: 'is unknown, revoked or expired' });

export const forbidden = (data: Record<string, string>) => new ClientError(403, 'forbidden', data);

export const notFound = (data: Record<string, string> = { path: 'does not exist' }) =>
  new ClientError(404, 'notFound', data);

export const methodNotAllowed = (allow: string) =>
  new ClientError(405, 'methodNotAllowed', { method: `must be one of ${allow}` }, { headers: { Allow: allow } });

export const payloadTooLarge = (allowed: string) =>
  new ClientError(413, 'payloadTooLarge', { body: `is too large; the limit is ${allowed}` });

/** Builds a 429 error. `seconds`: time until the client may send the next request. */
export const rateLimited = (seconds: number, policy?: string) =>
  new ClientError(
    429,
    'rateLimited',
    { apiKey: `exceeded its rate limit; retry in ${seconds} seconds` },
    {
      headers: {
        'Retry-After': String(seconds),
        RateLimit: `"default";r=0;t=${seconds}`,
        ...(policy ? { 'RateLimit-Policy': policy } : {}),
      },
    },
  );
