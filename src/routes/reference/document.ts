import type { RouterRoute } from 'hono/types';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Access } from '../../admission/auth.ts';
import { type LazyRoute, rowOf } from '../../admission/mount.ts';
import { type Operation, operationOf } from '../../http/endpoint.ts';
import { KEY_KINDS } from '../../keys/key.ts';
import { errorResponses } from './errors.ts';
import { HEADERS, headersNamed } from './headers.ts';
import { tidy } from './tidy.ts';

const CONDITIONS = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe('Known ETags, or `*`. The change is rejected if the resource has none of them; `W/` is ignored'),
  'If-None-Match': z.string().optional().describe('`*` rejects the change if the resource already exists'),
});

const CACHED_HEADERS = ['ETag', 'Cache-Control', 'Server-Timing', 'RateLimit', 'RateLimit-Policy'];

function toOpenApi(operation: Operation, method: string, row: LazyRoute | undefined): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, path, query, body, isConditional } = operation;
  const access = row?.access;
  const text = [description, access && !isManagement(access) ? `${accessText(access)}.` : undefined].filter(Boolean);
  return {
    operationId,
    summary,
    ...(text.length > 0 ? { description: text.join(' ') } : {}),
    tags: [tag],
    security: (operation.security ?? schemes(access)).map((scheme) => ({ [scheme]: [] })),
    ...(path || query || isConditional
      ? {
          requestParams: {
            ...(path ? { path } : {}),
            ...(query ? { query } : {}),
            ...(isConditional ? { header: CONDITIONS } : {}),
          },
        }
      : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: responses(operation, method, row),
  };
}

function responses(operation: Operation, method: string, row: LazyRoute | undefined): ZodOpenApiResponsesObject {
  const { answer, others = {} } = operation;
  const headers = [...(row?.cache ? CACHED_HEADERS : []), ...(answer.headers ?? [])];
  const entries = Object.entries(others).map(([status, { headers = [], ...other }]) => [
    status,
    { ...other, ...(headers.length > 0 ? { headers: headersNamed(headers) } : {}) },
  ]);
  return {
    [answer.status]: {
      description: answer.description,
      ...(headers.length > 0 ? { headers: headersNamed(headers) } : {}),
      ...(answer.content ? { content: answer.content } : {}),
    },
    ...(method === 'GET' ? { 304: { description: 'The response has not changed since the given ETag' } } : {}),
    ...errorResponses(errorCodes(operation, row?.access), row?.errorPage !== undefined),
    ...Object.fromEntries(entries),
  };
}

function errorCodes({ path, query, body, isConditional, errors = [] }: Operation, access: Access | undefined) {
  if (!access) return [...new Set([...errors, 405])];
  const canBeFaulty = path || query || body || !access.headerOnly;
  return [
    ...(canBeFaulty ? [400] : []),
    401,
    403,
    405,
    ...errors,
    ...(isConditional ? [412] : []),
    ...(body ? [413] : []),
    429,
    500,
    503,
  ];
}

function schemes(access: Access | undefined): string[] {
  if (!access) return [];
  if (isManagement(access)) return ['operator'];
  return access.headerOnly ? ['bearer'] : ['apiKey', 'apiKeyHeader', 'bearer'];
}

const isManagement = ({ kinds }: Access) => !kinds.includes('secret');

function accessText({ kinds, headerOnly }: Access): string {
  const keys = kinds.filter((kind) => KEY_KINDS.some((known) => known === kind));
  const people = kinds.filter((kind) => !keys.includes(kind)).map((role) => `${role}s`);
  return `Accepts ${joinWords(keys)} keys${headerOnly ? ' in the Authorization header only' : ''}${people.length > 0 ? `, and signed-in ${joinWords(people)}` : ''}`;
}

const joinWords = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join();

const DESCRIPTION = `Content feed and engagement analytics.

Paths work with and without the trailing slash. An empty parameter counts as absent. A parameter that is given twice is an error, and
unknown parameters are ignored. Lists are comma-separated, trimmed and deduplicated. A list may contain at most 100 values, and all lists
of the feed together at most 250. Words and codes may be written in any case, except that a word of two to five capitals in \`searchTerms\`
or \`excludeTerms\` matches only this spelling. All GET endpoints also support HEAD, and return 304 if the \`ETag\` of the request is current.`;

const TAGS = [
  { name: 'Feed', description: 'Articles as JSON, RSS and HTML' },
  {
    name: 'Insights',
    description: 'Rankings by reader engagement. Results are in order of engagement, without counts.',
  },
  { name: 'Clicks', description: 'Reports of clicks, impressions and reads' },
  { name: 'Session', description: 'Sessions for pages' },
  { name: 'Shares', description: 'Shared analytics views' },
  { name: 'Subscriptions', description: 'Subscriptions by email, webhook or feed' },
  { name: 'Management', description: 'Publishing and operations, for operator keys and signed-in people' },
  { name: 'Health', description: 'Health checks for load balancers and monitors' },
  { name: 'Description', description: 'Descriptions of the service' },
];

const SECURITY = {
  apiKey: { type: 'apiKey', in: 'query', name: 'apiKey', description: 'A secret or publishable key' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A secret or publishable key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'A secret or publishable key' },
  linkKey: { type: 'apiKey', in: 'query', name: 'key', description: 'A publishable key' },
  linkToken: { type: 'apiKey', in: 'query', name: 't', description: 'The token of a tracked link' },
  operator: { type: 'http', scheme: 'bearer', description: 'An operator key, which is accepted only in this header' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-newsgauge',
    description:
      'Cookie of a session (`POST /session`), used if no key is given. Over HTTP, its name is `newsgauge-` and the port',
  },
} as const;

export type ServiceDescription = ReturnType<typeof createDocument>;

/** Builds the OpenAPI document of all handlers in `routes`. Access and caching come from the route table. */
export function describeRoutes(routes: readonly RouterRoute[], rows: readonly LazyRoute[]): ServiceDescription {
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'newsgauge',
        version: '2.0.0',
        summary: 'Content feed and engagement analytics',
        license: { name: 'MIT', identifier: 'MIT' },
        description: DESCRIPTION,
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: TAGS,
      paths: pathsOf(routes, rows),
      components: { headers: HEADERS, securitySchemes: SECURITY },
    },
    {
      // Responses may have more properties than the document describes, because later versions may add some.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
  return tidy(document);
}

function pathsOf(routes: readonly RouterRoute[], rows: readonly LazyRoute[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, path, handler } of routes) {
    const operation = operationOf(handler);
    if (!operation) continue;
    const name = describedPath(path);
    const row = rowOf(rows, path);
    paths[name] = { ...paths[name], [method.toLowerCase()]: toOpenApi(operation, method, row) };
  }
  return paths;
}

/** Converts `/manage/articles/:id` to `/manage/articles/{id}`. The paths of API v2 end with a slash. */
function describedPath(path: string): string {
  const name = path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '');
  return /^\/api\/v2\/.*[^.]*$/.test(name) && !/\.\w+$/.test(name) ? `${name}/` : name;
}
