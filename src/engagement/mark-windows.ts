import { type SQL, sql } from 'drizzle-orm';

/**
 * Statement that marks the rows of windows (a query for topic ids, 0 the site) as older than their articles; belongs into
 * the transaction that changes those. Each mark is another: a random hour below zero, which the watchdog takes for late,
 * and which only a ranking that was loaded after it takes away.
 */
export const markWindows = (topicIds: SQL) =>
  sql`UPDATE topic_windows SET hour = -1 - abs(random() % 4503599627370496) WHERE topic_id IN (${topicIds})`;
