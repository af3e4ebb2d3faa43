import * as z from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { MESSAGES } from '../../http/errors.ts';
import { headersNamed } from './headers.ts';

const CODES = [400, 401, 403, 404, 405, 412, 413, 429, 500, 503] as const;
type Code = (typeof CODES)[number];

interface ErrorDescription {
  name: string;
  description: string;
  reasons: string[];
  /** Value of `data` in the example response for the last entry of `reasons`. */
  example?: Record<string, string>;
  extra?: { schema: z.ZodRawShape; example: object };
}

const ERRORS: Record<Code, ErrorDescription> = {
  400: {
    name: 'BadRequest',
    description: 'Invalid parameters or body; the response lists all faults',
    reasons: ['parameterInvalid'],
    example: { limit: 'must be a whole number from 1 to 50' },
  },
  401: {
    name: 'Unauthorized',
    description: 'The key is missing, unknown, revoked or expired',
    reasons: ['apiKeyMissing', 'apiKeyInvalid'],
    example: { apiKey: 'is unknown, revoked or expired' },
  },
  403: {
    name: 'Forbidden',
    description: 'The key has another kind or other origins',
    reasons: ['forbidden'],
    example: { apiKey: 'is a publishable key, but this path accepts only secret or operator keys' },
  },
  404: {
    name: 'NotFound',
    description: 'The id does not exist',
    reasons: ['notFound'],
    example: { topic: 'is not the id of a topic' },
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method; `Allow` lists its methods',
    reasons: ['methodNotAllowed'],
    example: { method: 'must be one of GET, HEAD, OPTIONS' },
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The resource does not satisfy `If-Match` or `If-None-Match`; nothing was stored',
    reasons: ['preconditionFailed'],
    example: {
      'If-Match':
        'does not match: the current ETag is "pTJ4mZ0vQkq1o7YhXcN2sw"; read the current version and send the change again',
    },
    extra: {
      schema: {
        current: z
          .object({})
          .loose()
          .nullable()
          .describe('Current version, as returned by a read; null if the resource does not exist'),
      },
      example: { current: { id: 3, name: 'Cyber' } },
    },
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is too large',
    reasons: ['payloadTooLarge'],
    example: { body: 'is too large; the limit is 5 MB' },
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit was exceeded; retry after `Retry-After` seconds',
    reasons: ['rateLimited'],
    example: { apiKey: 'exceeded its rate limit; retry in 60 seconds' },
  },
  500: { name: 'InternalError', description: 'The service failed to respond', reasons: ['internal'] },
  503: {
    name: 'Unavailable',
    description: 'The service is busy; retry after `Retry-After` seconds',
    reasons: ['unavailable'],
  },
};

const failed = z.object({
  status: z.literal('fail'),
  code: z.int().min(400).max(499),
  reason: z.string().describe('Error code for programs'),
  data: z.record(z.string(), z.string()).describe('Errors and allowed values, by parameter'),
});
export const failResponse = failed.meta({ id: 'Fail', description: 'JSend response to an invalid request' });

const error = z
  .object({
    status: z.literal('error'),
    code: z.union([z.literal(500), z.literal(503)]).meta({ override: { type: 'integer', enum: [500, 503] } }),
    reason: z.enum(['internal', 'unavailable']),
    message: z.string(),
  })
  .meta({ id: 'Error', description: 'JSend response to a failure of the service' });

const HEADERS: Partial<Record<Code, readonly string[]>> = {
  405: ['Allow'],
  429: ['RateLimit', 'Retry-After'],
  503: ['Retry-After'],
};

const PAGE: ZodOpenApiContentObject = { 'text/html': { schema: z.string().describe('Error as a short page') } };

function answerTo(code: Code, asPage: boolean): ZodOpenApiResponseObject {
  const { name, description, reasons, example, extra } = ERRORS[code];
  const isServers = code === 500 || code === 503;
  const common = { status: isServers ? 'error' : 'fail', code, reason: reasons.at(-1) };
  return {
    id: asPage ? `${name}OrPage` : name,
    description: `${description} (${reasons.map((reason) => `\`${reason}\``).join(', ')})`,
    content: {
      'application/json': {
        schema: isServers ? error : extra ? failed.extend(extra.schema) : failResponse,
        example: isServers
          ? { ...common, message: MESSAGES[code].message }
          : { ...common, data: example, ...extra?.example },
      },
      ...(asPage ? PAGE : {}),
    },
    ...(HEADERS[code] ? { headers: headersNamed(HEADERS[code]) } : {}),
  };
}

/** Builds each error response once, because the document then contains references instead of copies. */
const answers = (asPage: boolean) =>
  new Map<number, ZodOpenApiResponseObject>(CODES.map((code) => [code, answerTo(code, asPage)]));
const PLAIN = answers(false);
const AS_PAGE = answers(true);

export const errorResponses = (codes: readonly number[], asPage: boolean): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    codes.map((code) => [String(code), (asPage ? AS_PAGE : PLAIN).get(code) ?? throwUnknownCode(code)]),
  );

function throwUnknownCode(code: number): never {
  throw new Error(`error ${code} has no description`);
}
