import { expect, test } from 'vitest';
import { askWith, makeKey } from '../support/index.ts';

const FEED = '/api/v2/feed/';

test('a reader who asks too often is told to wait; other readers of the same key are not', async () => {
  const key = await makeKey('publishable');
  const from = (address: string) => askWith(key, FEED, { headers: { 'CF-Connecting-IP': address } });
  let response = await from('192.0.2.1');
  expect(response.headers.get('RateLimit-Policy')).toBe('"default";q=600;w=60');
  for (let i = 0; i < 1300 && response.status === 200; i++) response = await from('192.0.2.1');

  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ status: 'fail', code: 429, reason: 'rateLimited' });
  expect(response.headers.get('Retry-After')).toBe('60');
  expect(response.headers.get('RateLimit')).toBe('"default";r=0;t=60');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await from('192.0.2.2')).status).toBe(200);
});

test('a secret key is counted per key', async () => {
  const response = await askWith(await makeKey('secret'), FEED);
  expect(response.headers.get('RateLimit-Policy')).toBe('"default";q=6000;w=60');
});
