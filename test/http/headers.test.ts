import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, makeKey } from '../support/index.ts';

let secret = '';
let operator = '';
beforeAll(async () => {
  secret = await makeKey('secret');
  operator = await makeKey('operator');
});

const TIMING = /^db;dur=\d+(\.\d)?;desc="rows=\d+"$/;

describe('every answer', () => {
  test.each<[name: string, status: number, ask: () => Promise<Response>]>([
    ['a feed', 200, () => askWith(secret, '/api/v2/feed/')],
    ['a feed from the edge', 200, () => askWith(secret, '/api/v2/feed/')],
    ['a selection', 200, () => askWith(secret, '/api/v2/feed-recommended/')],
    ['the geography', 200, () => askWith(secret, '/api/v2/geography/list/')],
    ['an import', 200, () => askWith(operator, '/manage/topics', { method: 'PUT', body: '[]' })],
    ['a wrong parameter', 400, () => askWith(secret, '/api/v2/feed/?limit=0')],
    ['no key', 401, () => ask('/api/v2/feed/')],
    ['a wrong kind of key', 403, () => askWith(secret, '/manage/status')],
    ['an unknown path', 404, () => ask('/nothing')],
    ['a wrong method', 405, () => askWith(secret, '/api/v2/feed/', { method: 'POST' })],
  ])('%s: timing, nosniff, caching and CORS are stated', async (_, status, asked) => {
    const response = await asked();
    expect(response.status).toBe(status);
    expect(response.headers.get('Server-Timing')).toMatch(TIMING);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cache-Control')).toMatch(
      status === 200 ? /^(private, max-age=\d+|no-store)$/ : /^no-store$/,
    );
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Expose-Headers')?.split(/, ?/)).toEqual(
      expect.arrayContaining(['Link', 'ETag', 'Server-Timing', 'RateLimit', 'RateLimit-Policy', 'Retry-After']),
    );
  });
});

test.each([
  ['/api/v2/feed/', 60],
  ['/api/v2/feed-recommended/', 60],
  ['/api/v2/geography/list/', 3600],
])('%s may be kept by its reader for %d s', async (path, seconds) => {
  const response = await askWith(secret, path);
  expect(response.headers.get('Cache-Control')).toBe(`private, max-age=${seconds}`);
  expect(response.headers.get('Vary')).toContain('Authorization');
});

describe('ETag', () => {
  const path = '/api/v2/geography/list/';
  const other = '"00000000"';

  test.each<[form: string, (etag: string) => string]>([
    ['the tag', (etag) => etag],
    ['a weak tag', (etag) => `W/${etag}`],
    ['a list', (etag) => `${other}, ${etag}`],
    ['a list without spaces', (etag) => `${other},W/${etag},"x"`],
    ['any', () => '*'],
  ])('%s is answered 304 without a body', async (_, form) => {
    const etag = (await askWith(secret, path)).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const response = await askWith(secret, path, { headers: { 'If-None-Match': form(etag) } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('ETag')).toBe(etag);
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=3600');
    expect(response.headers.get('Server-Timing')).toMatch(TIMING);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  test.each([other, 'nonsense', '""', '"', 'W/'])('%s is answered in full', async (tag) => {
    expect((await askWith(secret, path, { headers: { 'If-None-Match': tag } })).status).toBe(200);
  });

  test('a fault is never 304', async () => {
    expect((await ask(path, { headers: { 'If-None-Match': '*' } })).status).toBe(401);
    expect((await askWith(secret, '/api/v2/feed/?limit=0', { headers: { 'If-None-Match': '*' } })).status).toBe(400);
  });
});
