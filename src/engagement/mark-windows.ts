import { and, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';

const { topicId, stale, engagement7d, before7d } = topicWindows;

/** A number that no other change sets. */
export const newStaleStamp: SQL = sql`1 + abs(random() % 4503599627370496)`;

/**
 * Statement that marks the rows of windows (a query for topic ids; 0 is the site) as older than their articles; belongs in
 * the transaction that changes the articles. Only a ranking loaded after the mark removes it.
 */
export const markWindows = (topicIds: SQL): SQL =>
  sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp} WHERE ${inArray(topicId, sql`(${topicIds})`)}`;

/** Statement that marks all rows, for changes that may affect any of them. */
export const markAllWindows: SQL = sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp}`;

/** True for a row with engagement in the last two weeks. */
export const isClicked: SQL = sql`(${or(gt(engagement7d, 0), gt(before7d, 0))})`;

/** True for a row of an earlier hour that is not empty. */
export const isBehind = (hour: number): SQL => sql`(${and(lt(topicWindows.hour, hour), isClicked)})`;

/** True for an outdated row: articles have changed, it is behind, or of a clock that has been set back. */
export const isLate = (hour: number): SQL =>
  sql`(${or(ne(stale, 0), gt(topicWindows.hour, hour + 1), isBehind(hour))})`;
