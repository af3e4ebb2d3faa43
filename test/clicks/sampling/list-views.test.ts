import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addListViews } from '../../../src/clicks/sampling/list-views.ts';
import { openTestDb } from '../../support/index.ts';

const db = openTestDb();
const HOUR = 495_000;

const add = (hour: number, views: number) =>
  db.run(addListViews(sql`SELECT 'a' AS seenList, 3 AS seenIn, ${hour} AS seenHour, ${views} AS standsFor`));
const stored = async () =>
  (await env.DB.prepare('SELECT hour, reports, views FROM list_views ORDER BY hour').all()).results;

test('page views of the same hour are added up and overwritten two hours later', async () => {
  for (const views of [1, 4, 2.5]) await add(HOUR, views);
  await add(HOUR + 1, 2);
  expect(await stored()).toEqual([
    { hour: HOUR, reports: 3, views: 7.5 },
    { hour: HOUR + 1, reports: 1, views: 2 },
  ]);
  await add(HOUR + 2, 1);
  expect(await stored()).toEqual([
    { hour: HOUR + 1, reports: 1, views: 2 },
    { hour: HOUR + 2, reports: 1, views: 1 },
  ]);
});

test('late reports do not change later hours, and reports from a fast clock do not stop the counting', async () => {
  await env.DB.exec('DELETE FROM list_views');
  await add(HOUR, 1);
  await add(HOUR - 2, 9);
  expect(await stored()).toEqual([{ hour: HOUR, reports: 1, views: 1 }]);
  await add(HOUR + 72, 5);
  await add(HOUR, 2);
  expect(await stored()).toEqual([{ hour: HOUR, reports: 1, views: 2 }]);
});
