import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** SQL condition: a due time has come. A wrong clock set times beyond `longest`. (docs/decisions.md#O25) */
export const isTimeDue = (column: SQLWrapper, now: number, longest: number): SQL =>
  sql`(${column} <= ${now} OR ${column} > ${now + longest})`;
