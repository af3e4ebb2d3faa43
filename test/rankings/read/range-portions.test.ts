import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDays, rangeDays } from '../../../src/db/schema.ts';
import { COLUMN_COUNT, FIRST } from '../../../src/engagement/columns.ts';
import type { ArticleFacts } from '../../../src/rankings/facts.ts';
import { dayRows, loadOpenDays, storeDays } from '../../../src/rankings/object/days/day-rows.ts';
import { OpenDay } from '../../../src/rankings/object/days/open-day.ts';
import { openTestDb } from '../../support/index.ts';

const DAY = 22_000;
const db = openTestDb();

const article = (id: number, topics: number[]): ArticleFacts => ({
  id,
  publishedAt: 1,
  contentType: 'article',
  sourceType: null,
  domain: `s${id % 50}.example`,
  source: `Quelle ${id % 50}`,
  topics,
  companies: [1, 2, 3, 4, 5],
  countries: ['GB', 'DE'],
  authors: Array.from({ length: 5 }, (_, i) => `Ærøskøbing Öğüt-Žižek ${id}/${i}`),
  section: 'Märkte',
});

function clicks(id: number) {
  const columns = new Int32Array(COLUMN_COUNT);
  columns[FIRST.unsigned] = 3;
  for (const first of [FIRST.network, FIRST.prefix, FIRST.browser])
    for (const n of [0, 1, 2]) columns[first + ((id + n) % 16)] = 1;
  return { weight: 3, certain: 0, columns };
}

const topicsOf = (id: number) => [1000 + (id % 50), 1, 47].slice(0, 1 + (id % 3));

test('a day of 12,000 articles is stored in rows below 1.5 MB, and a changed article writes two rows', async () => {
  const ids = Array.from({ length: 12_000 }, (_, i) => i + 1);
  const day = new OpenDay();
  for (const id of ids) day.add(article(id, topicsOf(id)), clicks(id));
  await db.transaction(...storeDays([DAY], dayRows(DAY, day, null)));
  const rows = await db
    .select({ id: rangeDays.id, sums: rangeDays.sums, bytes: sql<number>`length(CAST(${rangeDays.sums} AS BLOB))` })
    .from(rangeDays)
    .orderBy(rangeDays.id);
  expect(rows.length).toBeGreaterThan(1);
  expect(Math.max(...rows.map(({ bytes }) => bytes))).toBeLessThan(1_510_000);
  expect(rows.flatMap(({ sums }) => sums.articles.map(([id]) => id)).sort((a, b) => a - b)).toEqual(ids);
  expect((await db.select().from(openDays)).length).toBe(1);

  const stored = (await loadOpenDays(db, { from: DAY, to: DAY + 1 })).get(DAY);
  expect(stored?.change(7, article(7, topicsOf(7)), clicks(7))).toBe(false);
  expect(stored?.change(7, article(7, [9, 1008]), clicks(7))).toBe(true);
  const before = db.usage.rowsWritten;
  await db.transaction(...storeDays([DAY], dayRows(DAY, stored ?? new OpenDay(), null)));
  expect(db.usage.rowsWritten - before).toBe(2);
});

test('an incrementally updated day of articles equals a fully computed one', () => {
  const ids = Array.from({ length: 60 }, (_, i) => i + 1);
  let day = new OpenDay();
  const facts = new Map<number, ArticleFacts | null>();
  for (let i = 0; i < 400; i++) {
    const id = 1 + ((i * 37) % 61);
    const wanted = i % 5 === 0 ? null : article(id, topicsOf(i));
    facts.set(id, wanted);
    day.change(id, wanted, clicks(id));
    if (i % 40 > 0) continue;
    const [articles, topics] = [day.articleRows(), day.topicRows(null)];
    const made = new OpenDay();
    for (const id of [...ids, 61]) {
      const own = facts.get(id);
      if (own) made.add(own, clicks(id));
    }
    expect([articles, topics]).toEqual([made.articleRows(), made.topicRows(null)]);
    day = OpenDay.of({ articles, topics });
  }
});
