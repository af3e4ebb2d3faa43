import { expect, test } from 'vitest';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { generateKey } from '../../src/keys/key.ts';
import { askWith, makeKey, rowsRead } from '../support/index.ts';

const FEED = '/api/v2/feed/';

test('a reader who asks too often is told to wait; other readers of the same key are not', async () => {
  const key = await makeKey('publishable');
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

test('a secret key is counted per key', async () => {
  const response = await askWith(await makeKey('secret'), FEED);
  expect(response.headers.get('RateLimit-Policy')).toBe('"default";q=6000;w=60');
});

test('an IPv6 reader is the network, not one of its addresses', async () => {
  const key = await makeKey('publishable');
  const left = async (address: string) =>
    (await askWith(key, FEED, { headers: { 'CF-Connecting-IP': address } })).headers.get('RateLimit');
  expect(await left('2001:db8:1:2::1')).toMatch(/r=599;/);
  expect(await left('2001:db8:1:2:ffff::7')).toMatch(/r=598;/);
  expect(await left('2001:db8:1:3::1')).toMatch(/r=599;/);
});

test('keys that nobody has are looked up so often for an address, and no more', async () => {
  const from = (address: string, key: string) => askWith(key, FEED, { headers: { 'CF-Connecting-IP': address } });
  const forged: Response[] = [];
  // Fewer at a time than an isolate takes of one address.
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

test('many at once with one good key that the isolate does not know are let in', async () => {
  const key = await makeKey('secret');
  forgetKeys();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      askWith(key, '/api/v2/topics/list/', { headers: { 'CF-Connecting-IP': '198.51.100.9' } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
