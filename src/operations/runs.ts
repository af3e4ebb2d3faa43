import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** When a scheduled job last came to its end. Times are epoch milliseconds. */
export interface Run {
  job: string;
  at: number;
  milliseconds: number;
}

/** Begins the names of these rows of `snapshots`. */
export const RUN_PREFIX = 'run:';

/** Notes that a job has come to its end: one row written. */
export async function noteRun(db: Db, { job, at, milliseconds }: Run): Promise<void> {
  await db.run(sql`INSERT INTO snapshots (name, body) VALUES (${RUN_PREFIX + job}, ${JSON.stringify({ at, milliseconds })})
    ON CONFLICT (name) DO UPDATE SET body = excluded.body`);
}

/** Query for the last runs, one row a job, as `RunRow`. */
export const selectRuns = sql`SELECT substr(name, ${RUN_PREFIX.length + 1}) AS job, body ->> 'at' AS at, body ->> 'milliseconds' AS milliseconds
  FROM snapshots WHERE name >= ${RUN_PREFIX} AND name < ${RUN_PREFIX.replace(':', ';')} ORDER BY name`;
