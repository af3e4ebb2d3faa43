import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { READ_COLUMNS } from '../read-columns.ts';
import { counting, ring, rowlessTable } from '../sql.ts';

/** This module declares the tables of read depth, which are partitioned like those of clicks. */

const ledger = (n: number) =>
  rowlessTable(`read_ids_${n}`, {
    /** Hash of reader, article and UTC day. */
    id: text().primaryKey(),
    /** Level as an index in `LEVELS` from 1 (0: none), now and before this attempt. */
    level: integer().notNull(),
    before: integer().notNull(),
    nonce: integer().notNull(),
  });

const aggregates = (n: number) =>
  rowlessTable(
    `read_days_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** UTC day, in days since the epoch. */
      day: integer().notNull(),
      ...counting(READ_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.day] })],
  );

export const READ_IDS = ring(ledger);
export const READ_DAYS = ring(aggregates);

/**
 * Weighted readers per article and day, computed after two weeks: those who opened the article, and those who read half
 * of it. Stored for two years.
 */
export const readSums = rowlessTable(
  'read_sums',
  {
    contentId: integer('content_id').notNull(),
    /** UTC day, in days since the epoch. */
    day: integer().notNull(),
    opened: integer().notNull(),
    half: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

/** Rate and the bounds of its interval, in percent. */
export type StoredRate = [percent: number, low: number, high: number];
export type StoredSet = [id: string, name: string, ...StoredRate];

/** Read-through rates of sets and articles, computed hourly, so that one row answers any query. */
export const setReads = rowlessTable(
  'set_reads',
  {
    /** Kind of set, or `article` for single articles. */
    by: text().notNull(),
    /** Period and Risk Management filter (`listName`). For articles: the portion of their ids. */
    list: text().notNull(),
    /** Rate of the whole site; null if there are too few readers. */
    usual: text({ mode: 'json' }).$type<StoredRate>(),
    /** Sets with the highest rate first. */
    sets: text({ mode: 'json' }).$type<StoredSet[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.by, t.list] })],
);

/** Sampling rate of readers per day, from 0 to 1. Fixed a day ahead and constant all day. */
export const readRates = sqliteTable('read_rates', {
  /** UTC day, in days since the epoch. */
  day: integer().primaryKey(),
  part: real().notNull(),
});
