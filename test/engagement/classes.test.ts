import { expect, test } from 'vitest';
import { type ClassKind, KIND_NAMES, KINDS } from '../../src/db/click-columns.ts';
import { classOf, levelDigits, readerClass } from '../../src/engagement/classes.ts';

const SECRET = 'the secret of a test installation';
/** Values without digits, so that they are as many for browsers, too. */
const words = (from: number, count: number) => Array.from({ length: count }, (_, i) => String.fromCodePoint(from + i));
const classes = (kind: ClassKind, values: readonly string[], secret = SECRET) =>
  Promise.all(values.map((value) => classOf(secret, kind, { network: value, prefix: value, userAgent: value })));

test.each(KIND_NAMES)('classes by %s are even, and the same every time', async (kind) => {
  const found = await classes(kind, words(0x4e00, 6400));
  expect(await classes(kind, words(0x4e00, 6400))).toEqual(found);
  const even = 6400 / KINDS[kind];
  for (let i = 0; i < KINDS[kind]; i++) {
    const size = found.filter((each) => each === i).length;
    expect(size).toBeGreaterThan(0.65 * even);
    expect(size).toBeLessThan(1.4 * even);
  }
  expect(Math.max(...found)).toBe(KINDS[kind] - 1);
});

test('another secret, or another kind, classifies otherwise', async () => {
  const values = words(0x4e00, 64);
  const [network, prefix, browser] = await Promise.all(KIND_NAMES.map((kind) => classes(kind, values)));
  expect(await classes('network', values, `${SECRET}!`)).not.toEqual(network);
  expect(prefix).not.toEqual(network);
  expect(network?.map((found) => found % 16)).not.toEqual(browser);
  expect(prefix?.map((found) => found % 16)).not.toEqual(browser);
});

test('where the network is unknown the prefix stands in; any other absent value is a value', async () => {
  const prefixes = words(0x4e00, 64);
  const of = (kind: ClassKind, sender: object) => classOf(SECRET, kind, sender);
  expect(await Promise.all(prefixes.map((prefix) => of('network', { prefix })))).toEqual(
    await classes('network', prefixes),
  );
  expect(await of('network', { network: 64496, prefix: 'a' })).toBe(await of('network', { network: 64496 }));
  for (const kind of KIND_NAMES)
    expect(await of(kind, {})).toBe(await of(kind, { network: null, prefix: '', userAgent: '' }));
});

test('versions do not matter to a class of browsers', async () => {
  expect(levelDigits('Mozilla/5.0 (X11) Chrome/142.0.7444.175')).toBe('Mozilla/0.0 (X0) Chrome/0.0.0.0');
  const of = (userAgent: string) => classOf(SECRET, 'browser', { userAgent });
  expect(await of('Firefox/142.0')).toBe(await of('Firefox/9.77'));
});

test.each([
  ['00000000000000000000000000000000', 0],
  ['ab12f', 15],
  ['ab13f', 31],
  ['ffffffffffffffffffffffffffffff1a', 26],
])('the class of reader %s is %d: the hash modulo 32', (hash, found) => {
  expect(readerClass(hash)).toBe(found);
  expect(Number(BigInt(`0x${hash}`) % 32n)).toBe(found);
});
