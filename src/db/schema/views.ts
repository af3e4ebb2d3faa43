import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { counterColumns, ring, rowlessTable } from '../sql.ts';
import { VIEW_COLUMNS } from '../view-columns.ts';

/** Impressions on reporting pages. They are partitioned like clicks, whose ledgers also remove duplicates. */
const aggregates = (n: number) =>
  rowlessTable(
    `view_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      hour: integer().notNull(),
      /** 0 for readers with an impression, 1 for readers who clicked, from 2 on for the latter by network bucket. */
      clicked: integer().notNull(),
      ...counterColumns(VIEW_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour, t.clicked] })],
  );

export const VIEW_HOURS = ring(aggregates);

/** Estimated page views in two alternating hours, on which the sampling of a list depends. */
export const listViews = rowlessTable(
  'list_views',
  {
    list: text().notNull(),
    /** Network bucket of the page views, or -1 for signed and trusted readers. */
    network: integer().notNull(),
    /** Parity of the hour. Page views are thus overwritten after two hours. */
    slot: integer().notNull(),
    hour: integer().notNull(),
    reports: integer().notNull(),
    views: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.network, t.slot] })],
);

/** Current sampling of all lists, in one row, so that a request reads a single row. */
export const listSampling = sqliteTable('list_sampling', {
  id: integer().primaryKey(),
  hour: integer().notNull(),
  /** Binary logarithm of each list's sampling factor `k`, from 1. Lists that are not stored have `k` = 1. */
  lists: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** Sampling rate of impression reports per day, from 0 to 1. It is fixed a day ahead. */
export const viewRates = sqliteTable('view_rates', { day: integer().primaryKey(), part: real().notNull() });

export const placements = sqliteTable('pulls', {
  contentId: integer('content_id').primaryKey(),
  placement: integer('pull').notNull(),
  low: integer().notNull(),
  high: integer().notNull(),
  confidence: text({ enum: ['high', 'low'] }).notNull(),
  /** First and last of the article's usual positions. The last is `null` if the range is open-ended. */
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
