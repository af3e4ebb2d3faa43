import { describe, expect, test } from 'vitest';
import {
  importedReader,
  limitedAddress,
  readersPerAddress,
  signedReader,
  type Traits,
  unsignedReader,
} from '../../../src/clicks/accept/reader.ts';

const SALT = 'a'.repeat(128);
const PERSON: Traits = {
  address: '192.0.2.7',
  userAgent: 'Firefox/140.0',
  acceptLanguage: 'en-GB',
  hint: '1920x1080 UTC',
};
const CLASSES = 16;

const reader = (traits: Partial<Traits> = {}, salt = SALT) => unsignedReader(salt, { ...PERSON, ...traits }, CLASSES);

/** Readers that an address can be by changing what it says. */
async function readersOf(change: (i: number) => Partial<Traits>, times = 400): Promise<number> {
  return new Set(await Promise.all(Array.from({ length: times }, (_, i) => reader(change(i))))).size;
}

describe('a reader', () => {
  test('is 32 hex digits, the same as long as nothing changes', async () => {
    expect(await reader()).toMatch(/^[0-9a-f]{32}$/);
    expect(await reader()).toBe(await reader());
  });

  test('is another one with another salt or address', async () => {
    expect(await reader({}, 'b'.repeat(128))).not.toBe(await reader());
    expect(await reader({ address: '192.0.2.8' })).not.toBe(await reader());
  });

  test('has nothing in common with any reader of their address on another day', async () => {
    const all = (salt: string) =>
      Promise.all(Array.from({ length: 200 }, (_, i) => reader({ userAgent: `Agent/${i}` }, salt)));
    const [today, tomorrow] = [new Set(await all(SALT)), new Set(await all('b'.repeat(128)))];
    expect([today.size, tomorrow.size]).toEqual([CLASSES, CLASSES]);
    expect([...today].filter((each) => tomorrow.has(each))).toEqual([]);
  });

  test('is the same from everywhere in an IPv6 network of 64 bits, and from a mapped address', async () => {
    const home = await reader({ address: '2001:db8:1:2::1' });
    expect(await reader({ address: '2001:db8:1:2:ffff:ffff:ffff:ffff' })).toBe(home);
    expect(await reader({ address: '2001:db8:1:3::1' })).not.toBe(home);
    expect(await reader({ address: '::ffff:192.0.2.7' })).toBe(await reader());
  });
});

describe('an address is sixteen readers, whatever it changes', () => {
  test.each<[string, (i: number) => Partial<Traits>]>([
    ['user agents', (i) => ({ userAgent: `Agent/${i}` })],
    ['languages', (i) => ({ acceptLanguage: `x-${i}` })],
    ['hints', (i) => ({ hint: `${i}x${i}` })],
    ['all of it', (i) => ({ userAgent: `a${i}`, acceptLanguage: `b${i}`, hint: `c${i}` })],
    ['hosts of its network', (i) => ({ address: `2001:db8::${i.toString(16)}`, userAgent: `a${i}` })],
  ])('%s', async (_, change) => expect(await readersOf(change)).toBe(CLASSES));

  test('or as many as are set', async () => {
    const few = Array.from({ length: 200 }, (_, i) => unsignedReader(SALT, { ...PERSON, userAgent: String(i) }, 3));
    expect(new Set(await Promise.all(few)).size).toBe(3);
  });

  test('and what is said is kept apart, so that nothing said looks like something else', async () => {
    const one = await readersOf((i) => ({ userAgent: `x${i}`, acceptLanguage: 'y' }), 60);
    expect(one).toBeGreaterThan(10);
    expect(await reader({ userAgent: 'a","b', acceptLanguage: '' }, SALT)).toMatch(/^[0-9a-f]{32}$/);
  });
});

test.each([
  ['16', 16],
  ['1', 1],
  ['1000', 1000],
  ['0', 16],
  ['-3', 16],
  ['1001', 16],
  ['2.5', 16],
  ['many', 16],
  ['', 16],
  [undefined, 16],
])('READERS_PER_ADDRESS %s is %i', (setting, readers) => expect(readersPerAddress(setting)).toBe(readers));

test('readers of different kinds are never each other', async () => {
  const ids = await Promise.all([
    reader(),
    signedReader(SALT, 'site', 'r-1'),
    signedReader(SALT, 'site', 'r-2'),
    signedReader(SALT, 'other site', 'r-1'),
    signedReader(SALT, 'site","r', '-1'),
    importedReader(SALT, 'r-1'),
    limitedAddress(SALT, PERSON.address),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test('a limit knows an address, and not its browsers', async () => {
  expect(await limitedAddress(SALT, '2001:db8::1')).toBe(await limitedAddress(SALT, '2001:db8::2'));
  expect(await limitedAddress(SALT, '192.0.2.7')).not.toBe(await limitedAddress(SALT, '192.0.2.8'));
});
