import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rangeDays } from '../../../src/db/schema.ts';
import { DayLists } from '../../../src/rankings/object/range-days.ts';
import { openTestDb } from '../../support/index.ts';

const DAY = 22_000;
const db = openTestDb();

test('a day of articles of which much is said has rows that the database takes', async () => {
  const lists = new DayLists();
  for (let id = 1; id <= 12_000; id++)
    lists.add(
      DAY,
      {
        ...{ id, publishedAt: 1, contentType: 'article', sourceType: null, domain: `s${id % 50}.example` },
        ...{
          source: `Quelle ${id % 50}`,
          topics: [1, 2, 3, 4, 5],
          companies: [1, 2, 3, 4, 5],
          countries: ['GB', 'DE'],
        },
        ...{ authors: Array.from({ length: 5 }, (_, i) => `Ærøskøbing Öğüt-Žižek ${id}/${i}`), section: 'Märkte' },
      } as never,
      1,
    );
  await lists.store(db, { from: DAY, to: DAY + 1 });
  const rows = await db
    .select({ id: rangeDays.id, sums: rangeDays.sums, bytes: sql<number>`length(CAST(${rangeDays.sums} AS BLOB))` })
    .from(rangeDays)
    .orderBy(rangeDays.id);
  expect(rows.length).toBeGreaterThan(1);
  expect(Math.max(...rows.map(({ bytes }) => bytes))).toBeLessThan(1_510_000);
  expect(rows.flatMap(({ sums }) => sums.articles.map(([id]) => id))).toEqual(
    Array.from({ length: 12_000 }, (_, i) => i + 1),
  );
});
