import { expect, test } from 'vitest';
import { runtime } from './runtime.ts';

const { cache } = runtime;
const address = (name: string) => `https://news.example/${name}?cache=1`;
const cacheable = (body: string, control = 'public, max-age=60') =>
  new Response(body, { headers: { 'Cache-Control': control, 'X-Kept-Until': '5', 'Content-Type': 'text/x' } });

test('a cached response is returned repeatedly with its headers', async () => {
  expect(await cache.match(address('a'))).toBeUndefined();
  await cache.put(address('a'), cacheable('one'));
  for (let i = 0; i < 2; i++) {
    const found = await cache.match(address('a'));
    expect([found?.status, await found?.text()]).toEqual([200, 'one']);
    expect(found?.headers.get('X-Kept-Until')).toBe('5');
    expect(found?.headers.get('Content-Type')).toBe('text/x');
  }
  expect(await cache.match(address('b'))).toBeUndefined();
});

test('a later response replaces an earlier one, and delete() reports whether an entry existed', async () => {
  await cache.put(address('c'), cacheable('one'));
  await cache.put(address('c'), cacheable('two'));
  expect(await (await cache.match(address('c')))?.text()).toBe('two');
  expect(await cache.delete(address('c'))).toBe(true);
  expect(await cache.delete(address('c'))).toBe(false);
  expect(await cache.match(address('c'))).toBeUndefined();
});

test.each(['no-store', 'private, max-age=60', 'max-age=0'])(
  'a response with Cache-Control: %s is not cached',
  async (control) => {
    await cache.put(address('d'), cacheable('one', control));
    expect(await cache.match(address('d'))).toBeUndefined();
  },
);

test('put() rejects requests other than GET', async () => {
  const request = new Request(address('e'), { method: 'POST' });
  await expect(cache.put(request, cacheable('one'))).rejects.toThrow(TypeError);
});
