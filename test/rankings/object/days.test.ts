import { beforeEach, expect, test } from 'vitest';
import { computeDays } from '../../../src/rankings/object/days/days.ts';
import { clickedArticles, countAgo, emptyNewsroom, rows } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';
import { dbWithBefore } from './with-before.ts';

const db = openTestDb();
const now = Date.UTC(2030, 0, 10, 12, 20);
const question = { now, isDiscounted: true, zone: '' };

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
});

test('a computation of days marks only its own days as complete if another run starts in between', async () => {
  await countAgo([{ contentId: 1, ago: 30 }], now);
  const dying = dbWithBefore(/INTO "open_days"/, () => Promise.reject(new Error('killed')));
  const overtaken = dbWithBefore(/INTO "topic_days"/, async () => {
    // A late click on a completed day arrives, and another run fails.
    await countAgo([{ contentId: 3, ago: 31 }], now);
    await expect(computeDays(dying, question)).rejects.toThrow('killed');
  });
  await computeDays(overtaken, question);
  await computeDays(db, question);
  expect(await rows('SELECT content_id FROM click_days ORDER BY 1')).toEqual([{ content_id: 1 }, { content_id: 3 }]);
  expect(await computeDays(db, question)).toBe(0);
});
