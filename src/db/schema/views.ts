import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { counterColumns, ring, rowlessTable } from '../sql.ts';
import { CLASS_COLUMNS, VIEW_COLUMNS } from '../view-columns.ts';

/** Hourly sums of impressions, in five tables like those of clicks. The click ledger also detects their repeats. */
const aggregates = (n: number) =>
  rowlessTable(
    `view_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      hour: integer().notNull(),
      /** 0: readers who saw the article. 1: readers who clicked it. From 2 on: those who clicked, by network bucket. */
      clicked: integer().notNull(),
      ...counterColumns(VIEW_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour, t.clicked] })],
  );

export const VIEW_HOURS = ring(aggregates);

/** Estimated page views of a list in this hour and the previous one. They determine the list's sampling factor. */
export const listViews = rowlessTable(
  'list_views',
  {
    list: text().notNull(),
    /** Network bucket of the page views, or -1 for signed and trusted readers. */
    network: integer().notNull(),
    /** 0 for even hours and 1 for odd hours, so that each hour overwrites the hour two hours before it. */
    slot: integer().notNull(),
    hour: integer().notNull(),
    reports: integer().notNull(),
    views: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.network, t.slot] })],
);

/** Current sampling factors of all lists in one row, so that a request reads only this row. */
export const listSampling = sqliteTable('list_sampling', {
  id: integer().primaryKey(),
  hour: integer().notNull(),
  /** Logarithm to base 2 of each list's sampling factor `k`. Lists that are missing here have `k` = 1. */
  lists: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** Fraction of impression reports that are counted on a day, from 0 to 1. It is fixed one day ahead. */
export const viewRates = sqliteTable('view_rates', { day: integer().primaryKey(), part: real().notNull() });

export const placements = sqliteTable('pulls', {
  contentId: integer('content_id').primaryKey(),
  placement: integer('pull').notNull(),
  low: integer().notNull(),
  high: integer().notNull(),
  confidence: text({ enum: ['high', 'low'] }).notNull(),
  /** Range of list positions at which most readers saw the article. The end is `null` if the range has no end. */
  firstPlace: integer('first_place').notNull(),
  lastPlace: integer('last_place'),
});

/** Click rate of each position bucket, by layout. */
export const placeRates = rowlessTable(
  'place_rates',
  {
    layout: text().notNull(),
    firstPlace: integer('first_place').notNull(),
    /** Clicks per reader who saw an article of average appeal. */
    rate: real().notNull(),
    variance: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.layout, t.firstPlace] })],
);

/** Page views and clicks of a key's lists with `order=engaging`, by order: at most four rows per key and day. */
export const orderDays = rowlessTable(
  'order_days',
  {
    keyId: integer('key_id').notNull(),
    /** UTC day, in days since the epoch. */
    day: integer().notNull(),
    /** Index in `COMPARED_ORDERS`. */
    listOrder: integer('list_order').notNull(),
    /** 0: page views. 1: clicks. */
    clicked: integer().notNull(),
    ...counterColumns(CLASS_COLUMNS),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.listOrder, t.clicked] })],
);

/** Learned appeal of recent articles, one row per hour. Lists with `order=engaging` are drawn from it. */
export const appealSnapshots = sqliteTable('appeal_snapshots', {
  /** UTC hour since the epoch in which the snapshot was made. */
  hour: integer().primaryKey(),
  snapshot: text({ mode: 'json' }).$type<AppealSnapshot>().notNull(),
});

export interface AppealSnapshot {
  interest: number[];
  groups: Record<string, number>;
  priorClicks: number;
  spread: number;
  articles: SnapshotArticle[];
}

/** Article with its appeal, in steps that hide counts. */
export interface SnapshotArticle {
  id: number;
  position: number;
  publishedAt: Seconds;
  topics: number[];
  story: number;
  mean: number;
  shape: number;
  /** Whether enough readers have seen the article. */
  isExplored: boolean;
}
