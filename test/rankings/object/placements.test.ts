import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { LOW_BITS } from '../../../src/db/click-columns.ts';
import { placements, placeRates } from '../../../src/db/schema.ts';
import { columnNames, upsertRows } from '../../../src/db/sql.ts';
import { positionBucketOf, VIEW_COLUMNS, VIEW_COUNTERS } from '../../../src/db/view-columns.ts';
import { FIRST_NETWORK } from '../../../src/engagement/impressions.ts';
import { partitionOf, shownTable } from '../../../src/engagement/partitions.ts';
import { computePlacements } from '../../../src/rankings/object/compute-placements.ts';
import { openTestDb } from '../../support/index.ts';

const db = openTestDb();
const NOW = Date.UTC(2036, 3, 2, 12, 30);
const HOUR = Math.floor(NOW / 3_600_000);
const BUCKETS = Array.from({ length: 32 }, (_, b) => b);

beforeEach(async () => {
  for (const table of ['pulls', 'place_rates', ...[0, 1, 2, 3, 4].map((n) => `view_hours_${n}`)])
    await env.DB.exec(`DELETE FROM ${table}`);
});

async function store(contentId: number, clicked: 0 | 1, of: { mark: number; perBucket: (bucket: number) => number }) {
  const counters = new Float64Array(VIEW_COUNTERS.length);
  const add = (at: number, count: number) => {
    counters[at] = (counters[at] ?? 0) + count;
  };
  for (const bucket of BUCKETS) {
    const count = of.perBucket(bucket);
    add(of.mark, count);
    for (const kind of ['network', 'prefix', 'browser'])
      add(VIEW_COUNTERS.indexOf(`${kind}_${kind === 'browser' ? bucket >> 1 : bucket}`), count);
  }
  const columns = VIEW_COLUMNS.map((name, i) => [
    name,
    (counters[2 * i] ?? 0) + (counters[2 * i + 1] ?? 0) * 2 ** LOW_BITS,
  ]);
  const row = { contentId, hour: HOUR - 5, clicked, ...Object.fromEntries(columns) };
  const totals = shownTable(partitionOf(HOUR - 5));
  await db.run(upsertRows(totals, [row], { columns: columnNames(totals), key: ['contentId', 'hour', 'clicked'] }));
}

async function readers() {
  for (const [i, clicks] of [2, 3, 1].entries()) {
    const mark = positionBucketOf('page', i + 1);
    await store(i + 1, 0, { mark, perBucket: () => 30 });
    await store(i + 1, 1, { mark, perBucket: () => clicks });
  }
}

async function computed() {
  await computePlacements(db, { now: NOW, isDiscounted: true });
  return { placements: await db.select().from(placements), rates: await db.select().from(placeRates) };
}

async function storeByNetwork(contentId: number, mark: number, perBucket: (bucket: number) => number) {
  const [column = ''] = VIEW_COLUMNS.slice(mark >> 1);
  const statement = env.DB.prepare(
    `INSERT INTO view_hours_${partitionOf(HOUR - 5)} (content_id, hour, clicked, ${column}) VALUES (?, ?, ?, ?)`,
  );
  const rows = BUCKETS.filter((bucket) => perBucket(bucket) > 0).map((bucket) =>
    statement.bind(contentId, HOUR - 5, FIRST_NETWORK + bucket, perBucket(bucket) * 2 ** (LOW_BITS * (mark % 2))),
  );
  await env.DB.batch(rows);
}

const one = (count: number) => (bucket: number) => (bucket === 7 ? count : 0);

test('clicks and impressions by one sender on articles that readers do not see change no placement or position bias', async () => {
  await readers();
  const before = await computed();
  expect(before.placements.map(({ contentId }) => contentId)).toEqual([1, 2, 3]);
  for (let id = 1000; id < 1060; id++) {
    const mark = positionBucketOf('page', 1 + (id % 3));
    await store(id, 1, { mark, perBucket: one(3) });
    if (id % 2) await store(id, 0, { mark, perBucket: one(1000) });
  }
  expect(await computed()).toEqual(before);
});

test('clicks by one sender at a rarely clicked position change its rate by less than 20%', async () => {
  const [first, last] = [positionBucketOf('page', 1), positionBucketOf('page', 13)];
  const rateOf = async (forged: number) => {
    await store(100, 0, { mark: first, perBucket: () => 900 });
    await store(100, 1, { mark: first, perBucket: () => 60 });
    await storeByNetwork(100, first, () => 60);
    for (let id = 1; id <= 40; id++) {
      const perBucket = (bucket: number) => ((bucket + id) % 8 === 0 ? 1 : 0) + (bucket === 7 ? forged : 0);
      await store(id, 0, { mark: last, perBucket: () => 10 });
      await store(id, 1, { mark: last, perBucket });
      await storeByNetwork(id, last, perBucket);
    }
    const { rates } = await computed();
    for (const n of [0, 1, 2, 3, 4]) await env.DB.exec(`DELETE FROM view_hours_${n}`);
    return rates.find(({ layout, firstPlace }) => layout === 'page' && firstPlace === 13)?.rate ?? 0;
  };
  const [honest, attacked] = [await rateOf(0), await rateOf(3)];
  expect(honest).toBeGreaterThan(0);
  expect(attacked / honest).toBeLessThan(1.2);
});

test('articles with at least fifty viewers contribute to the position bias curve', async () => {
  await readers();
  const before = await computed();
  const mark = positionBucketOf('page', 1);
  await store(1000, 1, { mark, perBucket: () => 1 });
  await store(1000, 0, { mark, perBucket: (bucket) => (bucket < 24 ? 2 : 0) });
  expect(await computed()).toEqual(before);
  await store(1001, 1, { mark, perBucket: () => 1 });
  await store(1001, 0, { mark, perBucket: (bucket) => (bucket < 25 ? 2 : 0) });
  const { rates } = await computed();
  const first = (all: typeof rates) =>
    all.find(({ layout, firstPlace }) => layout === 'page' && firstPlace === 1)?.rate;
  expect(first(rates)).toBeGreaterThan(1.1 * (first(before.rates) ?? 1));
});
