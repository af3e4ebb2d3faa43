import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DaySums } from '../values.ts';

/** Engagement of everything that was read on a UTC day, by the tags of that day: what ranges of days are summed from. Kept two years. */
export const rangeDays = sqliteTable('range_days', {
  /** `16 * day + portion`, days since the epoch: a day with very many articles has further portions. */
  id: integer().primaryKey(),
  sums: text({ mode: 'json' }).$type<DaySums>().notNull(),
});
