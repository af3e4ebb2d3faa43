import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { RANKING_SECONDS } from '../../../src/admission/mount.ts';
import { limitConcurrency, SLOT_TIMEOUT_MS } from '../../../src/http/concurrency-limits.ts';
import type { AppContext } from '../../../src/http/env.ts';
import { askUnder } from '../../operations/openmetrics.ts';
import { ask, askWith, makeKey, publish } from '../../support/index.ts';

/** Visitors of shared links must not starve key holders. */

const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const COSTLY = `insights/trending-topics/?from=${dayOf(200)}&to=${dayOf(2)}`;

async function shareOf(operator: string, view: string): Promise<string> {
  const body = JSON.stringify({ name: 'all', view, days: 30 });
  const made = await askWith(operator, '/manage/shares', { method: 'POST', body });
  const { data } = await made.json<{ data: { link: string } }>();
  return new URL(data.link).pathname;
}

afterEach(() => void vi.restoreAllMocks());

/** Lets cached rankings expire. */
function passRankingSeconds(): void {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + RANKING_SECONDS * 1000 + 100);
}

test('many concurrent visitors of one shared link do not block expensive queries made with a key', async () => {
  const operator = await makeKey('operator');
  const path = await shareOf(operator, COSTLY);
  passRankingSeconds();
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = limitConcurrency({ var: {} } as AppContext, true, () => promise);
  const opened = Array.from({ length: 80 }, (_, i) =>
    ask(`${path}/data`, { headers: { 'CF-Connecting-IP': `203.0.113.${i}` } }),
  );
  await scheduler.wait(500);
  const began = Date.now();
  const other = askWith(operator, `/api/v2/${COSTLY}&limit=7`).then(({ status, headers }) => ({
    status,
    retryAfter: headers.get('Retry-After'),
    waited: Date.now() - began,
  }));
  await scheduler.wait(200);
  resolve();
  // A slow machine may be overloaded (Retry-After: 1), or may let the request wait in vain. Only a full queue rejects it at once.
  const { status, retryAfter, waited } = await other;
  if (status !== 200) {
    expect(status).toBe(503);
    if (retryAfter !== '1') expect(waited).toBeGreaterThanOrEqual(SLOT_TIMEOUT_MS);
  }
  const statuses = (await Promise.all(opened)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // On a slow machine, all these visitors may wait in vain, but a later one gets an answer.
  const later = () => ask(`${path}/data`, { headers: { 'CF-Connecting-IP': '203.0.113.200' } });
  await expect.poll(async () => statuses.includes(200) || (await later()).status === 200).toBe(true);
  await held;
});

test.each(['/data', ''])('a shared link is rate-limited per reader: %s', async (part) => {
  const path = (await shareOf(await makeKey('operator'), 'insights/trending-topics/')) + part;
  const left = async (address: string) => {
    const { status, headers } = await ask(path, { headers: { 'CF-Connecting-IP': address } });
    return [status, headers.get('RateLimit')?.split(';')[1]];
  };
  expect(await left('203.0.113.50')).toEqual([200, 'r=599']);
  expect(await left('203.0.113.50')).toEqual([200, 'r=598']);
  expect(await left('203.0.113.51')).toEqual([200, 'r=599']);
});

test('twenty colleagues behind one address can open a shared page at once', async () => {
  const view = `insights/topics/1/content/?with=2,3,4&from=${dayOf(20)}&to=${dayOf(2)}`;
  const operator = await makeKey('operator');
  const topics = [1, 2, 3, 4].map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    description: '',
    category: 1,
  }));
  await publish(operator, 'topics', topics);
  const path = await shareOf(operator, view);
  const opened = Array.from({ length: 20 }, () => ask(path, { headers: { 'CF-Connecting-IP': '203.0.113.60' } }));
  expect(new Set((await Promise.all(opened)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a private feed without a key is rate-limited', async () => {
  const { headers } = await ask(`/followed/${'0'.repeat(40)}`, { headers: { 'CF-Connecting-IP': '203.0.113.70' } });
  expect(headers.get('RateLimit')).toMatch(/r=599;/);
});

/** Delays all database queries except those of shared links, and reports half a second for each. */
function slow(until: Promise<void>): Env {
  const slowly = (statement: D1PreparedStatement): D1PreparedStatement => {
    const [bind, all] = [statement.bind.bind(statement), statement.all.bind(statement)];
    return Object.assign(statement, {
      bind: (...values: unknown[]) => slowly(bind(...values)),
      all: async () => {
        await until;
        const result = await all();
        return { ...result, meta: { ...result.meta, duration: 500 } };
      },
    });
  };
  const withSession = (first: string) => {
    const real = env.DB.withSession(first);
    const prepare = (query: string) => (/shares/.test(query) ? real.prepare(query) : slowly(real.prepare(query)));
    return { prepare, batch: real.batch.bind(real) };
  };
  return { ...env, DB: Object.assign(Object.create(env.DB), { withSession }) };
}

test('concurrent visitors of a share behind one address share a slow query, which is charged to their rate limit', async () => {
  const path = `${await shareOf(await makeKey('operator'), 'insights/trending-topics/')}/data`;
  passRankingSeconds();
  const headers = { 'CF-Connecting-IP': '203.0.113.80' };
  const first = askUnder(slow(scheduler.wait(2300)), path, { headers, settled: true });
  await scheduler.wait(100);
  expect((await ask(path, { headers })).status).toBe(200);
  expect((await first).status).toBe(200);
  const left = /;r=(\d+)/.exec((await ask(path, { headers })).headers.get('RateLimit') ?? '')?.[1];
  expect(Number(left)).toBeLessThanOrEqual(587);
});
