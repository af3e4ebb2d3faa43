import { SELF } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, makeKey } from '../support/index.ts';

let secret = '';
let operator = '';
beforeAll(async () => {
  secret = await makeKey('secret');
  operator = await makeKey('operator');
});

const TIMING = /^db;dur=\d+(\.\d)?;desc="rows=\d+"$/;

describe('headers of every response', () => {
  test.each<[name: string, status: number, ask: () => Promise<Response>]>([
    ['a feed', 200, () => askWith(secret, '/api/v2/feed/')],
    ['a feed from the edge', 200, () => askWith(secret, '/api/v2/feed/')],
    ['a selection', 200, () => askWith(secret, '/api/v2/feed-recommended/')],
    ['the geography', 200, () => askWith(secret, '/api/v2/geography/list/')],
    ['an import', 200, () => askWith(operator, '/manage/topics', { method: 'PUT', body: '[]' })],
    ['an invalid parameter', 400, () => askWith(secret, '/api/v2/feed/?limit=0')],
    ['no key', 401, () => ask('/api/v2/feed/')],
    ['a key of another kind', 403, () => askWith(secret, '/manage/status')],
    ['an unknown path', 404, () => ask('/nothing')],
    ['an unsupported method', 405, () => askWith(secret, '/api/v2/feed/', { method: 'POST' })],
  ])('%s has Server-Timing, nosniff, Cache-Control and CORS headers', async (_, status, asked) => {
    const response = await asked();
    expect(response.status).toBe(status);
    expect(response.headers.get('Server-Timing')).toMatch(TIMING);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cache-Control')).toMatch(
      status === 200 ? /^(private, max-age=\d+|no-store)$/ : /^no-store$/,
    );
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Expose-Headers')?.split(/, ?/)).toEqual([
      'Link',
      'ETag',
      'Server-Timing',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Ranking-Age',
    ]);
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    expect(response.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null);
    const isLimited = status === 200 || status === 400;
    expect(response.headers.get('RateLimit-Policy') !== null).toBe(isLimited);
    expect(response.headers.get('RateLimit') !== null).toBe(isLimited);
  });
});

test('request ids are unique', async () => {
  const ids = await Promise.all([1, 2].map(async () => (await ask('/health/live')).headers.get('X-Request-Id')));
  expect(ids[0]).not.toBe(ids[1]);
});

test('a response over plain HTTP has no HSTS header', async () => {
  const response = await SELF.fetch('http://newsgauge.test/health/live');
  expect(response.headers.get('Strict-Transport-Security')).toBeNull();
});

test('a CORS preflight allows conditional writes from any origin', async () => {
  const response = await ask('/manage/topics', {
    method: 'OPTIONS',
    headers: { Origin: 'https://x.example', 'Access-Control-Request-Method': 'PUT' },
  });
  expect(response.status).toBe(204);
  const allowed = response.headers.get('Access-Control-Allow-Headers')?.split(/, ?/);
  expect(allowed).toEqual(expect.arrayContaining(['If-Match', 'If-None-Match', 'Authorization', 'X-API-Key']));
  expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
});

test('a write request never returns 304', async () => {
  const init = { method: 'PUT', body: '[]', headers: { 'If-None-Match': '*' } };
  expect((await askWith(operator, '/manage/topics', init)).status).toBe(200);
});

test.each([
  ['/api/v2/feed/', 60],
  ['/api/v2/feed-recommended/', 60],
  ['/api/v2/geography/list/', 3600],
  ['/api/v2/topics/list/', 60],
  ['/api/v2/companies/list/', 60],
  ['/api/v2/topics/trending/', 3],
  ['/api/v2/insights/popular-content/', 3],
])('%s may be cached by its client for %d s', async (path, seconds) => {
  const response = await askWith(secret, path);
  expect(response.headers.get('Cache-Control')).toBe(`private, max-age=${seconds}`);
  expect(response.headers.get('Vary')).toContain('Authorization');
});

describe('If-None-Match', () => {
  const path = '/api/v2/geography/list/';
  const other = '"00000000"';

  test.each<[form: string, (etag: string) => string]>([
    ['the ETag', (etag) => etag],
    ['a weak ETag', (etag) => `W/${etag}`],
    ['a list', (etag) => `${other}, ${etag}`],
    ['a list without spaces', (etag) => `${other},W/${etag},"x"`],
    ['the wildcard', () => '*'],
  ])('the If-None-Match header %s matches and returns 304 without a body', async (_, form) => {
    const etag = (await askWith(secret, path)).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const response = await askWith(secret, path, { headers: { 'If-None-Match': form(etag) } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('ETag')).toBe(etag);
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=3600');
    expect(response.headers.get('Server-Timing')).toMatch(TIMING);
    expect(response.headers.get('RateLimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    expect(response.headers.get('X-Request-Id')).not.toBeNull();
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  test.each([other, 'nonsense', '""', '"', 'W/'])(
    'the If-None-Match header %s does not match and returns 200',
    async (tag) => {
      expect((await askWith(secret, path, { headers: { 'If-None-Match': tag } })).status).toBe(200);
    },
  );

  test('an error never returns 304', async () => {
    expect((await ask(path, { headers: { 'If-None-Match': '*' } })).status).toBe(401);
    expect((await askWith(secret, '/api/v2/feed/?limit=0', { headers: { 'If-None-Match': '*' } })).status).toBe(400);
  });
});
