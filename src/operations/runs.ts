import type { Db } from '../db/client.ts';
import { jobRuns } from '../db/schema.ts';

/** When a scheduled job was last completed. Times are epoch milliseconds. */
export type Run = typeof jobRuns.$inferSelect;

/** Records the completion of a job; writes one row. */
export async function noteRun(db: Db, { job, ...run }: Run): Promise<void> {
  await db
    .insert(jobRuns)
    .values({ job, ...run })
    .onConflictDoUpdate({ target: jobRuns.job, set: run });
}

/** The last run of each job, by name. */
export const selectRuns = (db: Db) => db.select().from(jobRuns).orderBy(jobRuns.job);
