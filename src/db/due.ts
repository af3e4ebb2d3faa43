import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL condition: a due time has come. A time beyond `longest` was set by a wrong clock. (docs/decisions.md#O25) */
export const hasCome = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
