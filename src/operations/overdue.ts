import { HOUR, MINUTE } from '../lib/time.ts';

/** This module finds overdue scheduled jobs. It is pure, so that the operators' page marks the same jobs. */

/**
 * Maximum time between two successful runs, in seconds. Most jobs run every five minutes, snapshots every half minute.
 */
const DUE: Record<string, number> = { retention: 26 * HOUR, trial: 26 * HOUR, copy: 5 * MINUTE };
const SOON_DUE = 15 * MINUTE;

interface JobRun {
  job: string;
  /** Seconds since the last success; `null` if the job never succeeded. */
  ageSeconds: number | null;
  failure: object | null;
}

/** Returns true if a job's next success is late, or if it has only failed so far. */
export const isOverdue = ({ job, ageSeconds, failure }: JobRun): boolean =>
  ageSeconds === null ? failure !== null : ageSeconds > (DUE[job] ?? SOON_DUE);
