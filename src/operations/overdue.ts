import { HOUR, MINUTE } from '../lib/time.ts';

/** Overdue scheduled jobs. Pure: the operators' page marks the same jobs. */

/** Maximum seconds between two successes. Most jobs run every five minutes, snapshots every half minute. */
const DUE: Record<string, number> = { retention: 26 * HOUR, trial: 26 * HOUR, copy: 5 * MINUTE };
const SOON_DUE = 15 * MINUTE;

interface JobRun {
  job: string;
  /** `null` if it never succeeded. */
  ageSeconds: number | null;
  failure: object | null;
}

/** True if a job should have succeeded again, or has only failed so far. */
export const isOverdue = ({ job, ageSeconds, failure }: JobRun): boolean =>
  ageSeconds === null ? failure !== null : ageSeconds > (DUE[job] ?? SOON_DUE);
