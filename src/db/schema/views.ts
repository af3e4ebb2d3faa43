import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { counting, ring, rowlessTable } from '../sql.ts';
import { VIEW_COLUMNS } from '../view-columns.ts';

/** Creates a table of impressions from reporting pages. Partitioned like clicks, whose ledgers remove duplicates. */
const aggregates = (n: number) =>
  rowlessTable(
    `view_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** UTC hour, in hours since the epoch. */
      hour: integer().notNull(),
      /**
       * 0: readers with an impression; 1: readers who clicked. Values from 2 onwards split the readers who clicked by
       * class of networks, and count them by position bucket only.
       */
      clicked: integer().notNull(),
      ...counting(VIEW_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour, t.clicked] })],
  );

export const VIEW_HOURS = ring(aggregates);

/** Estimated page views per list and network class, in two alternating hours. The list's sampling depends on them. */
export const listViews = rowlessTable(
  'list_views',
  {
    /** Id of the list, as contained in list tokens. */
    list: text().notNull(),
    /** Class of networks; -1 for signed and trusted readers. */
    network: integer().notNull(),
    /** Parity of the hour. The count is overwritten two hours later. */
    slot: integer().notNull(),
    /** UTC hour, in hours since the epoch. */
    hour: integer().notNull(),
    reports: integer().notNull(),
    /** Number of page views represented by the reports. */
    views: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.network, t.slot] })],
);

/** Current sampling of all lists in one row, so that a request reads one row. */
export const listSampling = sqliteTable('list_sampling', {
  id: integer().primaryKey(),
  /** Hour (since the epoch) whose page views determined the sampling. */
  hour: integer().notNull(),
  /** Binary logarithm of k, keyed by list, from 1. Other lists have k = 1. */
  lists: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** Sampling rate of impression reports per day, from 0 to 1. Fixed a day ahead. */
export const viewRates = sqliteTable('view_rates', {
  /** UTC day, in days since the epoch. */
  day: integer().primaryKey(),
  part: real().notNull(),
});

/** Placement indexes of articles, computed hourly. */
export const placements = sqliteTable('pulls', {
  contentId: integer('content_id').primaryKey(),
  placement: integer('pull').notNull(),
  /** Bounds of the interval. */
  low: integer().notNull(),
  high: integer().notNull(),
  confidence: text({ enum: ['high', 'low'] }).notNull(),
  /** Range of the article's usual positions; the last is null if the range is open-ended. */
  firstPlace: integer('first_place').notNull(),
  lastPlace: integer('last_place'),
});

/** Click rate of each position bucket, by layout. */
export const placeRates = rowlessTable(
  'place_rates',
  {
    layout: text().notNull(),
    /** First position of the bucket. */
    firstPlace: integer('first_place').notNull(),
    /** Clicks per viewer of an article with average appeal. */
    rate: real().notNull(),
    /** Relative variance of the rate. */
    variance: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.layout, t.firstPlace] })],
);
