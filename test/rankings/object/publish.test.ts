import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { rankTopic } from '../../../src/rankings/math/rank-topic.ts';
import { publish } from '../../../src/rankings/object/publish.ts';
import { rows, windowRow } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';

const HOUR = 500_000;
const db = openTestDb();

const ranking = (engagement7d: number) => {
  const nobody = MEASURES.map(() => 0);
  const made = rankTopic(1, [], { orders: new PreviousOrders(), baseline: null });
  return { ...made, audience: { '24h': nobody, '7d': nobody }, counters: { ...made.counters, engagement7d } };
};
const put = (topicId: number, version: number, clicks: number, { stale = 0, known = 0 } = {}) =>
  publish(db, { topicId, version, known, hour: HOUR, ranking: ranking(clicks), stale, recent: null });

test('publish keeps the newer of two rankings of a topic, whichever arrives last', async () => {
  await rows("INSERT INTO topics (id, name, slug, description, category) VALUES (1, 'One', 'one', '', 1)");
  expect(await put(1, 2, 20)).toBe(2);
  expect(await put(1, 1, 10)).toBeNull();
  expect(await put(1, 2, 15)).toBeNull();
  expect(await windowRow(1)).toMatchObject({ version: 2, engagement_7d: 20 });
  expect(await put(1, 3, 5)).toBe(3);
  expect(await put(1, 4, 5)).toBe(3);
  expect(await windowRow(1)).toMatchObject({ version: 3, engagement_7d: 5 });
});

test('publish clears a stale mark only if the object has loaded that mark', async () => {
  await rows('UPDATE topic_windows SET stale = 77 WHERE topic_id = 1');
  expect(await put(1, 4, 6)).toBeNull();
  expect(await put(1, 5, 7, { stale: 76 })).toBeNull();
  expect(await windowRow(1)).toMatchObject({ version: 3, engagement_7d: 5, stale: 77 });
  expect(await put(1, 6, 8, { stale: 77 })).toBe(6);
  expect(await windowRow(1)).toMatchObject({ version: 6, engagement_7d: 8, stale: 0 });
});

test('publish writes nothing if the stored row is older than the last version known to the object', async () => {
  await rows('UPDATE topic_windows SET version = 0, engagement_7d = 0 WHERE topic_id = 1');
  expect(await put(1, 8, 9, { known: 6 })).toBeNull();
  expect(await windowRow(1)).toMatchObject({ version: 0, engagement_7d: 0 });
  expect(await put(1, 8, 9)).toBe(8);
});

test('publish writes no row for a deleted topic, but always writes the row of the site', async () => {
  expect(await put(2, 1, 1)).toBe(1);
  expect(await windowRow(2)).toEqual({});
  await put(0, 1, 1);
  expect(await windowRow(0)).toMatchObject({ version: 1, engagement_7d: 1 });
});
