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
  /** Field `data` of the example response. The example uses the last reason. */
  example?: Record<string, string>;
  extra?: { schema: z.ZodRawShape; example: object };
}

const ERRORS: Record<Code, ErrorDescription> = {
  400: {
    name: 'BadRequest',
    description: 'Parameters or a body that cannot be understood; all that is wrong is named at once',
    reasons: ['parameterInvalid'],
    example: { limit: 'must be a whole number from 1 to 50' },
  },
  401: {
    name: 'Unauthorized',
    description: 'No key, or one that is unknown, revoked or expired',
    reasons: ['apiKeyMissing', 'apiKeyInvalid'],
    example: { apiKey: 'is unknown, revoked or expired; give a valid key' },
  },
  403: {
    name: 'Forbidden',
    description: 'A key of another kind, or one that is bound to other origins',
    reasons: ['forbidden'],
    example: { apiKey: 'is a publishable key; this path takes secret keys' },
  },
  404: {
    name: 'NotFound',
    description: 'Nothing has this id',
    reasons: ['notFound'],
    example: { topic: 'is not the id of a topic' },
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path has no such method; `Allow` names those that it has',
    reasons: ['methodNotAllowed'],
    example: { method: 'must be one of GET, HEAD, OPTIONS' },
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The thing is not as `If-Match` or `If-None-Match` asks; nothing was stored',
    reasons: ['preconditionFailed'],
    example: { 'If-Match': 'does not match: it is "pTJ4mZ0vQkq1o7YhXcN2sw" now; look at it and send the change again' },
    extra: {
      schema: {
        current: z.object({}).loose().nullable().describe('What it is now, as a read answers it; null: nothing'),
      },
      example: { current: { id: 3, name: 'Cyber' } },
    },
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is too large',
    reasons: ['payloadTooLarge'],
    example: { body: 'is too large; at most 5 MB' },
  },
  429: {
    name: 'TooManyRequests',
    description: 'Asked too often; `Retry-After` says when to ask again',
    reasons: ['rateLimited'],
    example: { apiKey: 'has asked too often; wait 60 seconds' },
  },
  500: { name: 'InternalError', description: 'The service failed to answer', reasons: ['internal'] },
  503: {
    name: 'Unavailable',
    description: 'The service is busy; `Retry-After` says when to ask again',
    reasons: ['unavailable'],
  },
};

const failed = z.object({
  status: z.literal('fail'),
  code: z.int().min(400).max(499),
  reason: z.string().describe('What is wrong, for programs'),
  data: z.record(z.string(), z.string()).describe('By parameter: what is wrong and what is allowed'),
});
export const failResponse = failed.meta({ id: 'Fail', description: 'JSend answer to a faulty request' });

const error = z
  .object({
    status: z.literal('error'),
    code: z.union([z.literal(500), z.literal(503)]).meta({ override: { type: 'integer', enum: [500, 503] } }),
    reason: z.enum(['internal', 'unavailable']),
    message: z.string(),
  })
  .meta({ id: 'Error', description: 'JSend answer where the service is at fault' });

const HEADERS: Partial<Record<Code, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const PAGE: ZodOpenApiContentObject = { 'text/html': { schema: z.string().describe('A small readable page') } };

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

/** Builds each response once. Shared objects become references in the document. */
const answers = (asPage: boolean) =>
  new Map<number, ZodOpenApiResponseObject>(CODES.map((code) => [code, answerTo(code, asPage)]));
const PLAIN = answers(false);
const AS_PAGE = answers(true);

/** Returns the error responses for these status codes. `asPage` adds HTML. */
export const errorResponses = (codes: readonly number[], asPage: boolean): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    codes.map((code) => [String(code), (asPage ? AS_PAGE : PLAIN).get(code) ?? throwUnknownCode(code)]),
  );

function throwUnknownCode(code: number): never {
  throw new Error(`error ${code} is not described`);
}
