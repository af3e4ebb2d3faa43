import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Access } from '../../admission/auth.ts';
import type { Mount } from '../../admission/mount.ts';
import type { Operation } from '../../http/endpoint.ts';
import { errorResponses } from './errors.ts';
import { headersNamed } from './headers.ts';

const CONDITIONS = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe(
      'ETags that were seen, or `*`: nothing is stored where the thing has none of them; `W/` makes no difference',
    ),
  'If-None-Match': z.string().optional().describe('`*`: nothing is stored where the thing is there already'),
});

const CACHED_HEADERS = ['ETag', 'Cache-Control', 'Server-Timing', 'RateLimit-Policy'];

/** An OpenAPI operation, with the properties that follow from its row in the table of routes. */
export function toOpenApi(operation: Operation, method: string, row: Mount | undefined): ZodOpenApiOperationObject {
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

function responses(operation: Operation, method: string, row: Mount | undefined): ZodOpenApiResponsesObject {
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
    ...(method === 'GET' ? { 304: { description: 'The answer still has the given ETag' } } : {}),
    ...errorResponses(errorCodes(operation, row?.access), row?.errorPage !== undefined),
    ...Object.fromEntries(entries),
  };
}

/** The errors of every operation with this access, with parameters, with a body, and its own. */
function errorCodes(
  { path, query, body, isConditional, errors = [] }: Operation,
  access: Access | undefined,
): number[] {
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

/** Whether only operators may ask. */
const isManagement = ({ kinds }: Access) => kinds.every((kind) => kind === 'operator');

/** `Secret, publishable and operator keys`. */
function accessText({ kinds, headerOnly }: Access): string {
  const words = `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)} keys${headerOnly ? ', only as a Bearer header' : ''}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
