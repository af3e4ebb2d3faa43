import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { readClaims } from '../../../src/clicks/accept/claims.ts';

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

describe('a token counts', () => {
  test.each<[string, object, object]>([
    ['with all it says', CLAIMS, SIGNED],
    ['without audience', { sub: 'r-1', exp: SECONDS + 60 }, { ...SIGNED, companyType: null, seniority: null }],
    ['until the moment it ends', { ...CLAIMS, exp: SECONDS + 1 }, SIGNED],
    ['24 hours ahead', { ...CLAIMS, exp: SECONDS + 86_400 }, SIGNED],
    ['with words as people write them', { ...CLAIMS, companyType: 'Broker', seniority: 'DIRECTOR' }, SIGNED],
    [
      'with an unknown word, which is named',
      { ...CLAIMS, companyType: 'bank' },
      { ...SIGNED, companyType: null, ignored: ['companyType'] },
    ],
    ['with what is not asked for', { ...CLAIMS, iss: 'x', aud: ['y'], iat: SECONDS + 30, admin: true }, SIGNED],
  ])('%s', async (_, claims, expected) => {
    expect(await readClaims({ token: await sign(claims) }, [SECRET], NOW)).toEqual(expected);
  });

  test('signed with any of the living secrets', async () => {
    expect(await readClaims({ token: await sign(CLAIMS) }, [OTHER, SECRET], NOW)).toEqual(SIGNED);
  });

  test('and not what the page says beside it', async () => {
    const token = await sign({ sub: 'r-1', exp: SECONDS + 60 });
    expect(await readClaims({ token, companyType: 'broker', seniority: 'manager' }, [SECRET], NOW)).toMatchObject({
      companyType: null,
      seniority: null,
    });
  });
});

describe('a token is ignored, and named', () => {
  const refused = async (token: unknown, secrets: string[] | null = [SECRET]) =>
    expect(await readClaims({ token }, secrets, NOW)).toEqual({ ...NOBODY, ignored: ['token'] });

  test.each<[string, object]>([
    ['expired', { ...CLAIMS, exp: SECONDS }],
    ['more than 24 hours ahead', { ...CLAIMS, exp: SECONDS + 86_401 }],
    ['far in the future', { ...CLAIMS, exp: 9e15 }],
    ['without an end', { sub: 'r-1' }],
    ['with an end in words', { ...CLAIMS, exp: 'tomorrow' }],
    ['without a reader', { exp: SECONDS + 60 }],
    ['with an empty reader', { ...CLAIMS, sub: '' }],
    ['with a number for a reader', { ...CLAIMS, sub: 7 }],
    ['with a reader of 201 characters', { ...CLAIMS, sub: 'x'.repeat(201) }],
    ['not valid yet', { ...CLAIMS, nbf: SECONDS + 60 }],
  ])('%s', async (_, claims) => refused(await sign(claims)));

  test('signed with another secret', async () => refused(await sign(CLAIMS, OTHER)));
  test('signed with another algorithm', async () =>
    refused(await sign(CLAIMS, SECRET.padEnd(128, 'x'), 'HS512'), [SECRET.padEnd(128, 'x')]));
  test('signed with nothing', async () => refused(new UnsecuredJWT({ ...CLAIMS }).encode()));
  test('that says it needs no signature', async () => {
    const [, payload, signature] = (await sign(CLAIMS)).split('.');
    await refused(`${base64url({ alg: 'none' })}.${payload}.${signature}`);
    await refused(`${base64url({ alg: 'none' })}.${payload}.`);
  });
  test('whose words were changed after it was signed', async () => {
    const [header, , signature] = (await sign(CLAIMS)).split('.');
    await refused(`${header}.${base64url({ ...CLAIMS, sub: 'r-2' })}.${signature}`);
  });
  test('where the key has no living secret, or signs nothing', async () => {
    await refused(await sign(CLAIMS), []);
    await refused(await sign(CLAIMS), null);
  });
  test.each([7, {}, [], true, 'x', 'a.b', '../..', 'a.b.c.d', '💥'])('%j', async (token) => refused(token));

  test('whatever it is', async () => {
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

describe('without a token', () => {
  const said = { companyType: 'Carrier', seniority: 'manager' };

  test('the page’s own words count where the key signs nothing', async () => {
    const own = { subject: null, companyType: 'carrier', seniority: 'manager', ignored: [] };
    expect(await readClaims(said, null, NOW)).toEqual(own);
    expect(await readClaims({ ...said, token: null }, null, NOW)).toEqual(own);
    expect(await readClaims({ ...said, token: '' }, null, NOW)).toEqual(own);
  });

  test('and are ignored and named once it signs', async () => {
    expect(await readClaims(said, [SECRET], NOW)).toEqual({ ...NOBODY, ignored: ['companyType', 'seniority'] });
    expect(await readClaims(said, [], NOW)).toEqual({ ...NOBODY, ignored: ['companyType', 'seniority'] });
    expect(await readClaims({}, [SECRET], NOW)).toEqual({ ...NOBODY, ignored: [] });
  });

  test('a bad token makes no better words', async () => {
    const token = await sign(CLAIMS, OTHER);
    expect(await readClaims({ ...said, token }, [SECRET], NOW)).toEqual({
      ...NOBODY,
      ignored: ['companyType', 'seniority', 'token'],
    });
  });
});
