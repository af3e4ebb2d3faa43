import type { Db } from '../db/client.ts';
import { log, reasonOf } from '../lib/log.ts';
import { noteFailure, noteRun } from './runs.ts';

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
    const [at, reason] = [clock(), reasonOf(thrown)];
    log('cronFailed', at, { job, ms: at - start, reason });
    // What made it fail may keep this from being noted, too.
    await noteFailure(db, { job, at, reason }).catch(() => {});
    throw thrown;
  }
}
