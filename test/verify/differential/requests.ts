import type { FirstKeys } from '../../../src/node/first-start/first-keys.ts';
import { type Description, describedRequests } from './described.ts';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Article ids are sorted from the oldest to the newest. */
export interface Newsroom {
  keys: FirstKeys;
  articles: number[];
  topics: number[];
}

type Headers = Record<string, string>;

const PLACES = [
  'api/v2/feed/',
  'api/v2/feed-recommended/',
  'api/v2/geography/list/',
  'api/v2/topics/list/',
  'api/v2/insights/popular-content/?period=7d',
  'manage/articles',
  'mcp',
  'health/live',
  'nothing',
  'api/v2/nothing',
];

const NEEDS_OPERATOR = /^\/manage\//;
const NEEDS_SECRET = /^\/(api\/v2\/(insights|topics\/trending)|list-tokens)/;
/** Paths whose responses contain random or time-dependent values. */
const DIFFERS = /^\/(session|health|docs|go|subscriptions|manage\/(status|metrics|clock))/;

export function recordedRequests(
  description: Description,
  count: number,
  { keys: { secret, publishable, operator }, articles, topics }: Newsroom,
): { reads: RecordedRequest[]; writes: RecordedRequest[] } {
  const [first = 0] = articles;
  const bearer = (key: string): Headers => ({ Authorization: `Bearer ${key}` });
  const get = (path: string, headers: Headers): RecordedRequest => ({ method: 'GET', path, headers });
  const keyOf = (operation: string) => {
    if (NEEDS_OPERATOR.test(operation)) return operator;
    return NEEDS_SECRET.test(operation) ? secret : publishable;
  };
  const refused = PLACES.flatMap((path) => [
    get(`/${path}`, {}),
    get(`/${path}`, bearer('ng_pk_nothing')),
    get(`/${path}`, { 'X-API-Key': publishable }),
    { method: 'DELETE', path: `/${path}`, headers: bearer(secret) },
    { method: 'OPTIONS', path: `/${path}`, headers: { Origin: 'https://site.example' } },
    { method: 'HEAD', path: `/${path}`, headers: bearer(secret) },
  ]);
  const writes = [...changes(bearer(operator)), ...beacons(publishable, first)];
  const ids = (operation: string): string[] => {
    if (/\/topics\//.test(operation)) return [...topics.slice(0, 4).map(String), '99999'];
    if (/\/(content|articles|story|go)\//.test(operation)) return [...articles.slice(0, 8).map(String), '999999'];
    return ['1', '2', 'nothing'];
  };
  const described = describedRequests(
    description,
    count - refused.length - writes.length,
    (operation) => !DIFFERS.test(operation),
    ids,
  );
  const reads = described.map(({ operation, path }) => get(path, bearer(keyOf(operation))));
  return { reads: [...reads, ...refused], writes };
}

function changes(headers: Headers): RecordedRequest[] {
  const put = (path: string, value: unknown, more: Headers = {}): RecordedRequest => ({
    method: 'PUT',
    path: `/manage/${path}`,
    headers: { ...headers, 'Content-Type': 'application/json', ...more },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const topic = { name: 'Orbit', slug: 'orbit', description: 'What is launched', category: 1 };
  return [
    put('topics/4711', topic),
    put('topics/4711', topic, { 'If-Match': '"other"' }),
    put('topics/4711', { name: '' }),
    put('topics', [{ id: 4712, ...topic, name: 'Orbit 2', slug: 'orbit-2' }, { id: 'x' }]),
    put('companies', '{"id":1'),
    put('articles', [{ url: 'no address', title: '' }]),
    { method: 'DELETE', path: '/manage/topics/4711', headers },
    { method: 'DELETE', path: '/manage/topics/47', headers },
    put('topics/4713', 'x'.repeat(5_300_000)),
  ];
}

function beacons(key: string, contentId: number): RecordedRequest[] {
  const post = (path: string, body: unknown, more: Headers = {}): RecordedRequest => ({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'text/plain', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [
    post('/clicks', { key, contentId }),
    post('/clicks', { key, contentId, companyType: 'broker', seniority: 'unknown to all', channel: 'mail' }),
    post('/clicks', { key, contentId }, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
    post('/clicks', { key, contentId }, { 'Sec-Purpose': 'prefetch' }),
    post('/clicks', { key, contentId: 999_999 }),
    post('/clicks', { key, contentId: 'x' }),
    post('/clicks', { contentId }),
    post('/clicks', { key: 'ng_pk_nothing', contentId }),
    post('/clicks', 'no JSON'),
    post('/clicks', { key, contentId, hint: 'x'.repeat(5000) }),
    post('/reads', { key, contentId, level: 'half' }),
    post('/reads', { key, contentId, level: 'quarter' }),
    post('/views', { key, listToken: 'nothing', seen: [1] }),
    {
      method: 'GET',
      path: `/go/${contentId}?key=${key}`,
      headers: { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140.0' },
    },
    { method: 'GET', path: `/go/999999?key=${key}`, headers: { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140.0' } },
  ];
}
