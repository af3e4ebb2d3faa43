import { and, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';

const { topicId, stale, engagement7d, before7d } = topicWindows;

/** SQL expression: a random stamp, so that no two changes set the same stamp. */
export const newStaleStamp: SQL = sql`1 + abs(random() % 4503599627370496)`;

/** Marks rankings (0: the site) as stale. Must run in the transaction that changes the articles. */
export const markWindows = (topicIds: SQL): SQL =>
  sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp} WHERE ${inArray(topicId, sql`(${topicIds})`)}`;

export const markAllWindows: SQL = sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp}`;

export const isClicked: SQL = sql`(${or(gt(engagement7d, 0), gt(before7d, 0))})`;

export const isBehind = (hour: number): SQL => sql`(${and(lt(topicWindows.hour, hour), isClicked)})`;

/** SQL condition: the articles changed, the row is behind, or its hour is ahead after the clock was set back. */
export const isLate = (hour: number): SQL =>
  sql`(${or(ne(stale, 0), gt(topicWindows.hour, hour + 1), isBehind(hour))})`;
