import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { DaySums, StoredGroup } from '../values.ts';

/** Engagement of every article that was read on a UTC day, with the tags of that day. Stored for two years. */
export const rangeDays = sqliteTable('range_days', {
  /** Day since the epoch and portion of the day: `16 * day + portion`. */
  id: integer().primaryKey(),
  sums: text({ mode: 'json' }).$type<DaySums>().notNull(),
});

/** Topics of a UTC day that is not closed yet. Topic 0 is the whole site. */
export const openDays = sqliteTable('open_days', {
  id: integer().primaryKey(),
  /** Engagement by topic id, first of all articles and then of those tagged with Risk Management. */
  topics: text({ mode: 'json' }).$type<Record<string, [all: number, rm: number]>>().notNull(),
  /** Counts from which engagement is computed. Only the counts of changed articles are added or subtracted. */
  counts: text({ mode: 'json' }).$type<Record<string, [all: StoredGroup, rm?: StoredGroup]>>().notNull(),
});

/** Articles that changed after the open days were last updated. Triggers write these rows. */
export const changedArticles = sqliteTable('changed_articles', {
  id: integer().primaryKey(),
  /** Random number that distinguishes a change of the article from later changes. */
  change: integer().notNull(),
  /** Time at which an article's change is applied, which is at once (0) or when the article is published. */
  dueAt: integer('due_at').$type<Seconds>().notNull().default(0),
});
