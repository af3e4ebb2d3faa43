import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL condition: a time has come, or lies beyond `longest` because of a wrong clock. (docs/decisions.md#O25) */
export const isTimeDue = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
