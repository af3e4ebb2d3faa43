import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { READ_COLUMNS } from '../read-columns.ts';
import { counterColumns, ring, rowlessTable } from '../sql.ts';

const ledger = (n: number) =>
  rowlessTable(`read_ids_${n}`, {
    /** Hash of a reader, an article and a UTC day. */
    id: text().primaryKey(),
    /** Current read level (an index in `LEVELS` from 1, or 0 for none), followed by the level before this attempt. */
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

/** Weighted numbers of readers who opened an article and who read half of it. They are computed after two weeks. */
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

/** Read-through rates of articles and of sets of articles. They are computed hourly, and one row answers any query. */
export const setReads = rowlessTable(
  'set_reads',
  {
    by: text().notNull(),
    /** Period and Risk Management filter of the list (`listName`), or the portion of article ids. */
    list: text().notNull(),
    /** Read-through rate of the whole site. `null` if there are too few readers. */
    usual: text({ mode: 'json' }).$type<StoredRate>(),
    sets: text({ mode: 'json' }).$type<StoredSet[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.by, t.list] })],
);

/** Sampling rate of readers per day, from 0 to 1. It is fixed a day ahead and constant all day. */
export const readRates = sqliteTable('read_rates', { day: integer().primaryKey(), part: real().notNull() });
