import * as z from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';

/** What the operations of the description share: envelopes, faults, headers. */

const CODES = [400, 401, 403, 404, 413, 429, 500, 503] as const;
type Fault = (typeof CODES)[number];

interface Refusal {
  /** Name of the component. */
  name: string;
  description: string;
  reasons: string[];
  /** `data` of an example with the last of the reasons. */
  example?: Record<string, string>;
}

const FAULTS: Record<Fault, Refusal> = {
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
    example: { id: 'is not the id of a topic' },
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

const MESSAGES = {
  500: 'The service failed to answer; it has been logged.',
  503: 'The service is busy; try again shortly.',
} as const;

const fail = z
  .object({
    status: z.literal('fail'),
    code: z.int().min(400).max(499),
    reason: z.string().describe('What is wrong, for programs'),
    data: z.record(z.string(), z.string()).describe('By parameter: what is wrong and what is allowed'),
  })
  .meta({ id: 'Fail', description: 'JSend answer to a faulty request' });

const error = z
  .object({
    status: z.literal('error'),
    code: z.union([z.literal(500), z.literal(503)]).meta({ override: { type: 'integer', enum: [500, 503] } }),
    reason: z.enum(['internal', 'unavailable']),
    message: z.string(),
  })
  .meta({ id: 'Error', description: 'JSend answer where the service is at fault' });

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

/** Headers by name, as components. */
export const HEADERS = {
  ETag: header('Send it back in `If-None-Match` and an unchanged answer is 304'),
  'Cache-Control': header('How long the answer may be kept'),
  'Server-Timing': header('Time in the database in milliseconds, and rows read there'),
  'RateLimit-Policy': header('Requests (q) that the key may make in a window of w seconds'),
  'Retry-After': header('Seconds to wait before asking again', 'integer'),
  Link: header('`rel="next"`: the next page, without a key'),
  'X-Click': header('`accepted`, or `dropped; reason=…`'),
  Location: header('The article’s own URL'),
};

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));

export const READ_HEADERS = headers('ETag', 'Cache-Control', 'Server-Timing', 'RateLimit-Policy');
export const FEED_HEADERS = { ...READ_HEADERS, ...headers('Link') };
export const CLICK_HEADERS = headers('X-Click');
export const LINK_HEADERS = { ...CLICK_HEADERS, ...headers('Location') };

/** Where faults of an operation are answered as a page, with `output=html`. */
const page: ZodOpenApiContentObject = { 'text/html': { schema: z.string().describe('A small readable page') } };

function answerTo(code: Fault, asPage: boolean): ZodOpenApiResponseObject {
  const { name, description, reasons, example } = FAULTS[code];
  const isServers = code === 500 || code === 503;
  const common = { status: isServers ? 'error' : 'fail', code, reason: reasons.at(-1) };
  return {
    id: asPage ? `${name}OrPage` : name,
    description: `${description} (${reasons.map((reason) => `\`${reason}\``).join(', ')})`,
    content: {
      'application/json': {
        schema: isServers ? error : fail,
        example: isServers ? { ...common, message: MESSAGES[code] } : { ...common, data: example },
      },
      ...(asPage ? page : {}),
    },
    ...(code === 429 || code === 503 ? { headers: headers('Retry-After') } : {}),
  };
}

/** A component is one object, wherever it is used. */
const answers = (asPage: boolean) =>
  Object.fromEntries(CODES.map((code) => [code, answerTo(code, asPage)])) as Record<Fault, ZodOpenApiResponseObject>;
const PLAIN = answers(false);
const AS_PAGE = answers(true);

/** The refusals that an operation may answer with. */
export const faults = (codes: readonly Fault[], { asPage = false } = {}): ZodOpenApiResponsesObject =>
  Object.fromEntries(codes.map((code) => [String(code), (asPage ? AS_PAGE : PLAIN)[code]]));

/** The envelope of a success around `data`. */
export const envelope = (data: z.ZodType) =>
  z.object({ status: z.literal('success'), data, code: z.literal(200).meta({ override: { type: 'integer' } }) });

/** Content of a success in its envelope, with the example's `data`. */
export const success = (data: z.ZodType, example: object): ZodOpenApiContentObject => ({
  'application/json': { schema: envelope(data), example: { status: 'success', data: example, code: 200 } },
});

export const notModified = { 304: { description: 'The answer is still what the given ETag stands for' } };

export const readKey = [{ apiKey: [] }, { apiKeyHeader: [] }, { bearer: [] }];
export const operatorKey = [{ operator: [] }];

interface Read extends Omit<ZodOpenApiOperationObject, 'responses'> {
  data: z.ZodType;
  example: object;
  /** Set where the path holds an id. */
  mayMiss?: boolean;
}

/** A read of `/api/v2/` that answers in an envelope. */
export const read = ({ data, example, mayMiss = false, ...operation }: Read) => ({
  get: {
    security: readKey,
    ...operation,
    responses: {
      200: { description: 'Success', headers: READ_HEADERS, content: success(data, example) },
      ...notModified,
      ...faults([400, 401, 403, ...(mayMiss ? [404 as const] : []), 429, 500, 503]),
    },
  },
});
