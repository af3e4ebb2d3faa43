import { type SQL, sql } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';

/** A number that no other change leaves. */
const mark = sql`1 + abs(random() % 4503599627370496)`;

/**
 * Statement that marks the rows of windows (a query for topic ids, 0 the site) as older than their articles; belongs into
 * the transaction that changes those. Only a ranking that was loaded after the mark takes it away.
 */
export const markWindows = (topicIds: SQL): SQL =>
  sql`UPDATE ${topicWindows} SET stale = ${mark} WHERE topic_id IN (${topicIds})`;

/** Statement that marks all rows, for what may have changed anything. */
export const markAllWindows: SQL = sql`UPDATE ${topicWindows} SET stale = ${mark}`;

/** True of a row that says less than it should: articles have changed, or it is of an earlier hour and not empty. */
export const isLate = (hour: number): SQL =>
  sql`(stale <> 0 OR (hour < ${hour} AND (engagement_7d > 0 OR before_7d > 0)))`;
