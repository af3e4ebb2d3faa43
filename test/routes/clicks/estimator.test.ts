import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listIdOf } from '../../../src/clicks/list-tokens.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { forgetSampling } from '../../../src/clicks/sampling/list-sampling.ts';
import { settleSampling } from '../../../src/clicks/sampling/settle-sampling.ts';
import { addReports } from '../../clicks/sampling/support.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { newAddress, visit } from './beacon-support.ts';

/** Simulates an outsider who requests 2,000 tokens of a list from many addresses to estimate its page views. */

const db = openTestDb();
const TOKENS = sized(150, 2000);
const HOUR = 3_600_000;
let key = '';
let keyId = 0;
let hour = Math.floor(Date.now() / HOUR) + 1;

beforeAll(async () => {
  key = await makeKey('publishable');
  await publish(
    await makeKey('operator'),
    'articles',
    [1, 2, 3].map((id) => ({
      id,
      url: `https://news.example.com/${id}`,
      title: `Story ${id}`,
      contentType: 'article',
      publishedAt: `2026-01-0${id}T08:00:00Z`,
    })),
  );
  [{ id: keyId } = { id: 0 }] = (
    await env.DB.prepare('SELECT id FROM api_keys WHERE kind = ? ORDER BY id DESC')
      .bind('publishable')
      .all<{ id: number }>()
  ).results;
});
afterEach(() => vi.useRealTimers());

const INCIDENTAL = new Set(['x-request-id', 'date', 'etag', 'server-timing']);
const headersOf = (answer: Response) =>
  [...answer.headers].filter(([name]) => !INCIDENTAL.has(name)).map((pair) => pair.join(': '));

async function seen(views: number) {
  hour += 3;
  await env.DB.exec('DELETE FROM list_views; DELETE FROM list_sampling');
  const list = await listIdOf(keyId, 'page front');
  await addReports(list, { views, hour: hour - 1 });
  const secret = await installationSecret(db);
  await settleSampling(db, { isDiscounted: true, secret, now: hour * HOUR });
  forgetSampling();
  vi.useFakeTimers({ toFake: ['Date'], now: hour * HOUR + 20 * 60_000 });
  const counts = new Map<string, number>();
  const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (let i = 0; i < TOKENS; i++) {
    const answer = await visit('/list-tokens', {
      method: 'POST',
      body: JSON.stringify({ key, list: 'front', ids: [3, 2, 1] }),
      headers: { 'CF-Connecting-IP': newAddress() },
    });
    const { data } = (await answer.json()) as { data: { listToken: string } };
    add(
      JSON.stringify([
        answer.status,
        data.listToken
          .replace(/[0-9a-z]{32}$/, 'MAC')
          .split('.')
          .toSpliced(4, 1),
        headersOf(answer),
      ]),
    );
  }
  const told = await visit(`/list-tokens/sampling?key=${key}&list=front`);
  const { data } = (await told.json()) as { data: { oneIn: number } };
  return { k: data.oneIn, told: [data, ...headersOf(told)], counts, stored: await stateOf() };
}

const stateOf = async () => (await env.DB.prepare('SELECT lists FROM list_sampling').first<string>('lists')) ?? '';

/** If every bin differs by less than five standard deviations, both samples may come from the same distribution. */
function areAlike(one: Map<string, number>, other: Map<string, number>): boolean {
  return [...new Set([...one.keys(), ...other.keys()])].every((what) => {
    const [a, b] = [one.get(what) ?? 0, other.get(what) ?? 0];
    return Math.abs(a - b) <= 5 * Math.sqrt(a + b);
  });
}

describe('2,000 list tokens requested by an outsider', () => {
  test('2,000 list tokens are identical after 40, 150 and 400 page views, all of which report', async () => {
    const worlds = [await seen(40), await seen(150), await seen(400)];
    for (const { k, counts, told, stored } of worlds) {
      expect(k).toBe(1);
      expect([...counts.values()]).toEqual([TOKENS]);
      expect([[...counts.keys()], told, stored]).toEqual([
        [...(worlds[0]?.counts.keys() ?? [])],
        worlds[0]?.told,
        '{}',
      ]);
    }
  });

  test('2,000 list tokens reveal page views only as a power of two', async () => {
    const worlds = [];
    for (const views of [2600, 5000, 5300, 20_000, 21_000]) worlds.push(await seen(views));
    for (const { k, counts } of worlds) {
      const reporting = [...counts].filter(([what]) => what.includes('"r')).reduce((sum, [, n]) => sum + n, 0);
      expect(Math.log2(k) % 1).toBe(0);
      expect(Math.abs(reporting - TOKENS / k)).toBeLessThan(5 * Math.sqrt(TOKENS / k));
    }
    const byK = Map.groupBy(worlds, ({ k }) => k);
    expect(byK.size).toBeGreaterThan(1);
    for (const alike of byK.values())
      for (const world of alike) {
        expect([world.told, world.stored]).toEqual([alike[0]?.told, alike[0]?.stored]);
        expect(areAlike(world.counts, alike[0]?.counts ?? new Map())).toBe(true);
      }
  });

  test('2,000 requested list tokens do not change responses of the next hour and are not counted', async () => {
    const { k } = await seen(5000);
    expect(await env.DB.prepare('SELECT sum(reports) AS n FROM list_views').first<number>('n')).toBe(5000);
    vi.useRealTimers();
    const again = await seen(5000);
    expect(again.k).toBe(k);
  });
});

test('HTML feeds use the same k as list tokens', async () => {
  const page = async () => (await askWith(key, '/api/v2/feed/?output=html&views=1')).text();
  const modes = async () => {
    const found = new Set<string | undefined>();
    for (let i = 0; i < 60; i++) found.add(/data-list-token="(\w+)/.exec(await page())?.[1]);
    return found;
  };
  expect(await modes()).toEqual(new Set(['r0']));
  const [, , list = ''] = /data-list-token="([^"]+)"/.exec(await page())?.[1]?.split('.') ?? [];
  await env.DB.prepare('INSERT OR REPLACE INTO list_sampling (id, hour, lists) VALUES (1, 1, ?)')
    .bind(JSON.stringify({ [list]: 2 }))
    .run();
  forgetSampling();
  expect(await modes()).toEqual(new Set(['n', 'r2']));
});
