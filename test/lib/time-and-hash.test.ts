import { expect, test } from 'vitest';
import { success } from '../../src/lib/formats/jsend.ts';
import { sha256 } from '../../src/lib/hash/hash.ts';
import { rfc3339, utcDay } from '../../src/lib/time.ts';

test.each([
  [0, '1970-01-01T00:00:00Z', '1970-01-01'],
  [951_782_399, '2000-02-28T23:59:59Z', '2000-02-28'],
  [951_782_400, '2000-02-29T00:00:00Z', '2000-02-29'],
  [4_102_444_799, '2099-12-31T23:59:59Z', '2099-12-31'],
])('%d s is %s', (seconds, instant, day) => {
  expect(rfc3339(seconds)).toBe(instant);
  expect(utcDay(seconds)).toBe(day);
});

// FIPS 180-2, appendix B.1, and the empty text.
test.each([
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
])('sha256 of %j', async (text, hash) => {
  expect(await sha256(text)).toBe(hash);
});

test('a success is a JSend envelope with its code', () => {
  expect(success({ a: 1 })).toEqual({ status: 'success', data: { a: 1 }, code: 200 });
});
