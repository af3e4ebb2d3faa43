import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { classify, classOf } from '../../../src/engagement/classes.ts';
import { listKeys } from '../../../src/keys/key-store.ts';
import { BOTS, BROWSERS } from '../../clicks/accept/user-agents.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { ask, makeKey, ORIGIN, openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { beacon, type Fail, newAddress, outcome, overrides, queue, visit } from './beacon-support.ts';

const HOUR = 3_600_000;
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

describe('accepted beacons', () => {
  test('a beacon is queued with exactly the fields of a message', async () => {
    const before = Math.floor(Date.now() / HOUR);
    const body = {
      key: keys.open,
      contentId: 7,
      companyType: 'Broker',
      seniority: 'c-suite',
      channel: 'Search',
      hint: '1920x1080 UTC',
    };
    const response = await beacon(body, {}, { continent: 'EU', asn: 64496 } as never);
    expect(outcome(response)).toEqual([202, 'accepted']);
    expect(response.headers.get('X-Click-Ignored')).toBeNull();
    expect(await response.text()).toBe('');
    expect(queue.sent).toEqual([
      {
        v: 1,
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        contentId: 7,
        hour: expect.any(Number),
        origin: 'unsigned',
        network: expect.any(Number),
        prefix: expect.any(Number),
        browser: expect.any(Number),
        companyType: 'broker',
        seniority: 'c-suite',
        continent: 'EU',
        channel: 'search',
      },
    ]);
    const { hour = 0 } = queue.sent[0] ?? {};
    expect(hour).toBeGreaterThanOrEqual(before);
    expect(hour).toBeLessThanOrEqual(Date.now() / HOUR);
  });

  test.each([
    ['81.2.69.142', '81.2.0.0/16'],
    ['2a01:4f8:c0:1::5', '2a01:4f8::/32'],
    ['::ffff:81.2.200.1', '81.2.0.0/16'],
  ])('a click from %s in %s has the buckets of its network, prefix and browser', async (address, prefix) => {
    const secret = await installationSecret(openTestDb());
    const agents = [BROWSERS[0] ?? '', (BROWSERS[0] ?? '').replace('140', '139'), BROWSERS[6] ?? ''];
    for (const userAgent of agents)
      for (const network of [64496, 64497, undefined]) {
        const headers = { 'User-Agent': userAgent, 'CF-Connecting-IP': address };
        await beacon({ key: keys.open, contentId: 7 }, headers, { asn: network } as never);
        const classes = await classify(secret, 'unsigned', { sender: { network, prefix, userAgent }, reader: '' });
        expect(queue.sent.at(-1)).toMatchObject(classes);
      }
  });

  test.each([
    ['absent', {}],
    ['null', { companyType: null, seniority: null }],
    ['empty', { companyType: '', seniority: '' }],
    ['sent with unknown fields', { v: 9, href: 'https://x.example', nested: { a: [1] } }],
  ])('a beacon is accepted if its attributes are %s', async (_, attributes) => {
    expect(outcome(await beacon({ key: keys.open, contentId: 7, ...attributes }))).toEqual([202, 'accepted']);
    expect(queue.sent[0]).toMatchObject({ companyType: null, seniority: null });
  });

  test.each(['XX', 'T1', '', undefined])('a click has no continent if the edge reports %s', async (continent) => {
    await beacon({ key: keys.open, contentId: 7 }, {}, { continent } as never);
    expect(queue.sent[0]?.continent).toBeNull();
  });

  test.each(['application/json', 'text/plain', ''])('a beacon may have the Content-Type "%s"', async (type) => {
    const response = await beacon({ key: keys.open, contentId: 7 }, { 'Content-Type': type });
    expect(outcome(response)).toEqual([202, 'accepted']);
  });

  test('a beacon may be cross-origin and exposes the outcome to the page', async () => {
    const { headers } = await beacon({ key: keys.open, contentId: 7 }, { Origin: SITE });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(headers.get('Access-Control-Expose-Headers')).toMatch(/\bRetry-After\b.*\bX-Click\b/);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('a CORS preflight allows JSON beacons', async () => {
    const { status, headers } = await visit('/clicks', {
      method: 'OPTIONS',
      headers: { Origin: SITE, 'Access-Control-Request-Method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect(headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
  });
});

describe('invalid attributes of a beacon', () => {
  test.each<[string, object, string | null, object]>([
    ['an unknown company type', { companyType: 'bank' }, 'companyType', {}],
    ['a number as company type', { companyType: 1 }, 'companyType', {}],
    ['a list as seniority', { seniority: ['director'] }, 'seniority', {}],
    ['both', { companyType: 'bank', seniority: 'boss' }, 'companyType, seniority', {}],
    ['a valid and an invalid one', { companyType: 'carrier', seniority: {} }, 'seniority', { companyType: 'carrier' }],
    [
      'a name of a prototype property',
      { companyType: '__proto__', seniority: 'constructor' },
      'companyType, seniority',
      {},
    ],
    [
      'capitals and spaces',
      { companyType: ' BROKER ', seniority: 'Vice President' },
      null,
      { companyType: 'broker', seniority: 'vice-president' },
    ],
    ['a channel', { channel: 'https://www.google.com/' }, 'channel', { channel: null }],
    ['no attributes', { companyType: ' ', seniority: null }, null, {}],
    ['an invalid hint', { hint: { width: 3 } }, null, {}],
    ['a token for a key without a signing secret', { token: 'a.b.c' }, 'token', {}],
  ])('a click counts whatever its attributes: %s', async (_, said, ignored, counted) => {
    const response = await beacon({ key: keys.open, contentId: 7, ...said });
    expect(outcome(response)).toEqual([202, 'accepted']);
    expect(response.headers.get('X-Click-Ignored')).toBe(ignored);
    if (ignored) expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Click-Ignored');
    expect(queue.sent[0]).toMatchObject({ companyType: null, seniority: null, ...counted });
  });
});

describe('rejected beacons', () => {
  test.each([
    ['an empty body', '', 'body'],
    ['not JSON', 'contentId=7', 'body'],
    ['JSON cut short', '{"key":', 'body'],
    ['an array', '[]', 'body'],
    ['a number', '7', 'body'],
    ['null', 'null', 'body'],
    ['NaN', '{"key":"KEY","contentId":NaN}', 'body'],
    ['no contentId', '{"key":"KEY"}', 'contentId'],
    ['a contentId that is text', '{"key":"KEY","contentId":"7"}', 'contentId'],
    ['article 0', '{"key":"KEY","contentId":0}', 'contentId'],
    ['article -1', '{"key":"KEY","contentId":-1}', 'contentId'],
    ['article 1.5', '{"key":"KEY","contentId":1.5}', 'contentId'],
    ['article 1e999', '{"key":"KEY","contentId":1e999}', 'contentId'],
    ['article 2^53', '{"key":"KEY","contentId":9007199254740992}', 'contentId'],
    ['article null', '{"key":"KEY","contentId":null}', 'contentId'],
    ['an object for an article', '{"key":"KEY","contentId":{"valueOf":7}}', 'contentId'],
    ['a key as a number', '{"key":1,"contentId":7}', 'key'],
  ])('a beacon with %s returns 400', async (_, body, field) => {
    const response = await beacon(body.replace('KEY', keys.open));
    const { code, reason, data } = (await response.json()) as Fail;
    expect([response.status, code, reason, Object.keys(data)]).toEqual([400, 400, 'parameterInvalid', [field]]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(queue.sends).toBe(0);
  });

  const padded = (bytes: number) => {
    const body = JSON.stringify({ key: keys.open, contentId: 7, pad: '' });
    return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
  };

  test('a beacon over 4 KB returns 413, with or without Content-Length', async () => {
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
    ['a malformed key', 'ngp_nonsense', 401, 'apiKeyInvalid', /unknown/],
    ['an unknown key', 'ngp_', 401, 'apiKeyInvalid', /unknown/],
    ['a revoked key', 'revoked', 401, 'apiKeyInvalid', /revoked/],
    ['a secret key', 'secret', 403, 'forbidden', /a secret key.*never be on a page.*Revoke/],
    ['an operator key', 'operator', 403, 'forbidden', /an operator key.*never be on a page.*Revoke/],
  ])('a beacon with %s is rejected', async (_, given, status, reason, told) => {
    const key = given && given in keys ? keys[given as keyof typeof keys] : given;
    const response = await beacon({ key, contentId: 7 });
    const text = await response.text();
    const fail = JSON.parse(text) as Fail;
    expect([response.status, fail.reason]).toEqual([status, reason]);
    expect(fail.data.key).toMatch(told);
    if (key) expect(text).not.toContain(key);
    expect(queue.sends).toBe(0);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('%s /clicks returns 405', async (method) => {
    const response = await visit('/clicks', { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('beacons with a key bound to an origin', () => {
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
    ['a malformed referrer', { Referer: 'reader.example' }, 403],
  ])('a beacon of a bound key with %s returns %i', async (_, headers, status) => {
    const response = await beacon({ key: keys.bound, contentId: 7 }, headers);
    expect(response.status).toBe(status);
    expect(queue.sends).toBe(status === 202 ? 1 : 0);
    if (status === 403) expect(Object.keys(((await response.json()) as Fail).data)).toEqual(['origin']);
  });

  test('a bound key restricts origins, while an unbound key accepts any origin', async () => {
    expect((await beacon({ key: keys.open, contentId: 7 }, { Origin: 'null' })).status).toBe(202);
  });
});

describe('dropped beacons', () => {
  test('beacons of bots are dropped with a reason', async () => {
    for (const agent of BOTS.slice(0, 10)) {
      const response = await beacon({ key: keys.open, contentId: 7 }, { 'User-Agent': agent });
      expect(outcome(response)).toEqual([202, 'dropped; reason=bot']);
    }
    expect(queue.sends).toBe(0);
  });

  test('prefetches are dropped with a reason', async () => {
    const response = await beacon({ key: keys.open, contentId: 7 }, { 'Sec-Purpose': 'prefetch;prerender' });
    expect(outcome(response)).toEqual([202, 'dropped; reason=prefetch']);
    expect(queue.sends).toBe(0);
  });
});

describe('clicks are deduplicated per reader, article and day', () => {
  const send = async (contentId: number, headers: Record<string, string>, hint = '') => {
    const response = await beacon({ key: keys.open, contentId, hint }, headers);
    return [...outcome(response), response.headers.get('X-Click-Ignored')];
  };
  const ids = () => new Set(queue.sent.map(({ id }) => id)).size;

  test('a repeated click gets the same response and the same id', async () => {
    const reader = { 'CF-Connecting-IP': newAddress() };
    const first = await send(1, reader);
    expect(await send(1, reader)).toEqual(first);
    expect(await send(2, reader)).toEqual(first);
    expect([queue.sent.length, ids()]).toEqual([3, 2]);
  });

  test('addresses of the same IPv6 /64 network count as one reader', async () => {
    for (const address of ['2001:db8:aa::1', '2001:db8:aa::ffff', '2001:DB8:AA:0:1::'])
      await send(1, { 'CF-Connecting-IP': address });
    expect(ids()).toBe(1);
    await send(1, { 'CF-Connecting-IP': '2001:db8:aa:1::1' });
    expect(ids()).toBe(2);
  });

  test('up to sixteen readers at one address are distinguished by browser, language and hint', async () => {
    const address = newAddress();
    for (let i = 0; i < 60; i++) {
      const said = { 'User-Agent': BROWSERS[i % BROWSERS.length] ?? '', 'Accept-Language': `en;q=0.${i % 7}` };
      await send(1, { 'CF-Connecting-IP': address, ...said }, `${i}x${i}`);
    }
    expect(queue.sent).toHaveLength(60);
    expect(ids()).toBeGreaterThan(10);
    expect(ids()).toBeLessThanOrEqual(16);
  });

  test('a repeated click keeps its id until midnight UTC', async () => {
    const reader = { 'CF-Connecting-IP': newAddress() };
    const midnight = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR;
    try {
      for (const time of [midnight - 2 * HOUR, midnight - 1, midnight]) {
        vi.useFakeTimers({ toFake: ['Date'], now: time });
        await send(1, reader);
      }
    } finally {
      vi.useRealTimers();
    }
    const [late, last, next] = queue.sent;
    expect(last?.id).toBe(late?.id);
    expect(next?.id).not.toBe(late?.id);
    expect([last, next].map((message) => (message?.hour ?? 0) - (late?.hour ?? 0))).toEqual([1, 2]);
  });
});

describe('rate limits of clicks', () => {
  /** Number of concurrent requests, which is below an isolate’s limit on any machine. */
  const AT_ONCE = 10;

  async function flood(times: number, headers: (i: number) => Record<string, string>, key = keys.open) {
    const taken = { clicks: 0, refused: 0, last: null as Response | null };
    for (let i = 0; i < times; i += AT_ONCE) {
      const responses = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, j) => beacon({ key, contentId: i + j + 1 }, headers(i + j))),
      );
      for (const response of responses) {
        if (response.status === 202) taken.clicks++;
        else taken.refused++;
        if (response.status === 429) taken.last = response;
        else await response.arrayBuffer();
      }
    }
    return taken;
  }

  const SENT = sized(300, 2_000);
  test('excess clicks of one address do not reach the queue, regardless of their user agents', async () => {
    const network = newAddress().replace(/1$/, '');
    const { clicks, refused, last } = await flood(SENT, (i) => ({
      'CF-Connecting-IP': `${network}${i.toString(16)}`,
      'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${i}.0) Gecko/20100101 Firefox/${i}.0`,
    }));
    // The minute may change during the test, which doubles the limit.
    expect(clicks).toBeLessThanOrEqual(5 + 2 * 120);
    expect(queue.sent).toHaveLength(clicks);
    expect(refused).toBe(SENT - clicks);
    expect([last?.headers.get('Retry-After'), last?.headers.get('X-Click')]).toEqual([
      '60',
      'dropped; reason=rateLimited',
    ]);
    expect(await last?.json()).toMatchObject({
      reason: 'rateLimited',
      data: { address: expect.stringContaining('retry in 60 seconds') },
    });
    expect((await beacon({ key: keys.open, contentId: 1 })).status).toBe(202);
  });

  /** Clicks per minute that a key may send. Above this limit, each network bucket may still send a 32nd of it. */
  const RATE = sized(64, 320);
  const from = (asn: number) => (contentId: number, key: string) =>
    beacon({ key, contentId }, {}, { asn } as never).then(outcome);

  test('a key has a total click limit, and a flooding network leaves other networks their share', async () => {
    const secret = await installationSecret(openTestDb());
    const key = await makeKey('publishable');
    const classes = new Map<number, number>();
    for (let asn = 64_496; classes.size < 32; asn++) {
      const own = await classOf(secret, 'network', { network: asn });
      if (!classes.has(own)) classes.set(own, asn);
    }
    const [flooding = 0, ...others] = classes.values();
    Object.assign(overrides, { KEY_CLICKS: String(RATE) });
    try {
      const outcomes = [];
      for (let i = 0; i < RATE + 40; i++) outcomes.push(await from(flooding)(i + 1, key));
      expect(outcomes.filter(([status]) => status === 202)).toHaveLength(RATE);
      expect(outcomes.at(-1)).toEqual([429, 'dropped; reason=keyRateLimited']);
      const refused = await beacon({ key, contentId: 1 }, {}, { asn: flooding } as never);
      expect(await refused.json()).toMatchObject({
        reason: 'rateLimited',
        data: { key: expect.stringContaining('all addresses') },
      });
      for (const asn of others) {
        const own = [];
        for (let i = 0; i < RATE / 32 + 2; i++) own.push((await from(asn)(i + 1, key))[0]);
        expect(own).toEqual([...Array(RATE / 32).fill(202), 429, 429]);
      }
    } finally {
      delete overrides.KEY_CLICKS;
    }
  });

  test('every tenth click checks the limit of a key across isolates, and excess clicks use their network’s share', async () => {
    const key = { asked: 0, taken: 20 };
    const share = { asked: 0, taken: 2 };
    const limiter = (limits: typeof key) => ({ limit: async () => ({ success: limits.asked++ < limits.taken }) });
    Object.assign(overrides, { KEY_CLICK_LIMIT: limiter(key), KEY_SHARE_LIMIT: limiter(share) });
    const { clicks, last } = await flood(500, () => ({}), await makeKey('publishable'));
    delete overrides.KEY_CLICK_LIMIT;
    delete overrides.KEY_SHARE_LIMIT;
    // Every tenth click checks the limit, but none after a rejection.
    expect([key.asked, share.asked]).toEqual([21, 3]);
    expect(clicks).toBe(220);
    expect(last?.headers.get('X-Click')).toBe('dropped; reason=keyRateLimited');
  });
});

describe('trusted networks', () => {
  const TRUSTED_NETWORKS = 'AS64500,10.7.0.0/16';
  const from = (address: string, asn?: number) =>
    beacon({ key: keys.open, contentId: 7 }, { 'CF-Connecting-IP': address }, { asn } as never);

  test.each([
    ['is recognized by its AS number', '81.2.69.142', 64_500, 'trusted'],
    ['is recognized by its addresses', '10.7.3.4', undefined, 'trusted'],
    ['does not include other networks', '10.8.3.4', 64_501, 'unsigned'],
  ])('a trusted network %s', async (_, address, asn, origin) => {
    Object.assign(overrides, { TRUSTED_NETWORKS });
    try {
      expect(outcome(await from(address, asn))).toEqual([202, 'accepted']);
    } finally {
      delete overrides.TRUSTED_NETWORKS;
    }
    const [sent] = queue.sent;
    expect(sent?.origin).toBe(origin);
    expect(Object.keys(sent ?? {}).includes('reader')).toBe(origin === 'trusted');
  });
});

describe('beacons that share a message', () => {
  beforeEach(() => void Object.assign(overrides, { CLICK_WAIT_MS: String(3_600_000) }));
  afterEach(() => void delete overrides.CLICK_WAIT_MS);

  test('two beacons are acknowledged after one message with both', async () => {
    const beacons = [7, 8].map((contentId) => beacon({ key: keys.open, contentId }));
    expect((await Promise.all(beacons)).map(outcome)).toEqual([
      [202, 'accepted'],
      [202, 'accepted'],
    ]);
    expect([queue.sends, queue.sent.map(({ contentId }) => contentId).toSorted()]).toEqual([1, [7, 8]]);
  });

  test('if the queue rejects their message, the first is sent alone and the second gets 503', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    queue.failures = 3;
    const answers = await Promise.all([7, 8].map((contentId) => beacon({ key: keys.open, contentId })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 503]);
    expect([queue.sends, queue.sent.length]).toEqual([4, 1]);
    logged.mockRestore();
  });
});

describe('beacons during failures of the queue', () => {
  const click = () => ({ key: keys.open, contentId: 7 });

  test.each([1, 2])('%i failures of the queue are retried and the beacon is accepted', async (failures) => {
    queue.failures = failures;
    expect(outcome(await beacon(click()))).toEqual([202, 'accepted']);
    expect([queue.sends, queue.sent.length]).toEqual([failures + 1, 1]);
  });

  test('three failures of the queue return 503, and the click can be sent again', async () => {
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

test('no table contains the address of a reader', async () => {
  const address = '2001:db8:5ec:2e7::1';
  const agent = `${BROWSERS[0]} Unheard/1.0`;
  await beacon({ key: keys.open, contentId: 7 }, { 'CF-Connecting-IP': address, 'User-Agent': agent });
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'article_index%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  ).all<{ name: string }>();
  expect(tables.map(({ name }) => name)).toContain('reader_salts');
  for (const { name } of tables) {
    const text = JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
    for (const trace of [address, 'Unheard']) expect(text).not.toContain(trace);
  }
  expect(JSON.stringify(queue.sent)).not.toContain(address);
});

test('POST /clicks/ without a key returns 401', async () => {
  const response = await ask('/clicks/', { method: 'POST', body: '{"contentId":7}' });
  expect([response.status, ((await response.json()) as Fail).reason]).toEqual([401, 'apiKeyMissing']);
});
