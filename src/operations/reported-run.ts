import type { Db } from '../db/client.ts';
import { log, reasonOf } from '../lib/log.ts';
import { noteRun } from './runs.ts';

/** Runs a scheduled job, logs what it did (the figures it returns) and how long it took, and records its completion. */
export async function reportedRun(
  db: Db,
  job: string,
  clock: () => number,
  work: () => Promise<Record<string, number>>,
): Promise<void> {
  const start = clock();
  try {
    const figures = await work();
    const at = clock();
    log('cron', at, { job, ms: at - start, ...figures });
    await noteRun(db, { job, at, milliseconds: at - start });
  } catch (thrown) {
    log('cronFailed', clock(), { job, ms: clock() - start, reason: reasonOf(thrown) });
    throw thrown;
  }
}
