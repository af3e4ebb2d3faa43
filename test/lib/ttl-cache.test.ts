import { expect, test } from 'vitest';
import { TtlCache } from '../../src/lib/ttl-cache.ts';

test('an entry lives for its time, and a new value begins it anew', () => {
  const cache = new TtlCache<string>({ ttl: 100, capacity: 10 });
  cache.set('a', 'first', 1000);
  expect(cache.get('a', 1099)).toBe('first');
  expect(cache.get('a', 1100)).toBeUndefined();
  cache.set('a', 'second', 1050);
  expect(cache.get('a', 1149)).toBe('second');
  expect(cache.get('b', 1000)).toBeUndefined();
});

test('what is kept may be null', () => {
  const cache = new TtlCache<string | null>({ ttl: 100, capacity: 10 });
  cache.set('a', null, 0);
  expect(cache.get('a', 1)).toBeNull();
});

test('the oldest entry makes place for a new one', () => {
  const cache = new TtlCache<number>({ ttl: 100, capacity: 2 });
  cache.set('a', 1, 0);
  cache.set('b', 2, 0);
  cache.set('a', 3, 0);
  cache.set('c', 4, 0);
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 1))).toEqual([3, undefined, 4]);
  cache.clear();
  expect(cache.get('a', 1)).toBeUndefined();
});
