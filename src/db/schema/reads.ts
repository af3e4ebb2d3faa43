import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { READ_COLUMNS } from '../read-columns.ts';
import { counterColumns, ring, rowlessTable } from '../sql.ts';

const ledger = (n: number) =>
  rowlessTable(`read_ids_${n}`, {
    /** Hash of a reader, an article and a UTC day. */
    id: text().primaryKey(),
    /** Read level (1-based index in `LEVELS`, 0 for none), and its value before the current write attempt. */
    level: integer().notNull(),
    before: integer().notNull(),
    nonce: integer().notNull(),
  });

const aggregates = (n: number) =>
  rowlessTable(
    `read_days_${n}`,
    { contentId: integer('content_id').notNull(), day: integer().notNull(), ...counterColumns(READ_COLUMNS) },
    (t) => [primaryKey({ columns: [t.contentId, t.day] })],
  );

export const READ_IDS = ring(ledger);
export const READ_DAYS = ring(aggregates);

/** Numbers of readers who opened an article and who read half of it, after discounting. Written after two weeks. */
export const readSums = rowlessTable(
  'read_sums',
  {
    contentId: integer('content_id').notNull(),
    day: integer().notNull(),
    opened: integer().notNull(),
    half: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

export type StoredRate = [percent: number, low: number, high: number];
export type StoredSet = [id: string, name: string, ...StoredRate];

/** Read-through rates of articles and of sets of articles, computed hourly. One row answers a whole query. */
export const setReads = rowlessTable(
  'set_reads',
  {
    by: text().notNull(),
    /** Name of a list by period and Risk Management filter (`listName`). For rows of single articles, `id % 64`. */
    list: text().notNull(),
    /** Read-through rate of the whole site. `null` if there are too few readers. */
    usual: text({ mode: 'json' }).$type<StoredRate>(),
    sets: text({ mode: 'json' }).$type<StoredSet[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.by, t.list] })],
);

/** Fraction of read reports that are counted on a day, from 0 to 1. It is fixed one day ahead. */
export const readRates = sqliteTable('read_rates', { day: integer().primaryKey(), part: real().notNull() });
