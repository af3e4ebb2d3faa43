import { and, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';

const { topicId, stale, engagement7d, before7d } = topicWindows;

/** SQL expression: a random number for the `stale` column, so that no two changes set the same value. */
export const newStaleStamp: SQL = sql`1 + abs(random() % 4503599627370496)`;

/** Marks rankings (0: the site) as outdated. This must run in the transaction that changes the articles. */
export const markWindows = (topicIds: SQL): SQL =>
  sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp} WHERE ${inArray(topicId, sql`(${topicIds})`)}`;

export const markAllWindows: SQL = sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp}`;

export const isClicked: SQL = sql`(${or(gt(engagement7d, 0), gt(before7d, 0))})`;

export const isBehind = (hour: number): SQL => sql`(${and(lt(topicWindows.hour, hour), isClicked)})`;

/** SQL condition: articles changed, or the ranking's hour is in the past, or in the future due to a wrong clock. */
export const isLate = (hour: number): SQL =>
  sql`(${or(ne(stale, 0), gt(topicWindows.hour, hour + 1), isBehind(hour))})`;
