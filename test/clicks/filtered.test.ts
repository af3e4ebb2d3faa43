import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type Fate, readFiltered } from '../../src/clicks/read-outcomes.ts';
import { clickOutcomes, deadLetters, unknownClicks } from '../../src/db/schema.ts';
import { openTestDb } from '../support/index.ts';

const now = Date.UTC(2034, 6, 1, 12, 30);
const hour = Math.floor(now / 3_600_000);
const db = openTestDb();

beforeEach(async () => {
  for (const table of [clickOutcomes, deadLetters, unknownClicks]) await db.delete(table);
});

const store = (outcomes: Record<string, number>, at = hour) =>
  db.insert(clickOutcomes).values(Object.entries(outcomes).map(([outcome, clicks]) => ({ hour: at, outcome, clicks })));
const read = (hours: number, waiting = 0) => readFiltered(db, { hours, waiting, now });
const total = ({ counted, waiting, leftOut }: Fate) =>
  counted + waiting + Object.values(leftOut).reduce((sum, clicks) => sum + clicks, 0);

test('readFiltered reports each click as counted, waiting or dropped with a reason', async () => {
  await store({
    accepted: 100,
    counted: 80,
    unknownArticle: 5,
    imported: 1000,
    'dropped:bot': 7,
    'refused:forbidden': 3,
  });
  await store({ accepted: 10, counted: 10, 'dropped:bot': 1 }, hour - 1);
  await db.insert(deadLetters).values([
    { at: now / 1000, messageId: 'a', reason: 'failed', body: {} },
    { at: now / 1000, messageId: 'b', reason: 'malformed', body: {} },
  ]);
  const { hours, unknownArticles, ...all } = await read(3, 4);
  const leftOut = { bot: 7, failed: 1, forbidden: 3, malformed: 1, repeated: 9, unknownArticle: 5 };
  expect(hours).toEqual([
    { hour: hour - 2, came: 0, counted: 0, waiting: 0, leftOut: {} },
    { hour: hour - 1, came: 11, counted: 10, waiting: 0, leftOut: { bot: 1 } },
    { hour, came: 110, counted: 80, waiting: 4, leftOut },
  ]);
  expect(all).toEqual({ came: 121, counted: 90, waiting: 4, leftOut: { ...leftOut, bot: 8 } });
  expect(unknownArticles).toEqual([]);
});

test('readFiltered excludes hours before its range and in the future', async () => {
  await store({ accepted: 5, counted: 5 }, hour - 2);
  expect(await read(2)).toMatchObject({ came: 0, hours: [{ hour: hour - 1 }, { hour }] });
});

test('readFiltered lists unknown articles, most clicked first', async () => {
  await db.insert(unknownClicks).values([
    { contentId: 7, lastHour: hour, clicks: 2 },
    { contentId: 0, lastHour: hour - 3, clicks: 40 },
    { contentId: 6, lastHour: hour, clicks: 2 },
  ]);
  expect((await read(1)).unknownArticles.map(({ contentId }) => contentId)).toEqual([0, 6, 7]);
});

test('the reported numbers add up for any stored outcomes', async () => {
  const count = fc.nat({ max: 50 });
  const outcomes = fc.dictionary(
    fc.constantFrom(
      'accepted',
      'counted',
      'unknownArticle',
      'imported',
      'unavailable',
      'dropped:bot',
      'refused:forbidden',
    ),
    count,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(outcomes, { minLength: 1, maxLength: 4 }), count, async (stored, waiting) => {
      await db.delete(clickOutcomes);
      for (const [i, each] of stored.entries()) if (Object.keys(each).length > 0) await store(each, hour - i);
      const { hours, ...all } = await read(4, waiting);
      for (const fate of [...hours, all]) expect(fate.came).toBe(total(fate));
      const door = stored.flatMap((each) =>
        Object.entries(each).filter(([name]) => /^(dropped|refused|unavailable)/.test(name)),
      );
      const accepted = stored.reduce((sum, each) => sum + (each.accepted ?? 0), 0);
      const least = accepted + door.reduce((sum, [, clicks]) => sum + clicks, 0);
      expect(all.came).toBeGreaterThanOrEqual(least);
      expect(all.waiting).toBeLessThanOrEqual(waiting);
    }),
    { numRuns: 60 },
  );
});
