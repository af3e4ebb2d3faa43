import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { counterColumns, ring, rowlessTable } from '../sql.ts';
import { VIEW_COLUMNS } from '../view-columns.ts';

/** Impressions from reporting pages. Partitioned like clicks, whose ledgers remove duplicates. */
const aggregates = (n: number) =>
  rowlessTable(
    `view_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      hour: integer().notNull(),
      /** 0: readers with an impression; 1: readers who clicked; from 2: readers who clicked, by class of networks. */
      clicked: integer().notNull(),
      ...counterColumns(VIEW_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour, t.clicked] })],
  );

export const VIEW_HOURS = ring(aggregates);

/** Estimated page views in two alternating hours. The list's sampling depends on them. */
export const listViews = rowlessTable(
  'list_views',
  {
    list: text().notNull(),
    /** Class of networks of the page views; -1 for signed and trusted readers. */
    network: integer().notNull(),
    /** Parity of the hour. The count of page views is overwritten two hours later. */
    slot: integer().notNull(),
    hour: integer().notNull(),
    reports: integer().notNull(),
    views: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.network, t.slot] })],
);

/** Current sampling of all lists in one row, so that a request reads one row. */
export const listSampling = sqliteTable('list_sampling', {
  id: integer().primaryKey(),
  hour: integer().notNull(),
  /** Binary logarithm of the sampling `k`, keyed by list, from 1. Other lists have `k` = 1. */
  lists: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** Sampling rate of impression reports per day, from 0 to 1. Fixed a day ahead. */
export const viewRates = sqliteTable('view_rates', { day: integer().primaryKey(), part: real().notNull() });

export const placements = sqliteTable('pulls', {
  contentId: integer('content_id').primaryKey(),
  placement: integer('pull').notNull(),
  low: integer().notNull(),
  high: integer().notNull(),
  confidence: text({ enum: ['high', 'low'] }).notNull(),
  /** Range of the article's usual positions; the last is `null` if the range is open-ended. */
  firstPlace: integer('first_place').notNull(),
  lastPlace: integer('last_place'),
});

/** Click rate of each position bucket, by layout. */
export const placeRates = rowlessTable(
  'place_rates',
  {
    layout: text().notNull(),
    firstPlace: integer('first_place').notNull(),
    /** Clicks per viewer of an article with average appeal. */
    rate: real().notNull(),
    variance: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.layout, t.firstPlace] })],
);
