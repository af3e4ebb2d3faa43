import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { authenticated } from '../../src/admission/auth.ts';
import { baseRouter, router } from '../../src/http/base.ts';
import { cachedResponse, json } from '../../src/http/cache.ts';
import { sha256 } from '../../src/lib/hash/hash.ts';
import { makeKey, ORIGIN } from '../support/index.ts';

const working = { now: 0, most: 0, made: 0 };
let gate = Promise.withResolvers<void>();

const questions = router();
questions.get('/', (c) =>
  cachedResponse(
    c,
    c.req.query(),
    async () => {
      const { wait, count, q } = c.req.query();
      working.most = Math.max(working.most, ++working.now);
      if (wait) await gate.promise;
      if (count)
        await c.var.db.all(
          sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Number(count)}) SELECT count(*) FROM n`,
        );
      working.now--;
      working.made++;
      return json({ q });
    },
    c.req.query('costly') !== undefined,
  ),
);
/** Number of the isolate's permits in use. A waiting request releases its permit. */
const places = { held: 0, entered: 0 };
const app = baseRouter();
app.use('/q/*', authenticated({ kinds: ['publishable', 'secret'] }), async (c, next) => {
  c.set('cacheSeconds', 60);
  places.held++;
  places.entered++;
  let has = true;
  const hold = (held: boolean) => {
    if (has !== held) places.held += held ? 1 : -1;
    has = held;
  };
  c.set('slot', { leave: () => hold(false), back: () => hold(true) });
  await next();
  hold(false);
});
app.route('/q', questions);

const keys = { publishable: '', secret: '' };
beforeAll(async () => {
  keys.publishable = await makeKey('publishable');
  keys.secret = await makeKey('secret');
});

let asked = 0;
const ask = (query: string, { key = keys.publishable, address = '192.0.2.1' } = {}) =>
  app.request(
    `${ORIGIN}/q/?n=${++asked}&${query}`,
    { headers: { Authorization: `Bearer ${key}`, 'CF-Connecting-IP': address } },
    env,
    createExecutionContext(),
  );
const settled = () => scheduler.wait(300);
const untilWorking = (count: number) => expect.poll(() => working.now).toBe(count);
afterEach(() => void vi.useRealTimers());
const left = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1]);
const statuses = async (answers: (Response | Promise<Response>)[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

test('concurrency is limited to 16 running and 16 waiting queries per address and 64 per key', async () => {
  Object.assign(working, { now: 0, most: 0 });
  const one = Array.from({ length: 40 }, () => ask('wait=1'));
  const refused = await statuses(one.slice(32));
  expect(refused).toEqual(Array(8).fill(429));
  await untilWorking(16);
  const other = await ask('q=other', { address: '192.0.2.2' });
  expect(other.status).toBe(200);
  const many = Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 10 }, () => ask('wait=1', { address: `198.51.100.${i}` })),
  ).flat();
  await untilWorking(64);
  expect((await ask('q=server', { key: keys.secret })).status).toBe(200);
  gate.resolve();
  const ended = await statuses([...one.slice(0, 32), ...many]);
  // A slow machine may need more than two seconds.
  expect(ended.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64);
  expect(ended.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(working.most).toBeLessThanOrEqual(66);
});

test('a request that waits for more than two seconds returns 429 and holds no permit', async () => {
  gate = Promise.withResolvers();
  const working = Array.from({ length: 16 }, () => ask('wait=1', { address: '192.0.2.3' }));
  await expect.poll(() => places.held).toBe(16);
  const { entered } = places;
  const late = ask('q=late', { address: '192.0.2.3' });
  await expect.poll(() => places.entered).toBe(entered + 1);
  await expect.poll(() => places.held).toBe(16);
  const { status, headers } = await late;
  expect([status, headers.get('Retry-After')]).toEqual([429, '1']);
  gate.resolve();
  await Promise.all(working);
  expect((await ask('q=again', { address: '192.0.2.3' })).status).toBe(200);
});

test('expensive queries run one after another and do not block cheap ones', async () => {
  gate = Promise.withResolvers();
  Object.assign(working, { now: 0, most: 0 });
  // The limits are four requests per address and sixteen per key.
  const costly = Array.from({ length: 32 }, (_, i) => ask('costly=1&wait=1', { address: `203.0.113.${i % 8}` }));
  await untilWorking(1);
  // An address may make sixteen requests with cheap queries.
  const more = Array.from({ length: 16 }, () => ask('costly=1&wait=1', { address: '203.0.113.0' }));
  await settled();
  const cheap = Array.from({ length: 16 }, () => ask('q=cheap', { address: '203.0.113.0' }));
  expect(await statuses(cheap)).toEqual(Array(16).fill(200));
  gate.resolve();
  await Promise.all([...costly, ...more]);
  expect(working.most).toBeLessThanOrEqual(17);
});

test('identical concurrent queries are computed once', async () => {
  gate = Promise.withResolvers();
  Object.assign(working, { now: 0, most: 0, made: 0 });
  const number = asked + 1;
  const same = Array.from({ length: 8 }, (_, i) => {
    asked = number - 1;
    return ask('costly=1&wait=1&same=1', { address: `203.0.113.${20 + i}` });
  });
  await settled();
  gate.resolve();
  expect(await statuses(same)).toEqual(Array(8).fill(200));
  expect(working.made).toBe(1);
});

test('a query counts towards the rate limit according to its database time', async () => {
  // Otherwise a minute could end between the requests.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const address = '192.0.2.9';
  const cheap = left(await ask('q=1', { address }));
  expect(left(await ask('q=2', { address }))).toBe(cheap - 1);
  await ask('count=1000000', { address });
  await settled();
  expect(left(await ask('q=3', { address }))).toBeLessThan(cheap - 3);
});

test('cache keys contain a hash of the query, not its text', async () => {
  const long = 'x'.repeat(4000);
  const place = `${ORIGIN}/q`;
  const url = `${ORIGIN}/q/?q=${long}`;
  const context = createExecutionContext();
  const headers = { Authorization: `Bearer ${keys.secret}` };
  const request = new Request(url, { headers, cf: { colo: 'FRA' } } as RequestInit);
  expect((await app.fetch(request, env, context)).status).toBe(200);
  await waitOnExecutionContext(context);
  expect(
    await caches.default.match(`${place}?cache=${await sha256(place + JSON.stringify({ q: long }))}`),
  ).toBeDefined();
  expect(await caches.default.match(`${place}?cache=${place}${JSON.stringify({ q: long })}`)).toBeUndefined();
});
