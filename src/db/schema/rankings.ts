import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import type { ClassKind } from '../click-columns.ts';

/** What is computed from clicks. */

/** Engagement of an article in a UTC day, by the shares in force when the day was last computed; kept two years. WITHOUT ROWID. */
export const clickDays = sqliteTable(
  'click_days',
  {
    contentId: integer('content_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    engagement: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

/** Engagement of a topic in a UTC day, over its articles when the day was last computed; topic 0 is the whole site. WITHOUT ROWID. */
export const topicDays = sqliteTable(
  'topic_days',
  {
    topicId: integer('topic_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    engagement: integer().notNull(),
    /** On articles that are tagged with Risk Management, too. */
    engagementRm: integer('engagement_rm').notNull(),
  },
  (t) => [primaryKey({ columns: [t.topicId, t.day] })],
);

/** The days up to which everything has been computed; without a row, all open days are computed again. */
export const computedDays = sqliteTable('computed_days', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** The first day (since the epoch) that was not over at that time. */
  until: integer().notNull(),
  /** False while they are being computed. */
  isComplete: integer('is_complete', { mode: 'boolean' }).notNull(),
});

/** The site's shares of each class, computed once at each full hour and used by every window of that hour. */
export const siteShares = sqliteTable('site_shares', {
  /** Hours since the epoch. */
  hour: integer().primaryKey(),
  /** Votes that were cast. */
  votes: integer().notNull(),
  /** Null: clicks are not weighed in this hour. */
  shares: text({ mode: 'json' }).$type<Record<ClassKind, number[]>>(),
});

const counter = (name: string) => integer(name).notNull().default(0);

/**
 * One row per topic with its rankings, published by its object; topic 0 is the whole site. The fields that answers show of a topic are
 * repeated here, so that ranking all topics reads one row each. Counters hold engagement: weights and signed clicks.
 */
export const topicWindows = sqliteTable('topic_windows', {
  topicId: integer('topic_id').primaryKey(),
  name: text().notNull().default(''),
  slug: text().notNull().default(''),
  description: text().notNull().default(''),
  category: integer().notNull().default(0),
  excluded: integer({ mode: 'boolean' }).notNull().default(false),
  /** Of the computation: an older one never overwrites a newer one. */
  version: integer().$type<Millis>().notNull().default(0),
  /** The running hour of the windows. */
  hour: integer().notNull().default(0),
  /** Not 0: articles have changed since the computation. Each change sets a different number. */
  stale: integer().notNull().default(0),
  engagement24h: counter('engagement_24h'),
  engagement24hBroker: counter('engagement_24h_broker'),
  engagement24hCarrier: counter('engagement_24h_carrier'),
  engagement24hRm: counter('engagement_24h_rm'),
  engagement7d: counter('engagement_7d'),
  engagement7dBroker: counter('engagement_7d_broker'),
  engagement7dCarrier: counter('engagement_7d_carrier'),
  engagement7dRm: counter('engagement_7d_rm'),
  /** The windows of equal length just before those, for previous ranks. */
  before24h: counter('before_24h'),
  before24hBroker: counter('before_24h_broker'),
  before24hCarrier: counter('before_24h_carrier'),
  before24hRm: counter('before_24h_rm'),
  before7d: counter('before_7d'),
  before7dBroker: counter('before_7d_broker'),
  before7dCarrier: counter('before_7d_carrier'),
  before7dRm: counter('before_7d_rm'),
  /** The last 168 complete hours, and the 168 before those. */
  growthCurrent: counter('growth_current'),
  growthCurrentRm: counter('growth_current_rm'),
  growthPrevious: counter('growth_previous'),
  growthPreviousRm: counter('growth_previous_rm'),
  /** Distinct articles with engagement there. */
  growthItems: counter('growth_items'),
  growthItemsRm: counter('growth_items_rm'),
  growthItemsBefore: counter('growth_items_before'),
  growthItemsBeforeRm: counter('growth_items_before_rm'),
  /** Engagement by audience in each period (`AudienceSums`). */
  audience: text({ mode: 'json' }).notNull().default('{}'),
  /** Lists of ids as JSON (`src/rankings/math/views.ts`): ranking by counters never reads so far into the row. */
  views: text({ mode: 'json' }).notNull().default('{}'),
  /** Cells received since the object last packed them (`src/rankings/object/stored-window.ts`); null: too many to fit here. */
  recent: text({ mode: 'json' }),
});

/** What changed in a week, as it was when the week ended; kept for two years. */
export const weeks = sqliteTable('weeks', {
  /** The Monday after it in the publisher's time zone, YYYY-MM-DD. */
  monday: text().primaryKey(),
  /** When it was written down. */
  at: integer().$type<Seconds>().notNull(),
  /** `Week` of `src/rankings/read/week.ts`. */
  week: text({ mode: 'json' }).notNull(),
});
