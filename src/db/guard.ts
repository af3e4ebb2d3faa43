import { type SQL, sql } from 'drizzle-orm';

/** Optimistic locking: a statement of a transaction that makes it fail if what the change was computed from is no longer so. */
export type Guard = SQL;

export const UNGUARDED: Guard = sql`SELECT 1 AS guarded`;

/** The path is none, so that the database refuses it and repeats it: words of ours are all that its message is recognised by. */
const REFUSED = 'overtaken by another change';

/** Makes the transaction throw `Overtaken` if one of the conditions holds. Reads what the conditions read. */
export const failWhere = (...conditions: SQL[]): Guard =>
  sql`SELECT CASE WHEN ${sql.join(conditions, sql` OR `)} THEN json_extract('{}', ${REFUSED}) END AS seen`;

/** A guarded change that came too late: nothing was stored. */
export class Overtaken extends Error {}

/** What the database threw; `Overtaken` where a guard has failed. */
export const overtakenOr = (thrown: unknown): unknown =>
  thrown instanceof Error && `${thrown.message} ${thrown.cause}`.includes(REFUSED) ? new Overtaken() : thrown;
