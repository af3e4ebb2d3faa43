import * as z from 'zod';
import type { LazyRouter } from '../../admission/mount.ts';
import { operations } from '../../http/endpoint.ts';
import { ownRequest } from '../../http/request-log.ts';
import { BATCH_PATHS, MAX_BATCH_REQUESTS } from '../../lib/formats/batch.ts';

const FORWARDED_HEADERS = ['Cookie', 'CF-Connecting-IP'];

const BASE = 'https://service.example';

/** Checks the path as the service will resolve it, so that `..` and other hosts lead nowhere else. */
function isBatchable(path: string): boolean {
  const url = URL.parse(path, BASE);
  return path.startsWith('/') && url?.origin === BASE && BATCH_PATHS.test(url.pathname);
}

const batchedRequest = z.object({
  path: z
    .string()
    .max(2000)
    .refine(isBatchable, { error: 'must begin with /api/v2/insights/, /api/v2/topics/ or /manage/recommended/' })
    .describe('Path and query of a GET request'),
  etag: z.string().max(200).optional().describe('Value for `If-None-Match`'),
  omit: z.array(z.string().max(50)).max(20).default([]).describe('Names of fields to leave out, at any depth'),
});
const batchedAnswer = z.object({
  status: z.int(),
  etag: z.string().nullable(),
  retryAfter: z.string().nullable().describe('Header `Retry-After`'),
  body: z.unknown().describe('JSON of the response; null if it has not changed'),
});

/** Parses JSON without the named fields. Returns `null` for other text, such as the empty body of a 304 response. */
function parseWithout(omit: readonly string[], text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => (omit.includes(name) ? undefined : value));
  } catch {
    return null;
  }
}

/** Answers several analytics requests of a page in one response. Each becomes a request to `service`. */
export function sessionAnswers(service: () => LazyRouter) {
  const on = operations('Session');
  on.post('/', {
    operationId: 'answerTogether',
    summary: 'Send several analytics requests at once',
    description:
      'Pages use it to load with few requests. Each request has its own status, and counts towards the limits as if it were sent alone.',
    security: ['session'],
    errors: [400, 413, 429, 500, 503],
    input: {
      schema: z.object({ requests: z.array(batchedRequest).min(1).max(MAX_BATCH_REQUESTS) }),
      example: { requests: [{ path: '/api/v2/insights/history/?days=28' }] },
    },
    data: z.object({ answers: z.array(batchedAnswer).describe('Responses, in the order of the requests') }),
    example: {
      answers: [{ status: 200, etag: '"a1b2"', retryAfter: null, body: { status: 'success', data: {}, code: 200 } }],
    },
    answer: async (c, { input: { requests } }) => {
      const { origin } = new URL(c.req.url);
      const send = async ({ path, etag, omit }: z.output<typeof batchedRequest>) => {
        const headers = new Headers(etag ? { 'If-None-Match': etag } : {});
        for (const name of FORWARDED_HEADERS) {
          const value = c.req.header(name);
          if (value !== undefined) headers.set(name, value);
        }
        const response = await service().fetch(ownRequest(origin + path, { headers }), c.env, c.executionCtx);
        const body = parseWithout(omit, await response.text());
        return {
          status: response.status,
          etag: response.headers.get('ETag'),
          retryAfter: response.headers.get('Retry-After'),
          body,
        };
      };
      return { answers: await Promise.all(requests.map(send)) };
    },
  });
  return on.router;
}
