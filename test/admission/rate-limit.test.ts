import { afterEach, expect, test, vi } from 'vitest';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { generateKey } from '../../src/keys/key.ts';
import { forgetSessions } from '../../src/keys/sessions.ts';
import { ask, askWith, makeKey, rowsRead } from '../support/index.ts';

const FEED = '/api/v2/feed/';

afterEach(() => void vi.useRealTimers());

test('a reader who exceeds the rate limit gets 429, while other readers of the key are not limited', async () => {
  const key = await makeKey('publishable');
  // On a slow machine, a minute could end before the limit is reached.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const from = (address: string) => askWith(key, FEED, { headers: { 'CF-Connecting-IP': address } });
  let response = await from('192.0.2.1');
  expect(response.headers.get('RateLimit-Policy')).toBe('"default";q=600;w=60');
  expect(response.headers.get('RateLimit')).toMatch(/^"default";r=599;t=60$/);
  for (let i = 0; i < 1300 && response.status === 200; i++) response = await from('192.0.2.1');

  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ status: 'fail', code: 429, reason: 'rateLimited' });
  const wait = Number(response.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(response.headers.get('RateLimit')).toBe(`"default";r=0;t=${wait}`);
  expect(response.headers.get('RateLimit-Policy')).toBe('"default";q=600;w=60');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await from('192.0.2.2')).status).toBe(200);
});

test('a secret key has a single rate limit of 6,000 requests per minute', async () => {
  const response = await askWith(await makeKey('secret'), FEED);
  expect(response.headers.get('RateLimit-Policy')).toBe('"default";q=6000;w=60');
});

test('IPv6 readers are rate-limited by /64 network, not by address', async () => {
  const key = await makeKey('publishable');
  const left = async (address: string) =>
    (await askWith(key, FEED, { headers: { 'CF-Connecting-IP': address } })).headers.get('RateLimit');
  expect(await left('2001:db8:1:2::1')).toMatch(/r=599;/);
  expect(await left('2001:db8:1:2:ffff::7')).toMatch(/r=598;/);
  expect(await left('2001:db8:1:3::1')).toMatch(/r=599;/);
});

test('lookups of unknown keys are rate-limited per address', async () => {
  const from = (address: string, key: string) => askWith(key, FEED, { headers: { 'CF-Connecting-IP': address } });
  const forged: Response[] = [];
  // Each round sends fewer concurrent requests than one address may send.
  for (let i = 0; i < 6; i++)
    forged.push(...(await Promise.all(Array.from({ length: 15 }, () => from('198.51.100.1', generateKey('secret'))))));
  const statuses = forged.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(60);
  const refused = await from('198.51.100.1', generateKey('secret'));
  expect(refused.status).toBe(429);
  expect(rowsRead(refused)).toBe(0);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await from('198.51.100.2', generateKey('secret'))).status).toBe(401);
});

test.each([
  ['current session', '/session', 'GET', 200],
  ['sign-out', '/session', 'DELETE', 200],
  ['read request', '/api/v2/topics/list/', 'GET', 401],
  ['write request', '/manage/topics', 'PUT', 401],
])('lookups of unknown sessions are rate-limited per address: %s', async (_, path, method, first) => {
  let forgeries = 0;
  // Each case has its own ids, because an isolate caches a look-up for five seconds.
  const prefix = Array.from(path + method, (character) => character.charCodeAt(0).toString(16))
    .join('')
    .slice(-40);
  const address = `198.51.100.${100 + path.length + method.length}`;
  const forged = () => {
    const Cookie = `__Host-newsgauge=${prefix}${String(++forgeries).padStart(64 - prefix.length, '0')}`;
    return ask(path, { method, headers: { Cookie, 'CF-Connecting-IP': address } });
  };
  let looked = 0;
  for (let answer = await forged(); answer.status !== 429 && looked < 100; answer = await forged()) {
    expect([first, 503]).toContain(answer.status);
    if (answer.status === first) looked++;
  }
  expect(looked).toBe(60);
  const refused = await forged();
  expect([refused.status, rowsRead(refused)]).toEqual([429, 0]);
});

test('concurrent requests with a valid uncached key are accepted', async () => {
  const key = await makeKey('secret');
  forgetKeys();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      askWith(key, '/api/v2/topics/list/', { headers: { 'CF-Connecting-IP': '198.51.100.9' } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  // An overloaded machine may return 503, but concurrency alone is no reason to reject a request.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

async function useUp(address: string, path: (n: number) => string, cookie: (n: number) => string = () => '') {
  const statuses = new Set<number>();
  for (let n = 0; n < 100 && !statuses.has(429); n++)
    statuses.add((await ask(path(n), { headers: { 'CF-Connecting-IP': address, Cookie: cookie(n) } })).status);
  expect(statuses).toContain(429);
  expect(statuses).not.toContain(200);
}
const hex = (n: number, length: number) => `5eed${n}`.padStart(length, '0');
const sessionFor = async (key: string) =>
  (await askWith(key, '/session', { method: 'POST' })).headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';

test.each([
  ['shares', (n: number) => `/s/${hex(n, 40)}`],
  ['feeds', (n: number) => `/followed/${hex(n, 40)}`],
  ['unsubscribe links', (n: number) => `/unsubscribe/${n}.${hex(n, 40)}`],
  ['keys', () => `${FEED}?apiKey=${generateKey('secret')}`],
])('requests for unknown %s from a user’s address do not sign the user out', async (what, path) => {
  const address = `198.51.100.${20 + what.length}`;
  const Cookie = await sessionFor(await makeKey('operator'));
  await useUp(address, path);
  forgetSessions();
  expect((await ask('/manage/topics', { headers: { Cookie, 'CF-Connecting-IP': address } })).status).toBe(200);
  const key = await makeKey('operator');
  const headers = { 'CF-Connecting-IP': address };
  expect((await askWith(key, '/session', { method: 'POST', headers })).status).toBe(200);
});

test('keys and sessions seen within the past hour are accepted even if their address is rate-limited', async () => {
  const address = '198.51.100.40';
  const key = await makeKey('secret');
  const Cookie = await sessionFor(key);
  const asKey = () => askWith(key, '/api/v2/topics/list/', { headers: { 'CF-Connecting-IP': address } });
  const asSession = () => ask('/api/v2/topics/list/', { headers: { Cookie, 'CF-Connecting-IP': address } });
  expect([(await asKey()).status, (await asSession()).status]).toEqual([200, 200]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await useUp(address, () => `${FEED}?apiKey=${generateKey('secret')}`);
  await useUp(
    address,
    () => FEED,
    (n) => `__Host-newsgauge=${hex(n, 64)}`,
  );
  expect([(await asKey()).status, (await asSession()).status]).toEqual([200, 200]);
});
