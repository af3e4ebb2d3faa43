import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listKeys, revokeKey } from '../../../src/keys/store.ts';
import { BOTS, BROWSERS } from '../../clicks/user-agents.ts';
import { ask, makeKey, ORIGIN, openTestDb } from '../../support/index.ts';
import { beacon, type Fail, newAddress, outcome, queue, visit } from './beacon-support.ts';

const SITE = 'https://reader.example';
const keys = { open: '', bound: '', secret: '', operator: '', revoked: '' };

beforeAll(async () => {
  keys.open = await makeKey('publishable');
  keys.bound = await makeKey('publishable', [SITE]);
  keys.secret = await makeKey('secret');
  keys.operator = await makeKey('operator');
  keys.revoked = await makeKey('publishable');
  const db = openTestDb();
  await revokeKey(db, Math.max(...(await listKeys(db)).map(({ id }) => id)), 1);
});

beforeEach(() => {
  Object.assign(queue, { sent: [], sends: 0, failures: 0 });
});

describe('an accepted beacon', () => {
  test('is in the queue in exactly the shape of a message', async () => {
    const before = Math.floor(Date.now() / 1000);
    const body = { key: keys.open, contentId: 7, companyType: 'Broker', seniority: 'c-suite' };
    const response = await beacon(body, {}, { continent: 'EU' } as never);
    expect(outcome(response)).toEqual([202, 'accepted']);
    expect(await response.text()).toBe('');
    expect(queue.sent).toEqual([
      {
        v: 1,
        contentId: 7,
        at: expect.any(Number),
        reader: expect.stringMatching(/^[0-9a-f]{32}$/),
        companyType: 'broker',
        seniority: 'c-suite',
        continent: 'EU',
      },
    ]);
    const { at = 0 } = queue.sent[0] ?? {};
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now() / 1000);
  });

  test.each([
    ['absent', {}],
    ['null', { companyType: null, seniority: null }],
    ['empty', { companyType: '', seniority: '' }],
    ['with fields of another version', { v: 9, href: 'https://x.example', nested: { a: [1] } }],
  ])('may have attributes %s', async (_, attributes) => {
    expect(outcome(await beacon({ key: keys.open, contentId: 7, ...attributes }))).toEqual([202, 'accepted']);
    expect(queue.sent[0]).toMatchObject({ companyType: null, seniority: null });
  });

  test.each(['XX', 'T1', '', undefined])('has no continent where the edge names %s', async (continent) => {
    await beacon({ key: keys.open, contentId: 7 }, {}, { continent } as never);
    expect(queue.sent[0]?.continent).toBeNull();
  });

  test.each(['application/json', 'text/plain', ''])('may be of type "%s"', async (type) => {
    const response = await beacon({ key: keys.open, contentId: 7 }, { 'Content-Type': type });
    expect(outcome(response)).toEqual([202, 'accepted']);
  });

  test('may come from another origin and tells it the outcome', async () => {
    const { headers } = await beacon({ key: keys.open, contentId: 7 }, { Origin: SITE });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(headers.get('Access-Control-Expose-Headers')).toMatch(/\bRetry-After\b.*\bX-Click\b/);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('has a preflight where a page sends JSON as such', async () => {
    const { status, headers } = await visit('/clicks', {
      method: 'OPTIONS',
      headers: { Origin: SITE, 'Access-Control-Request-Method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect(headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
  });
});

describe('a bad beacon is refused', () => {
  test.each([
    ['nothing', '', 'body'],
    ['not JSON', 'contentId=7', 'body'],
    ['JSON cut short', '{"key":', 'body'],
    ['an array', '[]', 'body'],
    ['a number', '7', 'body'],
    ['null', 'null', 'body'],
    ['NaN', '{"key":"KEY","contentId":NaN}', 'body'],
    ['no article', '{"key":"KEY"}', 'contentId'],
    ['an article in quotes', '{"key":"KEY","contentId":"7"}', 'contentId'],
    ['article 0', '{"key":"KEY","contentId":0}', 'contentId'],
    ['article -1', '{"key":"KEY","contentId":-1}', 'contentId'],
    ['article 1.5', '{"key":"KEY","contentId":1.5}', 'contentId'],
    ['article 1e999', '{"key":"KEY","contentId":1e999}', 'contentId'],
    ['article 2^53', '{"key":"KEY","contentId":9007199254740992}', 'contentId'],
    ['article null', '{"key":"KEY","contentId":null}', 'contentId'],
    ['an object for an article', '{"key":"KEY","contentId":{"valueOf":7}}', 'contentId'],
    ['a strange company', '{"key":"KEY","contentId":7,"companyType":"bank"}', 'companyType'],
    ['a company as a number', '{"key":"KEY","contentId":7,"companyType":1}', 'companyType'],
    ['a strange seniority', '{"key":"KEY","contentId":7,"seniority":["director"]}', 'seniority'],
    ['a key as a number', '{"key":1,"contentId":7}', 'key'],
  ])('400: %s', async (_, body, field) => {
    const response = await beacon(body.replace('KEY', keys.open));
    const { code, reason, data } = (await response.json()) as Fail;
    expect([response.status, code, reason, Object.keys(data)]).toEqual([400, 400, 'parameterInvalid', [field]]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(queue.sends).toBe(0);
  });

  test('400 names all faulty fields at once', async () => {
    const response = await beacon({ key: keys.open, contentId: 'x', companyType: 3, seniority: 'boss' });
    expect(Object.keys(((await response.json()) as Fail).data)).toEqual(['contentId', 'companyType', 'seniority']);
  });

  const padded = (bytes: number) => {
    const body = JSON.stringify({ key: keys.open, contentId: 7, pad: '' });
    return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
  };

  test('413 beyond 4 KB, whether it says so or not', async () => {
    expect((await beacon(padded(4096))).status).toBe(202);
    const said = await beacon(padded(4097));
    const streamed = await visit('/clicks', { method: 'POST', body: new Blob([padded(4097)]).stream() });
    const endless = await visit('/clicks', {
      method: 'POST',
      body: new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) }),
    });
    expect([said.status, streamed.status, endless.status]).toEqual([413, 413, 413]);
  });

  test.each([
    ['no key', undefined, 401, 'apiKeyMissing', /required/],
    ['an empty key', '', 401, 'apiKeyMissing', /required/],
    ['a key that is none', 'ngp_nonsense', 401, 'apiKeyInvalid', /unknown/],
    ['an unknown key', 'ngp_', 401, 'apiKeyInvalid', /unknown/],
    ['a revoked key', 'revoked', 401, 'apiKeyInvalid', /revoked/],
    ['a secret key', 'secret', 403, 'forbidden', /secret key.*never be on a page.*rotate/],
    ['an operator key', 'operator', 403, 'forbidden', /operator key.*never be on a page.*rotate/],
  ])('%s', async (_, given, status, reason, told) => {
    const key = given && given in keys ? keys[given as keyof typeof keys] : given;
    const response = await beacon({ key, contentId: 7 });
    const text = await response.text();
    const fail = JSON.parse(text) as Fail;
    expect([response.status, fail.reason]).toEqual([status, reason]);
    expect(fail.data.key).toMatch(told);
    if (key) expect(text).not.toContain(key);
    expect(queue.sends).toBe(0);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('405: %s', async (method) => {
    const response = await visit('/clicks', { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('a bound key', () => {
  test.each<[string, Record<string, string>, number]>([
    ['its origin', { Origin: SITE }, 202],
    ['an address of its origin as referrer', { Referer: `${SITE}/page?q=1` }, 202],
    ['the embed of this service', { Origin: ORIGIN }, 202],
    ['another origin', { Origin: 'https://other.example' }, 403],
    ['another origin with a referrer of its own', { Origin: 'https://other.example', Referer: SITE }, 403],
    ['a subdomain', { Origin: 'https://www.reader.example' }, 403],
    ['another scheme', { Origin: 'http://reader.example' }, 403],
    ['the origin null', { Origin: 'null' }, 403],
    ['no origin', {}, 403],
    ['a referrer that is no address', { Referer: 'reader.example' }, 403],
  ])('with %s: %i', async (_, headers, status) => {
    const response = await beacon({ key: keys.bound, contentId: 7 }, headers);
    expect(response.status).toBe(status);
    expect(queue.sends).toBe(status === 202 ? 1 : 0);
    if (status === 403) expect(Object.keys(((await response.json()) as Fail).data)).toEqual(['origin']);
  });

  test('unlike an unbound one, which any page may use', async () => {
    expect((await beacon({ key: keys.open, contentId: 7 }, { Origin: 'null' })).status).toBe(202);
  });
});

describe('left out, and said so', () => {
  test('bots', async () => {
    for (const agent of BOTS.slice(0, 10)) {
      const response = await beacon({ key: keys.open, contentId: 7 }, { 'User-Agent': agent });
      expect(outcome(response)).toEqual([202, 'dropped; reason=bot']);
    }
    expect(queue.sends).toBe(0);
  });

  test('prefetches', async () => {
    const response = await beacon({ key: keys.open, contentId: 7 }, { 'Sec-Purpose': 'prefetch;prerender' });
    expect(outcome(response)).toEqual([202, 'dropped; reason=prefetch']);
    expect(queue.sends).toBe(0);
  });

  test('the same reader and article again within the hour, and no others', async () => {
    const [reader, other] = [newAddress(), newAddress()];
    const say = async (contentId: number, address: string, agent = BROWSERS[0] ?? '') =>
      (await beacon({ key: keys.open, contentId }, { 'CF-Connecting-IP': address, 'User-Agent': agent })).headers.get(
        'X-Click',
      );
    expect(await say(1, reader)).toBe('accepted');
    expect(await say(1, reader)).toBe('dropped; reason=duplicate');
    expect(await say(2, reader)).toBe('accepted');
    expect(await say(1, other)).toBe('accepted');
    expect(await say(1, reader, BROWSERS[1])).toBe('accepted');
    expect(queue.sent).toHaveLength(4);
    expect(new Set(queue.sent.map(({ reader }) => reader)).size).toBe(3);
  });

  test('the same click in the next hour is another one', async () => {
    const address = newAddress();
    const say = () => beacon({ key: keys.open, contentId: 1 }, { 'CF-Connecting-IP': address });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 3_600_000) * 3_600_000 - 1000 });
    try {
      await say();
      vi.setSystemTime(Date.now() + 1000);
      expect(outcome(await say())).toEqual([202, 'accepted']);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('ten thousand clicks of one reader leave the queue alone', async () => {
  const address = newAddress();
  const statuses = new Map<number, number>();
  let last: Response | undefined;
  for (let i = 0; i < 10_000; i += 500) {
    const responses = await Promise.all(
      Array.from({ length: 500 }, (_, j) =>
        beacon({ key: keys.open, contentId: i + j + 1 }, { 'CF-Connecting-IP': address }),
      ),
    );
    for (const response of responses) {
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
    last = responses.at(-1);
  }
  // 60 a minute by the binding, whose minute may turn while this runs.
  expect(queue.sent.length).toBeLessThanOrEqual(5 + 2 * 60);
  expect(statuses.get(202)).toBe(queue.sent.length);
  expect(statuses.get(429)).toBe(10_000 - queue.sent.length);
  expect(last?.headers.get('Retry-After')).toBe('60');
  expect((await beacon({ key: keys.open, contentId: 1 })).status).toBe(202);
});

describe('when the queue fails', () => {
  const click = () => ({ key: keys.open, contentId: 7 });

  test.each([1, 2])('%i times, the beacon is sent again and accepted', async (failures) => {
    queue.failures = failures;
    expect(outcome(await beacon(click()))).toEqual([202, 'accepted']);
    expect([queue.sends, queue.sent.length]).toEqual([failures + 1, 1]);
  });

  test('three times, nothing is promised, and the click may come again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const address = newAddress();
    queue.failures = 3;
    const refused = await beacon(click(), { 'CF-Connecting-IP': address });
    expect([refused.status, refused.headers.get('Retry-After'), queue.sends]).toEqual([503, '5', 3]);
    expect(refused.headers.get('X-Click')).toBeNull();
    expect(await refused.json()).toMatchObject({ status: 'error', reason: 'unavailable' });
    expect(logged.mock.calls.flat().join()).toContain('15000');
    expect(logged.mock.calls.flat().join()).not.toContain(address);
    logged.mockRestore();
    expect(outcome(await beacon(click(), { 'CF-Connecting-IP': address }))).toEqual([202, 'accepted']);
    expect(queue.sent).toHaveLength(1);
  });
});

test('the address of a reader is in no table', async () => {
  const address = '2001:db8:5ec:2e7::1';
  const agent = `${BROWSERS[0]} Unheard/1.0`;
  await beacon({ key: keys.open, contentId: 7 }, { 'CF-Connecting-IP': address, 'User-Agent': agent });
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'article_index%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  ).all<{ name: string }>();
  expect(tables.map(({ name }) => name)).toContain('salts');
  for (const { name } of tables) {
    const text = JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
    for (const trace of [address, 'Unheard']) expect(text).not.toContain(trace);
  }
  expect(JSON.stringify(queue.sent)).not.toContain(address);
});

test('the service has the route', async () => {
  const response = await ask('/clicks/', { method: 'POST', body: '{"contentId":7}' });
  expect([response.status, ((await response.json()) as Fail).reason]).toEqual([401, 'apiKeyMissing']);
});
