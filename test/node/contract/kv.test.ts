import { expect, test } from 'vitest';
import { runtime } from './runtime.ts';

const { kv } = runtime;

test('a value is returned until it is deleted', async () => {
  expect(await kv.get('a')).toBeNull();
  await kv.put('a', 'half of a salt');
  expect(await kv.get('a')).toBe('half of a salt');
  await kv.put('a', 'naïve 東京');
  expect(await kv.get('a')).toBe('naïve 東京');
  await kv.delete('a');
  expect(await kv.get('a')).toBeNull();
  await kv.delete('a');
});

test('a value may expire, after at least a minute', async () => {
  await kv.put('b', 'x', { expirationTtl: 60 });
  expect(await kv.get('b')).toBe('x');
  await expect(kv.put('b', 'y', { expirationTtl: 59 })).rejects.toThrow(/at least 60/);
  expect(await kv.get('b')).toBe('x');
});
