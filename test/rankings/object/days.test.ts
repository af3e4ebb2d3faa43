import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { openDb } from '../../../src/db/client.ts';
import { computeDays } from '../../../src/rankings/object/days.ts';
import { clickedArticles, countAgo, emptyNewsroom, rows } from '../../clicks/support.ts';
import { openTestDb } from '../../support/index.ts';

const db = openTestDb();
const now = Date.UTC(2030, 0, 10, 12, 20);
const question = { now, isWeighed: true };

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
});

/** A database that has something done before each statement that says so. */
const withBefore = (says: RegExp, before: () => Promise<void>) => {
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      bind: (...values: unknown[]) => wrapped(statement.bind(...values)),
      all: async () => {
        await before();
        return statement.all();
      },
    }) as never;
  const prepare = (query: string) => (says.test(query) ? wrapped(env.DB.prepare(query)) : env.DB.prepare(query));
  return openDb({ prepare, batch: env.DB.batch.bind(env.DB) });
};

test('a run of the days completes its own work, and not that of another which has begun meanwhile', async () => {
  await countAgo([{ contentId: 1, ago: 30 }], now);
  const dying = withBefore(/topic_days/, () => Promise.reject(new Error('killed')));
  const overtaken = withBefore(/update "computed_days"/i, async () => {
    // A late click of a finished day comes, and another run is cut off after it has begun.
    await countAgo([{ contentId: 3, ago: 31 }], now);
    await expect(computeDays(dying, question)).rejects.toThrow('topic_days');
  });
  await computeDays(overtaken, question);
  await computeDays(db, question);
  expect(await rows('SELECT content_id FROM click_days ORDER BY 1')).toEqual([{ content_id: 1 }, { content_id: 3 }]);
  expect(await computeDays(db, question)).toBe(0);
});
