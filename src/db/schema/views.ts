import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { counting, ring, rowlessTable } from '../sql.ts';
import { VIEW_COLUMNS } from '../view-columns.ts';

/** What was shown: who has seen an article in a list, and who has clicked it there. */

/** Of reporting pages alone: in the partitions of clicks, whose ledgers say who has seen what. */
const aggregates = (n: number) =>
  rowlessTable(
    `view_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** Hours since the epoch. */
      hour: integer().notNull(),
      /** 0: have seen it; 1: have clicked it; from 2 on: those of each class of networks who have clicked it, by mark alone. */
      clicked: integer().notNull(),
      ...counting(VIEW_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour, t.clicked] })],
  );

export const VIEW_HOURS = ring(aggregates);

/** Estimated page views of a list, by class of networks, in two hours in turn: the choice of its sampling. */
export const listViews = rowlessTable(
  'list_views',
  {
    /** The list as its tokens name it. */
    list: text().notNull(),
    /** Class of networks; -1: signed and trusted readers. */
    network: integer().notNull(),
    /** Parity of the hour. The next hour but one replaces the count. */
    slot: integer().notNull(),
    /** Hours since the epoch. */
    hour: integer().notNull(),
    reports: integer().notNull(),
    /** Page views that these reports stand for. */
    views: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.network, t.slot] })],
);

/** The sampling in force, in one row: a request reads as much, however many lists are busy. */
export const listSampling = sqliteTable('list_sampling', {
  id: integer().primaryKey(),
  /** The hour (since the epoch) whose page views decided. */
  hour: integer().notNull(),
  /** By list the binary logarithm of k, from 1. Other lists have k = 1. */
  lists: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** The fraction of impression reports that is counted on a day, from 0 to 1; settled a day ahead. */
export const viewRates = sqliteTable('view_rates', {
  /** Days since the epoch. */
  day: integer().primaryKey(),
  part: real().notNull(),
});

/** The placement of each article that has one, made once an hour. */
export const pulls = sqliteTable('pulls', {
  contentId: integer('content_id').primaryKey(),
  placement: integer('pull').notNull(),
  /** Both ends of the interval. */
  low: integer().notNull(),
  high: integer().notNull(),
  confidence: text({ enum: ['high', 'low'] }).notNull(),
  /** Of the places at which it was mostly seen; the last is null where they have no end. */
  firstPlace: integer('first_place').notNull(),
  lastPlace: integer('last_place'),
});

/** How much each place is clicked, beside the first of its layout. */
export const placeRates = rowlessTable(
  'place_rates',
  {
    layout: text().notNull(),
    /** The first place of its class. */
    firstPlace: integer('first_place').notNull(),
    /** Clicks per viewer of an article of average appeal. */
    rate: real().notNull(),
    /** Its relative variance. */
    variance: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.layout, t.firstPlace] })],
);
