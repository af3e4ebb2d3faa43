import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { linkToken } from '../../../src/clicks/salts/link-token.ts';
import { forgetSecret, installationSecret } from '../../../src/clicks/salts/secret.ts';
import { forgetKeys } from '../../../src/keys/authenticate.ts';
import { hashKey } from '../../../src/keys/key.ts';
import { findKey } from '../../../src/keys/key-store.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { ask, makeKey, openTestDb, publish } from '../../support/index.ts';
import { type Fail, newAddress, outcome, overrides, queue, visit, visitWith } from './beacon-support.ts';
import { BROWSER_SETS, FEED_READER_SETS, MAIL_SETS } from './header-sets.ts';

const ARTICLE = 'https://news.example.com/story?id=1';
const SITE = 'https://reader.example';
const keys = { open: '', bound: '', secret: '' };
const db = openTestDb();
const MANY = Array.from({ length: 12 }, (_, i) => 11 + i);

beforeAll(async () => {
  keys.open = await makeKey('publishable');
  keys.bound = await makeKey('publishable', [SITE]);
  keys.secret = await makeKey('secret');
  const article = { title: 'Story', introduction: 'Text', contentType: 'article' };
  const lists = { topics: [47], companies: [], countries: [], geoGroups: [] };
  const receipt = await publish(await makeKey('operator'), 'articles', [
    { id: 1, url: ARTICLE, publishedAt: '2026-01-31T08:00:00Z', ...article, ...lists },
    { id: 2, url: `${ARTICLE}2`, publishedAt: new Date(Date.now() + 86_400_000), ...article, ...lists },
    ...MANY.map((id) => ({ id, url: `${ARTICLE}-${id}`, publishedAt: '2026-01-31T08:00:00Z', ...article, ...lists })),
  ]);
  expect(receipt).toEqual({ accepted: 2 + MANY.length, rejected: [] });
});

beforeEach(() => {
  Object.assign(queue, { sent: [], sends: 0, failures: 0 });
});

const go = (headers: Record<string, string> = {}, key = keys.open) => visit(`/go/1?key=${key}`, { headers });

test('GET /go redirects to the article and counts the click', async () => {
  const response = await go();
  expect(outcome(response)).toEqual([302, 'accepted']);
  expect(response.headers.get('Location')).toBe(ARTICLE);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Referrer-Policy')).toBe('strict-origin');
  expect(JSON.stringify([...response.headers])).not.toContain(keys.open);
  expect(queue.sent).toMatchObject([{ v: 1, contentId: 1, origin: 'unsigned', companyType: null, seniority: null }]);
});

test.each<[string, Record<string, string>, string]>([
  ['a navigation', { 'Sec-Fetch-Mode': 'navigate' }, 'accepted'],
  ['a bot', { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }, 'dropped; reason=bot'],
  ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 'dropped; reason=prefetch'],
  ['an image request', { 'Sec-Fetch-Mode': 'no-cors' }, 'dropped; reason=embedded'],
])('GET /go redirects %s', async (_, headers, said) => {
  const response = await go(headers);
  expect(outcome(response)).toEqual([302, said]);
  expect(queue.sends).toBe(said === 'accepted' ? 1 : 0);
});

test('HEAD /go returns the redirect without counting a click', async () => {
  const response = await visit(`/go/1?key=${keys.open}`, { method: 'HEAD' });
  expect(outcome(response)).toEqual([302, 'dropped; reason=head']);
  expect(response.headers.get('Location')).toBe(ARTICLE);
  expect(queue.sends).toBe(0);
});

test('a repeated click on a link is redirected again with the same click id', async () => {
  const reader = { 'CF-Connecting-IP': newAddress() };
  await go(reader);
  expect(outcome(await go(reader))).toEqual([302, 'accepted']);
  expect(new Set(queue.sent.map(({ id }) => id)).size).toBe(1);
});

describe.each([
  ['browsers', BROWSER_SETS],
  ['mail programs and gateways', MAIL_SETS],
  ['feed readers', FEED_READER_SETS],
])('followed links in %s', (_, sets) => {
  test.each(sets)('a link followed in $name has the outcome $outcome', async ({ headers, outcome: expected }) => {
    const response = await go(headers);
    expect([response.status, response.headers.get('Location')]).toEqual([302, ARTICLE]);
    expect(response.headers.get('X-Click')).toBe(expected === 'accepted' ? expected : `dropped; reason=${expected}`);
    expect(queue.sends).toBe(expected === 'accepted' ? 1 : 0);
  });
});

test('a link followed over plain HTTP counts without browser headers about user gestures', async () => {
  const [{ headers = {} } = {}] = BROWSER_SETS.filter(({ outcome }) => outcome === 'noGesture');
  const request = new Request(`http://newsgauge.test/go/1?key=${keys.open}`, {
    headers: { ...headers, 'CF-Connecting-IP': newAddress() },
    redirect: 'manual',
  });
  expect(outcome(await visitWith(request))).toEqual([302, 'accepted']);
});

describe('readers who follow many links', () => {
  const follow = async (ids: readonly number[], address: string) => {
    const said: (string | null)[] = [];
    for (const id of ids) {
      const response = await visit(`/go/${id}?key=${keys.open}`, { headers: { 'CF-Connecting-IP': address } });
      expect(response.status).toBe(302);
      said.push(response.headers.get('X-Click'));
    }
    return said;
  };
  const burst = 'dropped; reason=burst';

  test('a reader is treated as a mail gateway from the third link within two seconds, without affecting other readers', async () => {
    const address = newAddress();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      expect(await follow(MANY, address)).toEqual([
        ...Array(2).fill('accepted'),
        ...Array(MANY.length - 2).fill(burst),
      ]);
    } finally {
      vi.useRealTimers();
    }
    expect(await follow([1], newAddress())).toEqual(['accepted']);
  });

  test('a reader may follow the same link eight times', async () => {
    expect(await follow(Array(8).fill(11), newAddress())).toEqual(Array(8).fill('accepted'));
  });

  test('a reader may follow links more than ten seconds apart, but not in a steady stream', async () => {
    const limit = async () => ({ success: true });
    Object.assign(overrides, { LINK_BURST: { limit } });
    try {
      const at = async (seconds: readonly number[]) => {
        const address = newAddress();
        const start = Date.now();
        const said: (string | null)[] = [];
        for (const [i, second] of seconds.entries()) {
          vi.useFakeTimers({ toFake: ['Date'], now: start + second * 1000 });
          said.push(...(await follow([MANY[i % MANY.length] ?? 0], address)));
        }
        return said.map((each) => each === 'accepted');
      };
      expect(await at([0, 1, 2])).toEqual([true, true, true]);
      expect(await at([0, 1, 1.9])).toEqual([true, true, false]);
      expect(await at([0, 0.5, 2.6, 3.1])).toEqual([true, true, true, true]);
      expect(await at([0, 2, 4, 6, 8, 10])).toEqual([true, true, true, true, true, true]);
      expect(await at([0, 2, 4, 6, 8, 9.9])).toEqual([true, true, true, true, true, false]);
      expect(await at([0, 1, 2, 3, 4, 5, 6, 7, 8, 18.1])).toEqual([
        true,
        true,
        true,
        true,
        true,
        false,
        false,
        false,
        false,
        true,
      ]);
    } finally {
      delete overrides.LINK_BURST;
      vi.useRealTimers();
    }
  });

  test('a reader is treated as a mail gateway if other isolates saw the other links', async () => {
    Object.assign(overrides, { LINK_BURST: { limit: async () => ({ success: false }) } });
    expect(await follow([11], newAddress())).toEqual([burst]);
    delete overrides.LINK_BURST;
  });
});

describe('tokens of tracked links', () => {
  const byToken = (t: string, headers: Record<string, string> = {}) => visit(`/go/1?t=${t}`, { headers });
  const token = async (key: string) =>
    linkToken(await installationSecret(db), (await findKey(db, await hashKey(key)))?.id ?? 0);

  test('a link token counts a click for its key', async () => {
    expect(outcome(await byToken(await token(keys.open)))).toEqual([302, 'accepted']);
    expect(queue.sent).toHaveLength(1);
  });

  test('a link token of a bound key counts for navigation but not for scripts of other pages', async () => {
    const t = await token(keys.bound);
    expect(outcome(await byToken(t))).toEqual([302, 'accepted']);
    expect(outcome(await byToken(t, { Origin: SITE }))).toEqual([302, 'accepted']);
    expect(outcome(await byToken(t, { Origin: 'https://other.example' }))).toEqual([302, 'dropped; reason=embedded']);
  });

  test('a link token of a revoked key redirects without counting', async () => {
    const key = await makeKey('publishable');
    const t = await token(key);
    await revokeKey(db, (await findKey(db, await hashKey(key)))?.id ?? 0, 1);
    forgetKeys();
    const response = await byToken(t);
    expect(outcome(response)).toEqual([302, 'dropped; reason=keyEnded']);
    expect(response.headers.get('Location')).toBe(ARTICLE);
    expect(queue.sends).toBe(0);
  });

  test('a forged link token is rejected', async () => {
    const t = await token(keys.open);
    const [id = '', mac = ''] = t.split('.');
    const other = await linkToken('of another installation', Number.parseInt(id, 36));
    for (const forged of [
      other,
      `${id}.${'0'.repeat(32)}`,
      `${Number.parseInt(id, 36) + 1}.${mac}`,
      `${t}0`,
      'x',
      keys.open,
    ]) {
      const response = await byToken(forged);
      expect([response.status, ((await response.json()) as Fail).reason]).toEqual([401, 'apiKeyInvalid']);
    }
    expect(queue.sends).toBe(0);
  });

  test('a link token is not accepted as a credential by other routes', async () => {
    const t = await token(keys.secret);
    for (const name of ['apiKey', 't']) expect((await ask(`/api/v2/feed/?${name}=${t}`)).status).toBe(401);
    expect((await visit(`/go/1?key=${t}`)).status).toBe(401);
  });

  test('a link token is the same in every isolate', async () => {
    const t = await token(keys.open);
    forgetSecret();
    expect(await token(keys.open)).toBe(t);
  });
});

test('a failing queue does not prevent the redirect of a link', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  queue.failures = 3;
  expect(outcome(await go())).toEqual([302, 'dropped; reason=unavailable']);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('a link with a bound key redirects requests without an Origin, but not scripts of other origins', async () => {
  expect(outcome(await go({}, keys.bound))).toEqual([302, 'accepted']);
  expect(outcome(await go({ Origin: SITE }, keys.bound))).toEqual([302, 'accepted']);
  const foreign = await go({ Origin: 'https://other.example' }, keys.bound);
  expect([foreign.status, foreign.headers.get('Location')]).toEqual([403, null]);
});

describe('links that cannot be followed', () => {
  test.each([
    ['an unknown article', 99],
    ['an article scheduled for tomorrow', 2],
  ])('a link to %s returns an HTML page with status 404', async (_, id) => {
    const response = await visit(`/go/${id}?key=${keys.open}`);
    expect(outcome(response)).toEqual([404, 'dropped; reason=notFound']);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain('This article is not available');
    expect(page).not.toContain(keys.open);
    expect(queue.sends).toBe(0);
  });

  test.each([
    ['an id that is not a number', '/go/story?key=open', 400, 'parameterInvalid'],
    ['a URL as id', `/go/${encodeURIComponent('https://evil.example/')}?key=open`, 400, 'parameterInvalid'],
    ['no key', '/go/1', 401, 'apiKeyMissing'],
    ['an empty key', '/go/1?key=', 401, 'apiKeyMissing'],
    ['an unknown key', '/go/1?key=ngp_nonsense', 401, 'apiKeyInvalid'],
    ['a secret key', '/go/1?key=secret', 403, 'forbidden'],
    ['two keys', '/go/1?key=open&key=open', 400, 'parameterInvalid'],
  ])('a link with %s returns a JSON error', async (_, path, status, reason) => {
    const response = await visit(
      path.replaceAll(/key=(open|secret)/g, (_, kind: 'open' | 'secret') => `key=${keys[kind]}`),
    );
    expect([response.status, ((await response.json()) as Fail).reason]).toEqual([status, reason]);
    expect(response.headers.get('Location')).toBeNull();
    expect(queue.sends).toBe(0);
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s on a link returns 405', async (method) => {
    const response = await visit(`/go/1?key=${keys.open}`, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
