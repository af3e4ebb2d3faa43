import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { DaySums, StoredGroup } from '../values.ts';

/**
 * Engagement of every article that was read on a UTC day, by the tags of that day. Ranges of days are summed from it.
 * Stored for two years.
 */
export const rangeDays = sqliteTable('range_days', {
  /** `16 * day + portion`, with the day since the epoch. A day with very many articles has several portions. */
  id: integer().primaryKey(),
  sums: text({ mode: 'json' }).$type<DaySums>().notNull(),
});

/** Topics of a UTC day that is not sealed yet. Topic 0 is the whole site. */
export const openDays = sqliteTable('open_days', {
  /** `16 * day + portion`. A day with very many topics has several portions. */
  id: integer().primaryKey(),
  /** Engagement by topic id, over all articles and over Risk Management. */
  topics: text({ mode: 'json' }).$type<Record<string, [all: number, rm: number]>>().notNull(),
  /** Counts from which the engagement is computed. A changed article is added to them or removed from them. */
  counts: text({ mode: 'json' }).$type<Record<string, [all: StoredGroup, rm?: StoredGroup]>>().notNull(),
});

/** Articles that changed, or will be published, since the unsealed days were updated. Triggers write the rows. */
export const changedArticles = sqliteTable('changed_articles', {
  id: integer().primaryKey(),
  /** Random number of the change. A later change of the same article has another number. */
  change: integer().notNull(),
  /** Time at which the change is applied: immediately (0), or when the article is published. */
  dueAt: integer('due_at').$type<Seconds>().notNull().default(0),
});
