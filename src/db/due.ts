import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * True if a stored due time has come. A time beyond `longest` (in the column's unit) was set by a clock that was ahead
 * and is due, too. (docs/decisions.md#O25)
 */
export const hasCome = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
