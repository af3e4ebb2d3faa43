import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether a stored next time has come; `longest`: the longest wait, in the unit of the column. A time that is further away was set by a
 * clock that was ahead, so it has come, too. (docs/decisions.md#O25)
 */
export const hasCome = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
