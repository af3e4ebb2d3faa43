import { and, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';

const { topicId, stale, engagement7d, before7d } = topicWindows;

/** SQL expression: a random stamp, so that no two changes set the same stamp. */
export const newStaleStamp: SQL = sql`1 + abs(random() % 4503599627370496)`;

/**
 * Builds a statement that marks rows of windows as stale. `topicIds` is a query; 0 is the site. Must run in the
 * transaction that changes the articles. Only a ranking loaded later removes the mark.
 */
export const markWindows = (topicIds: SQL): SQL =>
  sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp} WHERE ${inArray(topicId, sql`(${topicIds})`)}`;

export const markAllWindows: SQL = sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp}`;

export const isClicked: SQL = sql`(${or(gt(engagement7d, 0), gt(before7d, 0))})`;

export const isBehind = (hour: number): SQL => sql`(${and(lt(topicWindows.hour, hour), isClicked)})`;

/**
 * SQL condition: the row is outdated, because its articles changed, it is behind, or its hour is ahead after the clock
 * was set back.
 */
export const isLate = (hour: number): SQL =>
  sql`(${or(ne(stale, 0), gt(topicWindows.hour, hour + 1), isBehind(hour))})`;
