import type { Db } from '../db/client.ts';
import { jobFailures, jobRuns } from '../db/schema.ts';
import { columnNames, upsertRows } from '../db/sql.ts';

/** When a scheduled job was last completed. Times are epoch milliseconds. */
export type JobRunRow = typeof jobRuns.$inferSelect;

/** Records the completion of a job; writes one row. */
export async function noteRun(db: Db, run: JobRunRow): Promise<void> {
  await db.run(upsertRows(jobRuns, [run], { columns: columnNames(jobRuns), key: ['job'] }));
}

/** Records that a job failed; writes one row. `reason` holds no content and no secret. */
export async function recordJobFailure(db: Db, failure: typeof jobFailures.$inferInsert): Promise<void> {
  await db.run(upsertRows(jobFailures, [failure], { columns: columnNames(jobFailures), key: ['job'] }));
}

export interface Job {
  job: string;
  /** When it was last completed, and how long that took; null where it never was. */
  at: number | null;
  milliseconds: number | null;
  /** How it has failed since. */
  failure: { at: number; reason: string } | null;
}

/** What became of each job, by name. */
export async function selectJobs(db: Db): Promise<Job[]> {
  const { runs, failures } = await db.transaction({
    runs: db.select().from(jobRuns),
    failures: db.select().from(jobFailures),
  });
  const failed = new Map(failures.map(({ job, ...failure }) => [job, failure]));
  const ran = new Map(runs.map((run) => [run.job, run]));
  return Array.from(new Set([...ran.keys(), ...failed.keys()]))
    .toSorted()
    .map((job) => {
      const { at = null, milliseconds = null } = ran.get(job) ?? {};
      const failure = failed.get(job);
      return { job, at, milliseconds, failure: failure && failure.at > (at ?? 0) ? failure : null };
    });
}
