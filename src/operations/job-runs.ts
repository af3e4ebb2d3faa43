import type { Db } from '../db/client.ts';
import { jobFailures, jobRuns } from '../db/schema.ts';
import { columnNames, upsertRows } from '../db/sql.ts';

export type JobRunRow = typeof jobRuns.$inferSelect;

export async function noteRun(db: Db, run: JobRunRow): Promise<void> {
  await db.run(upsertRows(jobRuns, [run], { columns: columnNames(jobRuns), key: ['job'] }));
}

/** Stores the failure of a job. `reason` must contain neither content nor secrets. */
export async function recordJobFailure(db: Db, failure: typeof jobFailures.$inferInsert): Promise<void> {
  await db.run(upsertRows(jobFailures, [failure], { columns: columnNames(jobFailures), key: ['job'] }));
}

export interface Job {
  job: string;
  at: number | null;
  milliseconds: number | null;
  failure: { at: number; reason: string } | null;
}

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
