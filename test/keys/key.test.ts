import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateKey, hashKey, KEY_KINDS, keyKind } from '../../src/keys/key.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-é\0 ';
const PREFIX_LENGTH = 4;
const CHECKSUM_LENGTH = 6;
const keys = fc.constantFrom(...KEY_KINDS).map((kind) => generateKey(kind));

describe('API key', () => {
  test.each(KEY_KINDS)('keyKind() returns the kind of a generated %s key', (kind) => {
    expect(keyKind(generateKey(kind))).toBe(kind);
  });

  test('1,000 generated keys are unique', () => {
    expect(new Set(Array.from({ length: 1000 }, () => generateKey('secret'))).size).toBe(1000);
  });

  test('a key has at least 160 random bits', () => {
    const random = Array.from({ length: 2000 }, () => generateKey('secret').slice(PREFIX_LENGTH, -CHECKSUM_LENGTH));
    const digits = Array.from(random[0] ?? '', (_, i) => new Set(random.map((key) => key[i])).size);
    expect(digits.reduce((bits, count) => bits + Math.log2(count), 0)).toBeGreaterThan(160);
  });

  test('hashKey() returns the same 64 hex digits for the same key', async () => {
    const key = generateKey('secret');
    expect(await hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashKey(key)).toBe(await hashKey(key));
  });
});

describe('checksum of a key', () => {
  test('the checksum detects any single wrong character', () => {
    fc.assert(
      fc.property(keys, fc.nat(37), fc.constantFrom(...DIGITS), (key, at, digit) => {
        fc.pre(key[at] !== digit);
        expect(keyKind(key.slice(0, at) + digit + key.slice(at + 1))).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test('the checksum detects two swapped adjacent characters', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 4, max: 36 }), (key, at) => {
        fc.pre(key[at] !== key[at + 1]);
        expect(keyKind(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2))).toBeNull();
      }),
    );
  });

  test('the checksum detects a missing or additional character', () => {
    fc.assert(
      fc.property(keys, fc.nat(37), fc.constantFrom(...DIGITS), (key, at, digit) => {
        expect(keyKind(key.slice(0, at) + key.slice(at + 1))).toBeNull();
        expect(keyKind(key.slice(0, at) + digit + key.slice(at))).toBeNull();
      }),
    );
  });
});

test.each(['', 'ngs_', 'ngs_undefined', ' ', 'null', '\0'])('keyKind() returns null for %j', (text) => {
  expect(keyKind(text)).toBeNull();
});

test('keyKind() returns null for random strings', () => {
  fc.assert(fc.property(fc.string(), (text) => keyKind(text) === null));
});
