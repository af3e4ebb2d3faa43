import { beforeAll, describe, expect, test, vi } from 'vitest';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { generateKey, hashKey, KEY_KINDS, type KeyKind } from '../../src/keys/key.ts';
import { createKey, findKey } from '../../src/keys/key-store.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { ask, askWith, makeKey, openTestDb, rowsRead } from '../support/index.ts';

const ORIGIN = 'https://reader.example';
const FEED = '/api/v2/feed/';
let keys: Record<KeyKind, string>;
beforeAll(async () => {
  keys = {
    secret: await makeKey('secret'),
    publishable: await makeKey('publishable', [ORIGIN]),
    operator: await makeKey('operator'),
  };
});

const fault = async (response: Response) =>
  [response.status, ((await response.json()) as { reason: string }).reason] as const;

const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

describe('ways to send the API key', () => {
  test.each<[place: string, () => Promise<Response>]>([
    ['the query', () => ask(`${FEED}?apiKey=${keys.secret}`)],
    ['X-API-Key', () => ask(FEED, { headers: { 'X-API-Key': keys.secret } })],
    ['Authorization', () => askWith(keys.secret, FEED)],
    ['Authorization in lower case', () => ask(FEED, { headers: { Authorization: `bearer  ${keys.secret}` } })],
    [
      'the query if the headers are empty',
      () => ask(`${FEED}?apiKey=${keys.secret}`, { headers: { 'X-API-Key': '' } }),
    ],
  ])('authentication reads the key from %s', async (_, asked) => {
    expect((await asked()).status).toBe(200);
  });

  test('a repeated apiKey parameter is rejected', async () => {
    expect(await fault(await ask(`${FEED}?apiKey=${keys.secret}&apiKey=${keys.secret}`))).toEqual([
      400,
      'parameterInvalid',
    ]);
  });
});

describe('precedence of several keys: query, Bearer, X-API-Key', () => {
  const INSIGHTS = '/api/v2/insights/trending-topics/';
  test.each<[query: KeyKind | '', bearer: KeyKind | '', header: KeyKind | '', status: number]>([
    ['secret', 'publishable', 'publishable', 200],
    ['publishable', 'secret', 'secret', 403],
    ['', 'secret', 'publishable', 200],
    ['', 'publishable', 'secret', 403],
    ['', '', 'secret', 200],
  ])(
    'a request with key %s in the query, %s as Bearer and %s in X-API-Key returns %d',
    async (query, bearer, header, status) => {
      const headers = {
        ...(bearer ? { Authorization: `Bearer ${keys[bearer]}` } : {}),
        ...(header ? { 'X-API-Key': keys[header] } : {}),
      };
      expect((await ask(`${INSIGHTS}?apiKey=${query && keys[query]}`, { headers })).status).toBe(status);
    },
  );
});

describe('requests without a key', () => {
  test.each<[string, RequestInit, string]>([
    ['no credentials', {}, ''],
    ['an empty parameter', {}, '?apiKey='],
    ['Basic scheme', { headers: { Authorization: 'Basic dTpw' } }, ''],
    ['Bearer without a token', { headers: { Authorization: 'Bearer ' } }, ''],
    ['an empty header', { headers: { 'X-API-Key': '' } }, ''],
  ])('a request with %s returns 401 apiKeyMissing', async (_, init, query) => {
    for (const path of [FEED, '/manage/articles']) {
      const method = path === FEED ? 'GET' : 'PUT';
      expect(await fault(await ask(path + query, { method, ...init }))).toEqual([401, 'apiKeyMissing']);
    }
  });
});

describe('a malformed key is rejected without a database query', () => {
  test.each<[string, () => string]>([
    ['a word', () => 'letmein'],
    ['another prefix', () => keys.secret.replace('ngs_', 'ngx_')],
    ['a wrong checksum', () => mistyped(keys.secret)],
    ['the prefix of another kind', () => keys.publishable.replace('ngp_', 'ngo_')],
    ['too short', () => keys.secret.slice(0, -1)],
    ['too long', () => `${keys.secret}0`],
    ['ten thousand digits', () => '0'.repeat(10_000)],
  ])('a malformed key is rejected: %s', async (_, key) => {
    forgetKeys();
    const response = await askWith(key(), FEED);
    expect(rowsRead(response)).toBe(0);
    expect(await fault(response)).toEqual([401, 'apiKeyInvalid']);
  });
});

describe('inactive keys', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const expiring = (expiresAt: number) =>
    createKey(openTestDb(), { kind: 'secret', name: 'expiring', origins: [], expiresAt }, now());

  test('an unknown key returns 401', async () => {
    expect(await fault(await askWith(generateKey('secret'), FEED))).toEqual([401, 'apiKeyInvalid']);
  });

  test('an expired key returns 401', async () => {
    expect(await fault(await askWith(await expiring(now() - 1), FEED))).toEqual([401, 'apiKeyInvalid']);
    expect((await askWith(await expiring(now() + 3600), FEED)).status).toBe(200);
  });

  test('a key revoked a second ago returns 401, even if the response and the key are cached', async () => {
    const key = await makeKey('secret');
    for (const _ of [1, 2]) expect((await askWith(key, FEED)).status).toBe(200);
    const { id } = (await findKey(openTestDb(), await hashKey(key))) ?? { id: 0 };
    expect(await revokeKey(openTestDb(), id, now())).toBe(true);
    const later = Date.now() + 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    const response = await askWith(key, FEED);
    vi.useRealTimers();
    expect(await fault(response)).toEqual([401, 'apiKeyInvalid']);
  });
});

describe('allowed key kinds', () => {
  const PATHS: [method: string, path: string, kinds: KeyKind[]][] = [
    ['GET', '/api/v2/feed/', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/feed', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/feed-recommended/', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/geography/list/', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/topics/list/', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/companies/list/', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/topics/trending/', ['secret', 'publishable', 'operator']],
    ['GET', '/api/v2/insights/popular-content/', ['secret', 'operator']],
    ['PUT', '/manage/articles', ['operator']],
    ['PUT', '/manage/topics', ['operator']],
    ['PUT', '/manage/recommended/2026-01-01', ['operator']],
    ['DELETE', '/manage/articles/1', ['operator']],
  ];

  test.each(PATHS)('%s %s accepts only its key kinds', async (method, path, kinds) => {
    for (const kind of KEY_KINDS) {
      const response = await askWith(keys[kind], path, { method, ...(method === 'PUT' ? { body: '[]' } : {}) });
      if (kinds.includes(kind)) expect([401, 403]).not.toContain(response.status);
      else expect(await fault(response)).toEqual([403, 'forbidden']);
    }
  });

  test('an operator key is accepted only in the Authorization header', async () => {
    const body = { method: 'PUT', body: '[]' };
    expect((await askWith(keys.operator, '/manage/topics', body)).status).toBe(200);
    expect(await fault(await ask(`/manage/topics?apiKey=${keys.operator}`, body))).toEqual([401, 'apiKeyMissing']);
    const header = { 'X-API-Key': keys.operator };
    expect(await fault(await ask('/manage/topics', { ...body, headers: header }))).toEqual([401, 'apiKeyMissing']);
    expect((await askWith(keys.operator, FEED)).status).toBe(200);
    expect(await fault(await ask(`${FEED}?apiKey=${keys.operator}`))).toEqual([403, 'forbidden']);
    expect(await fault(await ask(FEED, { headers: header }))).toEqual([403, 'forbidden']);
  });
});

describe('a key bound to an origin', () => {
  test.each<[origin: string | null, status: number]>([
    [ORIGIN, 200],
    [null, 200],
    ['https://newsgauge.test', 200],
    ['https://other.example', 403],
    ['http://reader.example', 403],
    ['https://reader.example:8443', 403],
    ['https://reader.example.evil.test', 403],
    ['null', 403],
  ])('a request from %s returns %d', async (origin, status) => {
    const response = await askWith(keys.publishable, FEED, origin === null ? {} : { headers: { Origin: origin } });
    expect(response.status).toBe(status);
    if (status === 403)
      expect(await response.json()).toMatchObject({ reason: 'forbidden', data: { origin: expect.any(String) } });
  });

  test('a key without origins is accepted from any origin', async () => {
    expect((await askWith(keys.secret, FEED, { headers: { Origin: 'https://other.example' } })).status).toBe(200);
  });
});
