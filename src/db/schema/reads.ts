import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { READ_COLUMNS } from '../read-columns.ts';
import { counterColumns, ring, rowlessTable } from '../sql.ts';

const ledger = (n: number) =>
  rowlessTable(`read_ids_${n}`, {
    /** Hash of reader, article and UTC day. */
    id: text().primaryKey(),
    /** Read level as an index in `LEVELS` from 1 (0: none), now and before this attempt. */
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

/** Weighted readers, computed after two weeks: those who opened the article, and those who read half of it. */
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

/** Read-through rates of sets and articles, computed hourly, so that one row answers any query. */
export const setReads = rowlessTable(
  'set_reads',
  {
    by: text().notNull(),
    /** Period and Risk Management filter of the list (`listName`). For articles: the portion of their ids. */
    list: text().notNull(),
    /** Read-through rate of the whole site; `null` if there are too few readers. */
    usual: text({ mode: 'json' }).$type<StoredRate>(),
    sets: text({ mode: 'json' }).$type<StoredSet[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.by, t.list] })],
);

/** Sampling rate of readers per day, from 0 to 1. Fixed a day ahead and constant all day. */
export const readRates = sqliteTable('read_rates', { day: integer().primaryKey(), part: real().notNull() });
