import { expect, test } from 'vitest';
import { agentClass, levelDigits, networkClass, readerClass } from '../../src/engagement/classes.ts';

const SECRET = 'the secret of a test installation';

test('classes are even, and the same every time', async () => {
  const classes = await Promise.all(Array.from({ length: 3200 }, (_, asn) => networkClass(SECRET, asn)));
  const again = await Promise.all(Array.from({ length: 3200 }, (_, asn) => networkClass(SECRET, asn)));
  expect(again).toEqual(classes);
  const sizes = Array.from({ length: 16 }, (_, i) => classes.filter((found) => found === i).length);
  for (const size of sizes) {
    expect(size).toBeGreaterThan(130);
    expect(size).toBeLessThan(280);
  }
});

test('another secret, or another kind, classifies otherwise', async () => {
  const numbers = Array.from({ length: 64 }, (_, i) => 64_000 + i);
  const all = (classify: (asn: number) => Promise<number>) => Promise.all(numbers.map(classify));
  const networks = await all((asn) => networkClass(SECRET, asn));
  expect(await all((asn) => networkClass(`${SECRET}!`, asn))).not.toEqual(networks);
  expect(new Set(await all((asn) => agentClass(SECRET, String(asn)))).size).toBe(1);
  const words = numbers.map((asn) => String.fromCharCode(asn));
  expect(await Promise.all(words.map((word) => agentClass(SECRET, word)))).not.toEqual(
    await Promise.all(words.map((word) => networkClass(SECRET, word))),
  );
});

test('an absent value is a value', async () => {
  expect(await networkClass(SECRET, undefined)).toBe(await networkClass(SECRET, null));
  expect(await agentClass(SECRET, undefined)).toBe(await agentClass(SECRET, ''));
});

test('versions do not matter to a class of user agents', async () => {
  expect(levelDigits('Mozilla/5.0 (X11) Chrome/142.0.7444.175')).toBe('Mozilla/0.0 (X0) Chrome/0.0.0.0');
  expect(await agentClass(SECRET, 'Firefox/142.0')).toBe(await agentClass(SECRET, 'Firefox/9.77'));
});

test.each([
  ['00000000000000000000000000000000', 0],
  ['ab12f', 15],
  ['ffffffffffffffffffffffffffffff1a', 10],
])('the class of reader %s is %d: the hash modulo 16', (hash, found) => {
  expect(readerClass(hash)).toBe(found);
  expect(Number(BigInt(`0x${hash}`) % 16n)).toBe(found);
});
