import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  byKind,
  CLICK_COLUMNS,
  COUNTERS,
  KINDS,
  LOW_BITS,
  MEASURES,
  READER_CLASSES,
} from '../../src/db/click-columns.ts';
import { addClicks, cellOfRow, clickCounters, countsOf, selectCells } from '../../src/engagement/aggregates.ts';
import { type Countable, countersOf, FIRST } from '../../src/engagement/columns.ts';
import { selectDays } from '../../src/engagement/days.ts';
import { seed } from '../search/seed.ts';
import { openTestDb } from '../support/index.ts';

const db = openTestDb();
const HOUR = 24 * 100_000;
const MOST = 2 ** LOW_BITS - 1;

beforeEach(() => db.run(sql`DELETE FROM click_hours_0`));

const rowsOf = (clicks: readonly Countable[]) => JSON.stringify(clicks.map((click) => [1, HOUR, ...countersOf(click)]));
const add = (clicks: readonly Countable[]) =>
  db.run(
    addClicks(
      0,
      sql`SELECT value ->> 0 AS clickedId, value ->> 1 AS clickedHour, ${clickCounters(sql`value`, 2)} FROM json_each(${rowsOf(clicks)})`,
    ),
  );
/** Count by counter. */
const pairs = (counts: readonly number[]) =>
  Object.fromEntries(counts.flatMap((counter, i) => (i % 2 === 0 ? [[COUNTERS[counter], counts[i + 1]]] : [])));
const stored = async () => pairs((await db.rows(cellOfRow, selectCells(0, [[1, HOUR]])))[0]?.counts ?? []);
/** A row in which every counter is the same. */
const fill = (hour: number, count: number) =>
  db.run(
    sql.raw(
      `INSERT INTO click_hours_0 (content_id, hour, ${CLICK_COLUMNS.join(', ')})
        VALUES (1, ${hour}, ${CLICK_COLUMNS.map(() => `${count} + (${count} << ${LOW_BITS})`).join(', ')})`,
    ),
  );
const everyCounter = (count: number) => Object.fromEntries(COUNTERS.map((name) => [name, count]));

const nullable = (from: number, to: number) => fc.constantFrom(null, ...MEASURES.slice(from, to));
const audience = { companyType: nullable(1, 4), continent: nullable(4, 11), seniority: nullable(11, 16) };
const click: fc.Arbitrary<Countable> = fc.oneof(
  fc.record({ ...audience, origin: fc.constant('unsigned' as const), ...byKind((kind) => fc.nat(KINDS[kind] - 1)) }),
  fc.record({
    ...audience,
    origin: fc.constantFrom('signed' as const, 'trusted' as const),
    reader: fc.nat(READER_CLASSES - 1),
  }),
);

/** What a row must hold, by the names of counters alone. */
function tally(clicks: readonly Countable[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { origin, companyType, continent, seniority, ...classes } of clicks) {
    const measures = ['all', companyType, continent, seniority].flatMap((name) => name ?? []);
    const names = [
      ...measures.map((name) => `${origin}_${name.toLowerCase().replaceAll('-', '_')}`),
      ...Object.entries(classes).map(([name, own]) => `${name}_${own}`),
    ];
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('whatever is added, in however many statements, is read as it was counted', async () => {
  const batches = fc.array(fc.array(click, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(batches, async (batches) => {
    await db.run(sql`DELETE FROM click_hours_0`);
    for (const batch of batches) await add(batch);
    expect(await stored()).toEqual(tally(batches.flat()));
  });
  await fc.assert(property, { seed, numRuns: 60 });
});

test('each counter holds 2^29 − 1, whatever its neighbour holds', async () => {
  await fill(HOUR, MOST);
  expect(await stored()).toEqual(everyCounter(MOST));
});

test('a counter grows up to that without touching another', async () => {
  await fill(HOUR, MOST - 1);
  const unsigned = { origin: 'unsigned' as const, network: 0, prefix: 31, browser: 15 };
  const last = { companyType: 'broker', continent: 'SA', seniority: 'individual-contributor' } as const;
  const signed = { ...last, origin: 'signed' as const, reader: 31 };
  const clicks = [{ ...last, ...unsigned }, signed, { ...signed, origin: 'trusted' as const, reader: 0 }];
  await add(clicks);
  const more = tally(clicks);
  expect(await stored()).toEqual(Object.fromEntries(COUNTERS.map((name) => [name, MOST - 1 + (more[name] ?? 0)])));
});

test('the sums of a day hold as much', async () => {
  const each = Math.floor(MOST / 24);
  for (let hour = 0; hour < 24; hour++) await fill(HOUR + hour, each);
  const range = { from: HOUR / 24, to: HOUR / 24 + 1 };
  const [day] = await db.all<{ counts: string }>(selectDays(0, range, { contentId: 0, day: 0 }, 10));
  expect(pairs(countsOf(day?.counts ?? ''))).toEqual(everyCounter(24 * each));
});

test('a table has fewer columns than before, and fewer than D1 takes', () => {
  expect(COUNTERS).toHaveLength(160);
  expect(CLICK_COLUMNS.length + 2).toBe(82);
  expect(new Set(COUNTERS).size).toBe(COUNTERS.length);
  expect(Object.values(FIRST).every((place) => place >= 0)).toBe(true);
});
