import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, makeKey } from '../support/index.ts';

let keys = { secret: '', operator: '' };
beforeAll(async () => {
  keys = { secret: await makeKey('secret'), operator: await makeKey('operator') };
});

describe('unsupported methods return 405 with an Allow header', () => {
  test.each([
    ['POST', '/api/v2/feed/', 'secret', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/v2/feed-recommended', 'secret', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/v2/geography/list/', 'secret', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/v2/feed', 'secret', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/manage/topics', 'operator', 'PUT, GET, HEAD, OPTIONS'],
    ['POST', '/manage/articles/', 'operator', 'PUT, GET, HEAD, OPTIONS'],
    ['POST', '/manage/articles/1', 'operator', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['POST', '/manage/recommended/2026-01-01/', 'operator', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ] as const)('the unsupported request %s %s returns 405 with an Allow header', async (method, path, kind, allow) => {
    const response = await askWith(keys[kind], path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allow);
    expect(await response.json()).toMatchObject({ status: 'fail', code: 405, reason: 'methodNotAllowed' });
  });
});

test.each([
  ['/api/v2/nothing', 'secret'],
  ['/api/v2/', 'secret'],
  ['/api/v2/feed/1', 'secret'],
  ['/api/v2/geography', 'secret'],
  ['/nothing', 'secret'],
  ['/manage/nothing', 'operator'],
  ['/manage/', 'operator'],
] as const)('the unknown path %s returns 404', async (path, kind) => {
  const response = await askWith(keys[kind], path);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    status: 'fail',
    code: 404,
    reason: 'notFound',
    data: { path: 'does not exist' },
  });
});

describe.each(['/api/v2/feed', '/api/v2/feed-recommended', '/api/v2/geography/list'])('%s', (path) => {
  test('a path responds the same with and without a trailing slash', async () => {
    const [bare, slashed] = [await askWith(keys.secret, path), await askWith(keys.secret, `${path}/`)];
    expect([bare.status, slashed.status]).toEqual([200, 200]);
    expect(await slashed.text()).toBe(await bare.text());
  });

  test('HEAD returns the headers of GET without a body', async () => {
    const [get, head] = [await askWith(keys.secret, path), await askWith(keys.secret, path, { method: 'HEAD' })];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['ETag', 'Content-Type', 'Cache-Control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('OPTIONS needs no key and allows all origins', async () => {
    const response = await ask(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://reader.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'X-API-Key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('GET');
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('X-API-Key');
  });
});
