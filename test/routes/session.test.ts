import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { hashKey, type KeyKind } from '../../src/keys/key.ts';
import { createKey, findKey } from '../../src/keys/key-store.ts';
import { forgetSessions } from '../../src/keys/sessions.ts';
import { DAY, rfc3339OrNull, type Seconds } from '../../src/lib/time.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { askUnder, withDatabase } from '../operations/openmetrics.ts';
import { ask, askWith, makeKey, ORIGIN, openTestDb } from '../support/index.ts';

const INSIGHTS = '/api/v2/insights/trending-topics/';
const MANAGE = '/manage/topics';
let keys: Record<KeyKind, string>;
beforeAll(async () => {
  keys = {
    secret: await makeKey('secret'),
    publishable: await makeKey('publishable'),
    operator: await makeKey('operator'),
  };
});

afterEach(() => void vi.useRealTimers());

const signIn = (key: string, headers: Record<string, string> = {}) =>
  askWith(key, '/session', { method: 'POST', headers });

const cookieOf = (response: Response) => (response.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
const cookieFor = async (key: string) => cookieOf(await signIn(key));
const data = async (response: Response) => ((await response.json()) as { data: unknown }).data;
const reason = async (response: Response) => [response.status, ((await response.json()) as { reason: string }).reason];

describe('sign-in', () => {
  test('sign-in sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const response = await signIn(keys.operator);
    expect(response.status).toBe(200);
    const cookie = response.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^__Host-newsgauge=[0-9a-f]{64}; /);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', 'Max-Age=43200'])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await data(response)).toMatchObject({ session: { name: 'test operator', kind: 'operator' } });
  });

  test('a session states when the access of its key ends', async () => {
    const now = Math.floor(Date.now() / 1000) as Seconds;
    for (const expiresAt of [null, (now + 7 * DAY) as Seconds]) {
      const key = await createKey(openTestDb(), { kind: 'operator', name: 'leaver', origins: [], expiresAt }, now);
      const answer = { session: { accessExpires: rfc3339OrNull(expiresAt) } };
      expect(await data(await signIn(key))).toMatchObject(answer);
      const headers = { Cookie: await cookieFor(key) };
      expect(await data(await ask('/session', { headers }))).toMatchObject(answer);
    }
  });

  test('sign-in accepts only operator and secret keys in the Authorization header', async () => {
    expect((await signIn(keys.secret)).status).toBe(200);
    expect(await reason(await signIn(keys.publishable))).toEqual([403, 'forbidden']);
    expect(await reason(await signIn(`ngo_${'0'.repeat(34)}`))).toEqual([401, 'apiKeyInvalid']);
    for (const path of ['/session', `/session?apiKey=${keys.operator}`])
      expect(await reason(await ask(path, { method: 'POST' }))).toEqual([401, 'apiKeyMissing']);
  });

  test('sign-in with a session cookie is rejected, so a session cannot be extended', async () => {
    const headers = { Cookie: await cookieFor(keys.operator), Origin: ORIGIN };
    expect(await reason(await ask('/session', { method: 'POST', headers }))).toEqual([401, 'apiKeyMissing']);
  });

  test('sign-in ends the previous session of the browser', async () => {
    const before = await cookieFor(keys.operator);
    const after = cookieOf(await signIn(keys.secret, { Cookie: before }));
    expect(await data(await ask('/session', { headers: { Cookie: before } }))).toEqual({ session: null });
    expect(await data(await ask('/session', { headers: { Cookie: after } }))).toMatchObject({
      session: { kind: 'secret' },
    });
  });
});

describe('sessions', () => {
  test('a session has the read access of its key', async () => {
    for (const kind of ['operator', 'secret'] as const) {
      const headers = { Cookie: await cookieFor(keys[kind]) };
      expect((await ask(INSIGHTS, { headers })).status).toBe(200);
      expect((await ask('/api/v2/feed/', { headers })).status).toBe(200);
      expect((await ask('/manage/status', { headers })).status).toBe(kind === 'operator' ? 200 : 403);
    }
  });

  test('the three kinds of key parameters take precedence over a session', async () => {
    const headers = { Cookie: await cookieFor(keys.operator) };
    const unknown = `ngs_${'0'.repeat(34)}`;
    expect((await ask(`${INSIGHTS}?apiKey=${unknown}`, { headers })).status).toBe(401);
    expect((await ask(INSIGHTS, { headers: { ...headers, 'X-API-Key': unknown } })).status).toBe(401);
    expect((await askWith(unknown, INSIGHTS, { headers })).status).toBe(401);
    expect((await askWith(keys.secret, '/manage/status', { headers })).status).toBe(403);
  });

  test.each([
    ['this site', ORIGIN, 200],
    ['no page', null, 403],
    ['another site', 'https://evil.example', 403],
    ['another port', `${ORIGIN}:8443`, 403],
    ['the same host without TLS', ORIGIN.replace('https', 'http'), 403],
    ['a sandboxed frame', 'null', 403],
  ])('a session allows a write request from %s: %s', async (_, origin, status) => {
    const headers = { Cookie: await cookieFor(keys.operator), ...(origin === null ? {} : { Origin: origin }) };
    expect((await ask(MANAGE, { method: 'PUT', body: '[]', headers })).status).toBe(status);
    expect((await ask('/session', { method: 'DELETE', headers })).status).toBe(status);
  });

  test('a session ends when the user signs out or the key is revoked', async () => {
    const headers = { Cookie: await cookieFor(keys.secret) };
    const out = await ask('/session', { method: 'DELETE', headers: { ...headers, Origin: ORIGIN } });
    expect(out.headers.get('Set-Cookie')).toMatch(/^__Host-newsgauge=; Max-Age=0; /);
    expect(await reason(await ask(INSIGHTS, { headers }))).toEqual([401, 'apiKeyMissing']);

    const key = await makeKey('operator');
    const other = { Cookie: await cookieFor(key) };
    await revokeKey(
      openTestDb(),
      (await findKey(openTestDb(), await hashKey(key)))?.id ?? 0,
      Math.floor(Date.now() / 1000),
    );
    forgetKeys();
    forgetSessions();
    expect(await reason(await ask('/manage/status', { headers: other }))).toEqual([401, 'apiKeyMissing']);
    expect(await data(await ask('/session', { headers: other }))).toEqual({ session: null });
  });

  test('a session remains valid while the database is unavailable, so that an operator can read the queue status', async () => {
    const headers = { Cookie: await cookieFor(keys.operator) };
    expect((await ask('/manage/status', { headers })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const out = withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')));
    expect(await data(await askUnder(out, '/session', { headers }))).toMatchObject({ session: { kind: 'operator' } });
    const status = await askUnder(out, '/manage/status', { headers });
    expect(status.status).toBe(200);
    expect(await data(status)).toMatchObject({ database: 'unavailable', queue: { queued: expect.any(Number) } });
    expect((await askUnder(out, MANAGE, { headers })).status).toBe(503);
  });

  test('feeds requested with a session cookie cannot be framed by other sites', async () => {
    const headers = { Cookie: await cookieFor(keys.secret) };
    const response = await ask('/api/v2/feed/?output=html', { headers });
    expect(response.headers.get('Content-Security-Policy')).toMatch(/frame-ancestors 'self'$/);
  });

  test('a session over HTTP uses a cookie named after the port, without Secure', async () => {
    const { SELF } = await import('cloudflare:test');
    const response = await SELF.fetch('http://localhost:8787/session', {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.secret}` },
    });
    const cookie = response.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/^newsgauge-8787=/);
    expect(cookie).not.toContain('Secure');
  });
});

test('GET /session returns null without a valid session', async () => {
  for (const cookie of ['', '__Host-newsgauge=', `__Host-newsgauge=${'0'.repeat(64)}`, '__Host-newsgauge=%00'])
    expect(await data(await ask('/session', { headers: { Cookie: cookie } }))).toEqual({ session: null });
});

describe('guessing keys at sign-in', () => {
  const from = (address: string, key: string) => signIn(key, { 'CF-Connecting-IP': address });

  test('sign-in attempts are limited by address, even for a correct key, without affecting other addresses', async () => {
    const guesses = Array.from({ length: 60 }, (_, i) => from('192.0.2.77', `ngo_${String(i).padStart(34, '0')}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const refused = await from('192.0.2.77', keys.operator);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('RateLimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(refused.headers.get('Set-Cookie')).toBeNull();
    expect(await refused.json()).toMatchObject({ reason: 'rateLimited', data: { address: expect.any(String) } });
    expect((await from('192.0.2.78', keys.operator)).status).toBe(200);
  });

  test('a sign-in response contains the number of remaining attempts, for correct and wrong keys', async () => {
    for (const [key, left] of [
      [keys.operator, 29],
      [`ngo_${'0'.repeat(34)}`, 28],
    ] as const) {
      const { headers } = await from('192.0.2.79', key);
      expect(headers.get('RateLimit-Policy')).toBe('"default";q=30;w=60');
      expect(headers.get('RateLimit')).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
    }
  });

  test.each([
    ['POST', '/session', '192.0.2.81'],
    ['POST', '/session/challenge', '192.0.2.82'],
    ['POST', '/session/passkey', '192.0.2.83'],
    ['POST', '/session/invitation', '192.0.2.84'],
    ['PUT', '/session/invitation', '192.0.2.85'],
  ])('requests from other sites do not use up sign-in attempts: %s %s', async (method, path, address) => {
    const rows = () => env.DB.prepare('SELECT count(*) AS n FROM once_tokens').first();
    const before = await rows();
    for (let n = 0; n < 31; n++)
      expect((await ask(path, { headers: { 'CF-Connecting-IP': address } })).status).not.toBe(429);
    for (const Origin of [...Array<string>(31).fill('https://evil.example'), 'null'])
      expect(await reason(await ask(path, { method, headers: { 'CF-Connecting-IP': address, Origin } }))).toEqual([
        403,
        'forbidden',
      ]);
    expect(await rows()).toEqual(before);
    const own = await signIn(keys.operator, { 'CF-Connecting-IP': address, Origin: ORIGIN });
    expect([own.status, own.headers.get('RateLimit')]).toEqual([200, expect.stringContaining('r=29;')]);
  });

  test('sign-in attempts are limited per IPv6 /64 network', async () => {
    const guesses = Array.from({ length: 40 }, (_, i) => from(`2001:db8:5:5::${i}`, keys.secret));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
