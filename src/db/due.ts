import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * SQL condition: a stored due time has come. A time beyond `longest` (in the column's unit) was set by a clock that was
 * ahead, so it counts as due. (docs/decisions.md#O25)
 */
export const hasCome = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
