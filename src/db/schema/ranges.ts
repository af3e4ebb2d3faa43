import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import type { DaySums, StoredGroup } from '../values.ts';

/** Engagement of everything that was read on a UTC day, by the tags of that day: what ranges of days are summed from. Kept two years. */
export const rangeDays = sqliteTable('range_days', {
  /** `16 * day + portion`, days since the epoch: a day with very many articles has further portions. */
  id: integer().primaryKey(),
  sums: text({ mode: 'json' }).$type<DaySums>().notNull(),
});

/** Topics of a UTC day that is not sealed; topic 0 is the whole site. */
export const openDays = sqliteTable('open_days', {
  /** `16 * day + portion`: a day with very many topics has further portions. */
  id: integer().primaryKey(),
  /** Engagement by topic id, over everything and over Risk Management. */
  topics: text({ mode: 'json' }).$type<Record<string, [all: number, rm: number]>>().notNull(),
  /** The counts that it follows from, to which a changed article is added and from which it is taken. */
  counts: text({ mode: 'json' }).$type<Record<string, [all: StoredGroup, rm?: StoredGroup]>>().notNull(),
});

/** Articles that have changed, or are going to be published, and that the days which are not sealed do not follow yet. Triggers note them. */
export const changedArticles = sqliteTable('changed_articles', {
  id: integer().primaryKey(),
  /** Random number of the change: a later change of the same article has another. */
  change: integer().notNull(),
  /** When it is followed: at once (0), or when the article is published. */
  dueAt: integer('due_at').$type<Seconds>().notNull().default(0),
});
