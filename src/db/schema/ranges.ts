import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { DaySums, StoredGroup } from '../values.ts';

/** Engagement of every article that was read on a UTC day, by the tags of that day. Stored for two years. */
export const rangeDays = sqliteTable('range_days', {
  /** Day since the epoch and portion of the day: `16 * day + portion`. */
  id: integer().primaryKey(),
  sums: text({ mode: 'json' }).$type<DaySums>().notNull(),
});

/** Topics of an unsealed UTC day. Topic 0 is the whole site. */
export const openDays = sqliteTable('open_days', {
  id: integer().primaryKey(),
  /** Engagement by topic id: of all articles, and of articles tagged with Risk Management. */
  topics: text({ mode: 'json' }).$type<Record<string, [all: number, rm: number]>>().notNull(),
  /** Counts from which the topics' engagement is computed. Changed articles are added to or removed from them. */
  counts: text({ mode: 'json' }).$type<Record<string, [all: StoredGroup, rm?: StoredGroup]>>().notNull(),
});

/** Articles that changed since the last update of the unsealed days. Written by triggers. */
export const changedArticles = sqliteTable('changed_articles', {
  id: integer().primaryKey(),
  /** Random number, so that a later change of the article has another number. */
  change: integer().notNull(),
  /** Time at which to apply an article's change: at once (0), or when the article is published. */
  dueAt: integer('due_at').$type<Seconds>().notNull().default(0),
});
