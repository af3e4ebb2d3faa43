import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { articles } from '../db/schema.ts';

/** SQL for positions in feed order, which `articles/store/positions.ts` assigns (docs/decisions.md#F2). */

export const FIRST_FREE = 2 ** 52;

const p = alias(articles, 'p');
const positionWhere = (condition: SQL): SQL =>
  sql`(SELECT ${p.position} FROM ${articles} ${p} WHERE ${condition} ORDER BY ${p.publishedAt}, ${p.position} LIMIT 1)`;
const integer = (value: number | Placeholder): SQL => sql`CAST(${value} AS INTEGER)`;

/** SQL expression: the position of the first article published at or after a time (epoch seconds). Reads one row. */
export const firstFrom = (time: number | SQLWrapper): SQL =>
  sql`coalesce(${positionWhere(sql`${p.publishedAt} >= ${typeof time === 'number' ? integer(time) : time}`)}, ${sql.raw(String(FIRST_FREE))})`;

/** Point in feed order: an article, or a publication time if `id` is 0. */
export interface FeedPoint {
  publishedAt: number;
  id: number;
  /** Position of the article when the point was created. */
  position?: number | undefined;
}

/** `FeedPoint` with SQL placeholders instead of values, for a query that is compiled only once. */
interface FeedPointPlaceholders {
  publishedAt: Placeholder;
  id: Placeholder | 0;
  position?: Placeholder | undefined;
}

/** SQL expression: the position of a point in feed order, even if its article has been deleted. */
export function positionOf({ publishedAt, id, position }: FeedPoint | FeedPointPlaceholders): SQL {
  const time = integer(publishedAt);
  if (id === 0) return firstFrom(time);
  const at = sql`${p.publishedAt} = ${time}`;
  const next = firstFrom(sql`${time} + 1`);
  const byId = sql`coalesce(${positionWhere(sql`${at} AND ${p.id} > ${integer(id)}`)}, ${next})`;
  return sql`coalesce((SELECT ${p.position} FROM ${articles} ${p} WHERE ${p.id} = ${integer(id)} AND ${at}),
    ${position === undefined ? byId : sql`max(${firstFrom(time)}, min(${integer(position)}, ${next}))`})`;
}
