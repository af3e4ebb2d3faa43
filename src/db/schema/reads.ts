import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { READ_COLUMNS } from '../read-columns.ts';
import { counting, ring, rowlessTable } from '../sql.ts';

/** How far readers got in articles: a ring of partitions like that of clicks. */

const ledger = (n: number) =>
  rowlessTable(`read_ids_${n}`, {
    /** Hash of reader, article and UTC day. */
    id: text().primaryKey(),
    /** Place in `LEVELS`, from 1, and what it was before the attempt that wrote it; 0: nothing. */
    level: integer().notNull(),
    before: integer().notNull(),
    nonce: integer().notNull(),
  });

const aggregates = (n: number) =>
  rowlessTable(
    `read_days_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** Days since the epoch. */
      day: integer().notNull(),
      ...counting(READ_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.day] })],
  );

export const READ_IDS = ring(ledger);
export const READ_DAYS = ring(aggregates);

/** Weighed readers of an article and a day that is over two weeks old: who opened it, and who got through half. Kept two years. */
export const readSums = rowlessTable(
  'read_sums',
  {
    contentId: integer('content_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    opened: integer().notNull(),
    half: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

/** What read shares are made of, beside single articles: `kind` is a content type and a class of length. */
export const READ_SETS = ['topic', 'source', 'section', 'author', 'kind'] as const;
export type ReadSetKind = (typeof READ_SETS)[number];
/** A share in percent, and both ends of its interval. */
export type StoredShare = [percent: number, low: number, high: number];
export type StoredSet = [id: string, name: string, ...StoredShare];

/** How far readers get in the sets of a kind, and in the articles, that have a share, made once an hour: a row answers any question. */
export const setReads = rowlessTable(
  'set_reads',
  {
    by: text({ enum: [...READ_SETS, 'article'] }).notNull(),
    /** As `listName` says: period, and whether of Risk Management alone; of articles the part that their ids are in. */
    list: text().notNull(),
    /** Of the whole site; null: too few have opened anything. */
    usual: text({ mode: 'json' }).$type<StoredShare>(),
    /** The highest share first. */
    sets: text({ mode: 'json' }).$type<StoredSet[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.by, t.list] })],
);

/** The part of readers that is counted on a day, from 0 to 1; settled a day ahead, and the same all day. */
export const readRates = sqliteTable('read_rates', {
  /** Days since the epoch. */
  day: integer().primaryKey(),
  part: real().notNull(),
});
