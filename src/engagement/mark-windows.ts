import { and, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';

const { topicId, stale, engagement7d, before7d } = topicWindows;

/** SQL expression: a random number for the `stale` column. Each change sets a different number. */
export const newStaleStamp: SQL = sql`1 + abs(random() % 4503599627370496)`;

/** Marks the rankings of topics (0: whole site) as outdated. Run it in the transaction that changes the articles. */
export const markWindows = (topicIds: SQL): SQL =>
  sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp} WHERE ${inArray(topicId, sql`(${topicIds})`)}`;

export const markAllWindows: SQL = sql`UPDATE ${topicWindows} SET ${bare(stale)} = ${newStaleStamp}`;

export const isClicked: SQL = sql`(${or(gt(engagement7d, 0), gt(before7d, 0))})`;

export const isBehind = (hour: number): SQL => sql`(${and(lt(topicWindows.hour, hour), isClicked)})`;

/** SQL condition: the ranking is outdated. Its articles changed, its hour has passed, or a wrong clock set its hour. */
export const isOutdatedWindow = (hour: number): SQL =>
  sql`(${or(ne(stale, 0), gt(topicWindows.hour, hour + 1), isBehind(hour))})`;
