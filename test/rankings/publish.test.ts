import { expect, test } from 'vitest';
import { publish } from '../../src/rankings/publish.ts';
import { rankTopic } from '../../src/rankings/ranking.ts';
import { windowRow } from '../clicks/support.ts';
import { openTestDb } from '../support/index.ts';

const HOUR = 500_000;

/** A ranking of one article with so many clicks. */
const ranking = (clicks: number) => {
  const facts = { id: 1, topics: [1], contentType: 'article', sourceType: null, source: 'Gazette' };
  const counts = [clicks, 0, 0];
  return rankTopic(1, [{ contentId: 1, facts, day: counts, week: counts, previous: 0 }]);
};

test('of two rankings of a topic the newer stays, whichever comes last', async () => {
  const db = openTestDb();
  const put = (version: number, clicks: number) =>
    publish(db, { topicId: 1, version, hour: HOUR, ranking: ranking(clicks) });
  await put(2, 20);
  await put(1, 10);
  await put(2, 15);
  expect(await windowRow(1)).toMatchObject({ version: 2, clicks_7d: 20 });
  await put(3, 5);
  expect(await windowRow(1)).toMatchObject({ version: 3, clicks_7d: 5 });
});
