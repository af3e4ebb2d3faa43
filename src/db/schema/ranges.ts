import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { DaySums, StoredGroup } from '../values.ts';

/** Engagement of every article that was read on a day, with the tags of that day. Stored for two years. */
export const rangeDays = sqliteTable('range_days', {
  /** Row number that contains the day since the epoch: `16 * day + index`. */
  id: integer().primaryKey(),
  sums: text({ mode: 'json' }).$type<DaySums>().notNull(),
});

/** Engagement of topics on a recent day, which late clicks may still change. Topic 0 is the whole site. */
export const openDays = sqliteTable('open_days', {
  id: integer().primaryKey(),
  /** Two figures by topic id: engagement of all articles, and of articles tagged with Risk Management. */
  topics: text({ mode: 'json' }).$type<Record<string, [all: number, rm: number]>>().notNull(),
  /** Counts from which engagement is computed. An update adds or subtracts only the counts of changed articles. */
  counts: text({ mode: 'json' }).$type<Record<string, [all: StoredGroup, rm?: StoredGroup]>>().notNull(),
});

/** Articles whose changes are not yet included in the daily engagement. Triggers write these rows. */
export const changedArticles = sqliteTable('changed_articles', {
  id: integer().primaryKey(),
  /** Random number that distinguishes this change of the article from later changes. */
  change: integer().notNull(),
  /** Time at which the change is included: 0 for immediately, or the publication time of the article. */
  dueAt: integer('due_at').$type<Seconds>().notNull().default(0),
});
