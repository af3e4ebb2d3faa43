import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import type { ClassKind } from '../click-columns.ts';
import { rowlessTable } from '../sql.ts';

/** Engagement of an article on a day, after discounting with the baseline of its last computation. */
export const clickDays = rowlessTable(
  'click_days',
  { contentId: integer('content_id').notNull(), day: integer().notNull(), engagement: integer().notNull() },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

/** Engagement of a topic on a completed day, which no longer changes. Topic 0 is the whole site. */
export const topicDays = rowlessTable(
  'topic_days',
  {
    topicId: integer('topic_id').notNull(),
    day: integer().notNull(),
    engagement: integer().notNull(),
    engagementRm: integer('engagement_rm').notNull(),
  },
  (t) => [primaryKey({ columns: [t.topicId, t.day] })],
);

export const DAYS_STATES = ['running', 'outdated', 'complete'] as const;

/** Progress of computing daily engagement, in at most one row. Without it, all recent days are recomputed. */
export const computedDays = sqliteTable('computed_days', {
  /** Random id that each computation and each change replaces. A computation stops if another one replaced its id. */
  id: integer().primaryKey(),
  /** First day that was not over at the last computation. Days more than 15 days before it never change again. */
  until: integer().notNull(),
  /** First hour of the day `until`. */
  untilHour: integer('until_hour').notNull().default(0),
  /** Time zone of the days (empty: UTC). A computation in another zone leaves final days unchanged. */
  zone: text().notNull().default(''),
  state: text({ enum: DAYS_STATES }).notNull(),
  shares: text({ mode: 'json' }).$type<TrafficBaseline>(),
});

/** Usual share of clicks in each bucket, by kind of class. */
export interface TrafficBaseline extends Readonly<Record<ClassKind, readonly number[]>> {
  samples: number;
  /** Share of the site's engagement by audience, in the order of `MEASURES`. `null` if there are no samples. */
  audiences: readonly number[] | null;
  /** Shares by samples alone, without retained minimums. They limit the baseline two weeks later. Default: baseline. */
  byVotes?: Readonly<Record<ClassKind, readonly number[]>>;
}

/** Baselines (usual traffic shares) of the site. Each applies until the next one, which is computed daily or hourly. */
export const siteBaselines = sqliteTable('site_shares', {
  hour: integer().primaryKey(),
  shares: text({ mode: 'json' }).notNull().$type<TrafficBaseline>(),
  /** Fraction of the samples that remained after the growth limits, which come from the baseline two weeks earlier. */
  left: real().notNull(),
  /** Whether an operator accepted this baseline, so that its growth was not limited. */
  isAccepted: integer('is_accepted', { mode: 'boolean' }).notNull(),
});

const counter = (name: string) => integer(name).notNull().default(0);

/** Rankings by topic (0: whole site). They contain the topic name, so that sorting topics reads one row each. */
export const topicWindows = sqliteTable('topic_windows', {
  topicId: integer('topic_id').primaryKey(),
  name: text().notNull().default(''),
  slug: text().notNull().default(''),
  description: text().notNull().default(''),
  category: integer().notNull().default(0),
  excluded: integer({ mode: 'boolean' }).notNull().default(false),
  /** Time at which the ranking was computed. An older computation never overwrites a newer one. */
  version: integer().$type<Millis>().notNull().default(0),
  hour: integer().notNull().default(0),
  /** Random number set when an article of the ranking changes. 0 if the ranking includes all changes. */
  stale: integer().notNull().default(0),
  engagement24h: counter('engagement_24h'),
  engagement24hBroker: counter('engagement_24h_broker'),
  engagement24hCarrier: counter('engagement_24h_carrier'),
  engagement24hRm: counter('engagement_24h_rm'),
  engagement7d: counter('engagement_7d'),
  engagement7dBroker: counter('engagement_7d_broker'),
  engagement7dCarrier: counter('engagement_7d_carrier'),
  engagement7dRm: counter('engagement_7d_rm'),
  before24h: counter('before_24h'),
  before24hBroker: counter('before_24h_broker'),
  before24hCarrier: counter('before_24h_carrier'),
  before24hRm: counter('before_24h_rm'),
  before7d: counter('before_7d'),
  before7dBroker: counter('before_7d_broker'),
  before7dCarrier: counter('before_7d_carrier'),
  before7dRm: counter('before_7d_rm'),
  /** Engagement from which growth is computed: the last 168 complete hours, and the 168 hours before them. */
  growthCurrent: counter('growth_current'),
  growthCurrentRm: counter('growth_current_rm'),
  growthPrevious: counter('growth_previous'),
  growthPreviousRm: counter('growth_previous_rm'),
  growthItems: counter('growth_items'),
  growthItemsRm: counter('growth_items_rm'),
  growthItemsBefore: counter('growth_items_before'),
  growthItemsBeforeRm: counter('growth_items_before_rm'),
  audience: text({ mode: 'json' }).notNull().default('{}'),
  /** Ranked lists of ids. This long column comes last, so that SQLite can read the counters without it. */
  views: text({ mode: 'json' }).notNull().default('{}'),
  /** Hourly counts that are newer than those in the storage of the Durable Object. `null` if there are too many. */
  recent: text({ mode: 'json' }),
});

export const weeks = sqliteTable('weeks', {
  /** Monday after the week in the publisher's time zone, in `YYYY-MM-DD` format. */
  monday: text().primaryKey(),
  at: integer().$type<Seconds>().notNull(),
  /** Summary of the week, which is a `Week` of `src/rankings/read/read-week.ts`. */
  week: text({ mode: 'json' }).notNull(),
});
