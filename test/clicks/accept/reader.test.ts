import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { addressNetwork, addressPrefix } from '../../../src/clicks/accept/address.ts';
import { isBot, isPrefetch } from '../../../src/clicks/accept/bots.ts';
import { readClaims } from '../../../src/clicks/accept/claims.ts';
import {
  importedReader,
  limitedAddress,
  readersPerAddress,
  signedReader,
  type Traits,
  unsignedReader,
} from '../../../src/clicks/accept/reader.ts';
import { trustedNetworks } from '../../../src/clicks/accept/trusted.ts';
import { BOTS, BROWSERS } from './user-agents.ts';

describe('readers', () => {
  const SALT = 'a'.repeat(128);
  const PERSON: Traits = {
    address: '192.0.2.7',
    userAgent: 'Firefox/140.0',
    acceptLanguage: 'en-GB',
    hint: '1920x1080 UTC',
  };
  const CLASSES = 16;

  const reader = (traits: Partial<Traits> = {}, salt = SALT) => unsignedReader(salt, { ...PERSON, ...traits }, CLASSES);

  /** Number of distinct readers that one address gets by changing its traits. */
  async function readersOf(change: (i: number) => Partial<Traits>, times = 400): Promise<number> {
    return new Set(await Promise.all(Array.from({ length: times }, (_, i) => reader(change(i))))).size;
  }

  describe('unsignedReader', () => {
    test('a reader is a stable hash of 32 hexadecimal digits', async () => {
      expect(await reader()).toMatch(/^[0-9a-f]{32}$/);
      expect(await reader()).toBe(await reader());
    });

    test('a reader depends on the salt and the address', async () => {
      expect(await reader({}, 'b'.repeat(128))).not.toBe(await reader());
      expect(await reader({ address: '192.0.2.8' })).not.toBe(await reader());
    });

    test('readers behind the same address cannot be linked across days', async () => {
      const all = (salt: string) =>
        Promise.all(Array.from({ length: 200 }, (_, i) => reader({ userAgent: `Agent/${i}` }, salt)));
      const [today, tomorrow] = [new Set(await all(SALT)), new Set(await all('b'.repeat(128)))];
      expect([today.size, tomorrow.size]).toEqual([CLASSES, CLASSES]);
      expect([...today].filter((each) => tomorrow.has(each))).toEqual([]);
    });

    test('all addresses of an IPv6 /64 give the same reader, as do an IPv4 address and its mapped form', async () => {
      const home = await reader({ address: '2001:db8:1:2::1' });
      expect(await reader({ address: '2001:db8:1:2:ffff:ffff:ffff:ffff' })).toBe(home);
      expect(await reader({ address: '2001:db8:1:3::1' })).not.toBe(home);
      expect(await reader({ address: '::ffff:192.0.2.7' })).toBe(await reader());
    });
  });

  describe('maximum number of readers per address', () => {
    test.each<[string, (i: number) => Partial<Traits>]>([
      ['user agents', (i) => ({ userAgent: `Agent/${i}` })],
      ['languages', (i) => ({ acceptLanguage: `x-${i}` })],
      ['hints', (i) => ({ hint: `${i}x${i}` })],
      ['all traits', (i) => ({ userAgent: `a${i}`, acceptLanguage: `b${i}`, hint: `c${i}` })],
      ['hosts of the same network', (i) => ({ address: `2001:db8::${i.toString(16)}`, userAgent: `a${i}` })],
    ])('changes in %s produce at most sixteen readers per address', async (_, change) =>
      expect(await readersOf(change)).toBe(CLASSES),
    );

    test('an address counts as at most the configured number of readers', async () => {
      const few = Array.from({ length: 200 }, (_, i) => unsignedReader(SALT, { ...PERSON, userAgent: String(i) }, 3));
      expect(new Set(await Promise.all(few)).size).toBe(3);
    });

    test('traits are hashed unambiguously', async () => {
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
  ])('READERS_PER_ADDRESS “%s” allows %i readers', (setting, readers) =>
    expect(readersPerAddress(setting)).toBe(readers),
  );

  test('unsigned, signed and imported readers never have the same id', async () => {
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

  test('an address has one rate limit regardless of the browser', async () => {
    expect(await limitedAddress(SALT, '2001:db8::1')).toBe(await limitedAddress(SALT, '2001:db8::2'));
    expect(await limitedAddress(SALT, '192.0.2.7')).not.toBe(await limitedAddress(SALT, '192.0.2.8'));
  });
});

describe('networks of addresses', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['2002:c000:207:1::5', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
    ['1::2::3', '1::2::3'],
    ['1:2:3', '1:2:3'],
    ['12345::', '12345::'],
    ['010.0.0.1', '010.0.0.1'],
    ['0x7f.1', '0x7f.1'],
    ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
    ['::ffff:192.0.2.700', '::ffff:192.0.2.700'],
  ])('addressNetwork of %s is %s', (address, network) => expect(addressNetwork(address)).toBe(network));

  test.each([
    ['192.0.2.7', '192.0.0.0/16'],
    ['::ffff:192.0.2.7', '192.0.0.0/16'],
    ['2002:c000:207:1::5', '192.0.0.0/16'],
    ['2001:0DB8:0001:0002::6', '2001:db8::/32'],
    ['2001:db8::', '2001:db8::/32'],
    ['::1', '0:0::/32'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('addressPrefix of %s is %s', (address, prefix) => expect(addressPrefix(address)).toBe(prefix));

  test('all notations of an address give the same network', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const address = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        address,
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.nat({ max: 3 }),
        (groups, host, place) => {
          // Addresses that contain an IPv4 address follow other rules.
          fc.pre(groups[0] !== 0x2002 && groups.slice(0, 5).some((each) => each > 0));
          const write = (all: number[]) => all.map((each) => each.toString(16)).join(':');
          const padded = groups.map((each) => each.toString(16).toUpperCase().padStart(4, '0')).join(':');
          expect(addressNetwork(padded)).toBe(addressNetwork(write(groups)));
          expect(addressNetwork(new URL(`http://[${write(groups)}]`).hostname.slice(1, -1))).toBe(
            addressNetwork(write(groups)),
          );
          expect(addressNetwork(write([...groups.slice(0, 4), ...host]))).toBe(addressNetwork(write(groups)));
          const other = groups.with(place, (groups[place] ?? 0) ^ 1);
          fc.pre(other[0] !== 0x2002 && other.slice(0, 5).some((each) => each > 0));
          expect(addressNetwork(write(other))).not.toBe(addressNetwork(write(groups)));
        },
      ),
    );
  });
});

describe('detection of bots', () => {
  test('isBot recognizes every bot and accepts every browser', () => {
    expect(BOTS.filter((agent) => !isBot(agent))).toEqual([]);
    expect(BROWSERS.filter(isBot)).toEqual([]);
  });

  describe('isPrefetch', () => {
    test.each([
      ['Sec-Purpose', 'prefetch', true],
      ['Sec-Purpose', 'prefetch;prerender', true],
      ['Sec-Purpose', 'prefetch;anonymous-client-ip', true],
      ['Purpose', 'prefetch', true],
      ['X-Purpose', 'preview', true],
      ['X-Moz', 'Prefetch', true],
      ['Sec-Purpose', '', false],
      ['Sec-Fetch-Dest', 'empty', false],
      ['Referer', 'https://example.com/prefetch', false],
    ])('isPrefetch of the header %s: %s is %s', (name, value, expected) =>
      expect(isPrefetch(new Headers({ [name]: value }))).toBe(expected),
    );

    test('isPrefetch is false without headers', () => expect(isPrefetch(new Headers())).toBe(false));
  });
});

describe('readClaims', () => {
  const NOW = Date.UTC(2026, 4, 12, 12);
  const SECONDS = NOW / 1000;
  const SECRET = `ngj_${'1'.repeat(64)}`;
  const OTHER = `ngj_${'2'.repeat(64)}`;
  const CLAIMS = { sub: 'r-1', exp: SECONDS + 3600, companyType: 'broker', seniority: 'director' };
  const SIGNED = { subject: 'r-1', companyType: 'broker', seniority: 'director', ignored: [] };
  const NOBODY = { subject: null, companyType: null, seniority: null };

  const bytes = (text: string) => new TextEncoder().encode(text);
  const sign = (claims: object, secret = SECRET, alg = 'HS256') =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: 'JWT' }).sign(bytes(secret));
  const base64url = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');

  describe('accepted tokens', () => {
    test.each<[string, object, object]>([
      ['with all claims', CLAIMS, SIGNED],
      ['without audience claims', { sub: 'r-1', exp: SECONDS + 60 }, { ...SIGNED, companyType: null, seniority: null }],
      ['one second before its expiry', { ...CLAIMS, exp: SECONDS + 1 }, SIGNED],
      ['with an expiry in 24 hours', { ...CLAIMS, exp: SECONDS + 86_400 }, SIGNED],
      ['with values in other capitals', { ...CLAIMS, companyType: 'Broker', seniority: 'DIRECTOR' }, SIGNED],
      [
        'with an unknown value, which is listed as ignored',
        { ...CLAIMS, companyType: 'bank' },
        { ...SIGNED, companyType: null, ignored: ['companyType'] },
      ],
      ['with other claims', { ...CLAIMS, iss: 'x', aud: ['y'], iat: SECONDS + 30, admin: true }, SIGNED],
    ])('readClaims accepts a token %s', async (_, claims, expected) => {
      expect(await readClaims({ token: await sign(claims) }, [SECRET], NOW)).toEqual(expected);
    });

    test('readClaims accepts a token signed with any active secret', async () => {
      expect(await readClaims({ token: await sign(CLAIMS) }, [OTHER, SECRET], NOW)).toEqual(SIGNED);
    });

    test('a token without audience claims overrides the unsigned claims of the page', async () => {
      const token = await sign({ sub: 'r-1', exp: SECONDS + 60 });
      expect(await readClaims({ token, companyType: 'broker', seniority: 'manager' }, [SECRET], NOW)).toMatchObject({
        companyType: null,
        seniority: null,
      });
    });
  });

  describe('ignored tokens', () => {
    const refused = async (token: unknown, secrets: string[] | null = [SECRET]) =>
      expect(await readClaims({ token }, secrets, NOW)).toEqual({ ...NOBODY, ignored: ['token'] });

    test.each<[string, object]>([
      ['expired', { ...CLAIMS, exp: SECONDS }],
      ['with an expiry in more than 24 hours', { ...CLAIMS, exp: SECONDS + 86_401 }],
      ['with an expiry far in the future', { ...CLAIMS, exp: 9e15 }],
      ['without an expiry', { sub: 'r-1' }],
      ['with text as its expiry', { ...CLAIMS, exp: 'tomorrow' }],
      ['without a reader', { exp: SECONDS + 60 }],
      ['with an empty reader', { ...CLAIMS, sub: '' }],
      ['with a number for a reader', { ...CLAIMS, sub: 7 }],
      ['with a reader of 201 characters', { ...CLAIMS, sub: 'x'.repeat(201) }],
      ['not valid yet', { ...CLAIMS, nbf: SECONDS + 60 }],
    ])('readClaims ignores and reports an invalid token: %s', async (_, claims) => refused(await sign(claims)));

    test('readClaims ignores a token signed with another secret', async () => refused(await sign(CLAIMS, OTHER)));
    test('readClaims ignores a token signed with another algorithm', async () =>
      refused(await sign(CLAIMS, SECRET.padEnd(128, 'x'), 'HS512'), [SECRET.padEnd(128, 'x')]));
    test('readClaims ignores an unsigned token', async () => refused(new UnsecuredJWT({ ...CLAIMS }).encode()));
    test('readClaims ignores a token whose header sets the algorithm to none', async () => {
      const [, payload, signature] = (await sign(CLAIMS)).split('.');
      await refused(`${base64url({ alg: 'none' })}.${payload}.${signature}`);
      await refused(`${base64url({ alg: 'none' })}.${payload}.`);
    });
    test('readClaims ignores a token that was changed after signing', async () => {
      const [header, , signature] = (await sign(CLAIMS)).split('.');
      await refused(`${header}.${base64url({ ...CLAIMS, sub: 'r-2' })}.${signature}`);
    });
    test('readClaims ignores a token if the key has no active secret', async () => {
      await refused(await sign(CLAIMS), []);
      await refused(await sign(CLAIMS), null);
    });
    test.each([7, {}, [], true, 'x', 'a.b', '../..', 'a.b.c.d', '💥'])(
      'readClaims ignores the token %j',
      async (token) => refused(token),
    );

    test('readClaims ignores tokens of any other type or form', async () => {
      const part = fc.string({ unit: 'binary', maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.anything(),
            part,
            fc.array(part).map((parts) => parts.join('.')),
          ),
          async (token) => {
            const { subject } = await readClaims({ token }, [SECRET], NOW);
            expect(subject).toBeNull();
          },
        ),
      );
    });
  });

  describe('readClaims without a token', () => {
    const said = { companyType: 'Carrier', seniority: 'manager' };

    test('readClaims accepts unsigned claims if the key has no secrets', async () => {
      const own = { subject: null, companyType: 'carrier', seniority: 'manager', ignored: [] };
      expect(await readClaims(said, null, NOW)).toEqual(own);
      expect(await readClaims({ ...said, token: null }, null, NOW)).toEqual(own);
      expect(await readClaims({ ...said, token: '' }, null, NOW)).toEqual(own);
    });

    test('readClaims ignores and reports unsigned claims if the key has secrets', async () => {
      expect(await readClaims(said, [SECRET], NOW)).toEqual({ ...NOBODY, ignored: ['companyType', 'seniority'] });
      expect(await readClaims(said, [], NOW)).toEqual({ ...NOBODY, ignored: ['companyType', 'seniority'] });
      expect(await readClaims({}, [SECRET], NOW)).toEqual({ ...NOBODY, ignored: [] });
    });

    test('readClaims ignores unsigned claims sent with an invalid token', async () => {
      const token = await sign(CLAIMS, OTHER);
      expect(await readClaims({ ...said, token }, [SECRET], NOW)).toEqual({
        ...NOBODY,
        ignored: ['companyType', 'seniority', 'token'],
      });
    });
  });
});

describe('trustedNetworks', () => {
  const SETTING = 'AS64496, 64497 10.0.0.0/8,192.168.7.0/25\t2001:db8:aa::/48';
  const networks = trustedNetworks(SETTING);

  describe(SETTING, () => {
    test.each([
      [{ network: 64496 }, true],
      [{ network: 64497 }, true],
      [{ network: 64498 }, false],
      [{ network: 0 }, false],
      [{ network: null, address: '10.200.3.4' }, true],
      [{ address: '::ffff:10.0.0.1' }, true],
      [{ address: '11.0.0.1' }, false],
      [{ address: '192.168.7.127' }, true],
      [{ address: '192.168.7.128' }, false],
      [{ address: '2001:db8:aa:ffff::1' }, true],
      [{ address: '2001:db8:ab::1' }, false],
      [{ address: '2002:0a00:0001::1' }, false],
      [{ address: 'unknown' }, false],
      [{ address: '' }, false],
      [{}, false],
    ])('the trusted networks contain %j: %s', (sender, isIn) => expect(networks.has(sender)).toBe(isIn));

    test('the trusted networks have no invalid entries', () => expect(networks.wrong).toEqual([]));
  });

  test.each([
    '10.0.0.0',
    '10.0.0.0/0',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0/8',
    'intranet',
    'AS',
    'AS-1',
    '/8',
    '10.0.0.0/8/9',
  ])('trustedNetworks reports %s as an invalid entry that matches no sender', (entry) => {
    const { wrong, has } = trustedNetworks(`${entry},AS64496`);
    expect(wrong).toEqual([entry]);
    expect(has({ address: '10.0.0.1' })).toBe(false);
    expect(has({ address: '::1' })).toBe(false);
    expect(has({ network: 64496 })).toBe(true);
  });

  test('an empty setting trusts no sender', () => {
    const { wrong, has } = trustedNetworks('');
    expect([wrong, has({ network: 64496, address: '10.0.0.1' })]).toEqual([[], false]);
  });
});
