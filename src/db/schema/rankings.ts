import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import type { ClassKind } from '../click-columns.ts';
import { rowlessTable } from '../sql.ts';

/** What is computed from clicks. */

/** Engagement of an article in a UTC day, by the shares in force when the day was last computed; kept two years. */
export const clickDays = rowlessTable(
  'click_days',
  {
    contentId: integer('content_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    engagement: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

/** Engagement of a topic in a sealed UTC day, over its articles when the day was sealed; topic 0 is the whole site. */
export const topicDays = rowlessTable(
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

/** States of the days: a run computes them, clicks of finished days have come since, or they are right. */
export const DAYS_STATES = ['running', 'outdated', 'complete'] as const;

/** The days that have been computed; without a row, all days that are not sealed are computed again. There is one row at most. */
export const computedDays = sqliteTable('computed_days', {
  /** Another for each run and each change of the days, so that one never overwrites another. */
  id: integer().primaryKey(),
  /** The first day (since the epoch) that was not over at that time. Days more than 15 before it are sealed. */
  until: integer().notNull(),
  state: text({ enum: DAYS_STATES }).notNull(),
  /** The baseline that the days were computed by; null: clicks are not discounted. */
  shares: text({ mode: 'json' }).$type<TrafficBaseline>(),
});

/** What is usual on a site: the part of each class, kind by kind. */
export interface TrafficBaseline extends Readonly<Record<ClassKind, readonly number[]>> {
  /** Votes from which they were made; 0: nothing is known. */
  samples: number;
  /** The site's part of each audience, in the order of `MEASURES`; null: no article has voted. */
  audiences: readonly number[] | null;
  /** The shares by these samples alone, which bind those of two weeks later; left out: the same. */
  byVotes?: Readonly<Record<ClassKind, readonly number[]>>;
}

/** The site's shares of each class, computed once a day or at each full hour, and used by every window until the next ones. */
export const siteShares = sqliteTable('site_shares', {
  /** Hours since the epoch. */
  hour: integer().primaryKey(),
  shares: text({ mode: 'json' }).notNull().$type<TrafficBaseline>(),
  /** Part of the samples that the shares of two weeks before have left. */
  left: real().notNull(),
  /** An operator has accepted the samples as they were. */
  isAccepted: integer('is_accepted', { mode: 'boolean' }).notNull(),
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
  /** Lists of ids as JSON (`src/rankings/math/ranking-rows.ts`): ranking by counters never reads so far into the row. */
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
  /** `Week` of `src/rankings/read/read-week.ts`. */
  week: text({ mode: 'json' }).notNull(),
});
