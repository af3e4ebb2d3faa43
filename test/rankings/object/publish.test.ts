import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { rankTopic } from '../../../src/rankings/math/rank-topic.ts';
import { publish } from '../../../src/rankings/object/publish.ts';
import { rows, windowRow } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';

const HOUR = 500_000;
const db = openTestDb();

/** A ranking of nothing that says that so much was clicked. */
const ranking = (engagement7d: number) => {
  const nobody = MEASURES.map(() => 0);
  const made = rankTopic(1, [], { orders: new PreviousOrders(), shares: null });
  return { ...made, audience: { '24h': nobody, '7d': nobody }, counters: { ...made.counters, engagement7d } };
};
const put = (topicId: number, version: number, clicks: number, stale = 0) =>
  publish(db, { topicId, version, hour: HOUR, ranking: ranking(clicks), stale, recent: null });

test('of two rankings of a topic the newer is kept, whichever comes last', async () => {
  await rows("INSERT INTO topics (id, name, slug, description, category) VALUES (1, 'One', 'one', '', 1)");
  expect(await put(1, 2, 20)).toBe(true);
  expect(await put(1, 1, 10)).toBe(false);
  expect(await put(1, 2, 15)).toBe(false);
  expect(await windowRow(1)).toMatchObject({ version: 2, engagement_7d: 20 });
  expect(await put(1, 3, 5)).toBe(true);
  expect(await put(1, 4, 5)).toBe(true);
  expect(await windowRow(1)).toMatchObject({ version: 3, engagement_7d: 5 });
});

test('a mark is taken away only by who has seen it', async () => {
  await rows('UPDATE topic_windows SET stale = 77 WHERE topic_id = 1');
  expect(await put(1, 4, 6)).toBe(false);
  expect(await put(1, 5, 7, 76)).toBe(false);
  expect(await windowRow(1)).toMatchObject({ version: 3, engagement_7d: 5, stale: 77 });
  expect(await put(1, 6, 8, 77)).toBe(true);
  expect(await windowRow(1)).toMatchObject({ version: 6, engagement_7d: 8, stale: 0 });
});

test('a topic that is gone gets no row; the site always has one', async () => {
  await put(2, 1, 1);
  expect(await windowRow(2)).toEqual({});
  await put(0, 1, 1);
  expect(await windowRow(0)).toMatchObject({ version: 1, engagement_7d: 1 });
});
