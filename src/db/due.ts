import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL condition: a time has passed, or is so far ahead that a wrong clock must have set it. (docs/decisions.md#O25) */
export const isTimeDue = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
