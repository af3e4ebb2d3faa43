import { HOUR, MINUTE } from '../lib/time.ts';

/** Which scheduled jobs should have run again. Pure: the page of operators marks the same ones. */

/** Seconds from one success to the next, at most: most jobs run every five minutes, copies every half minute. */
const DUE: Record<string, number> = { retention: 26 * HOUR, trial: 26 * HOUR, copy: 5 * MINUTE };
const SOON_DUE = 15 * MINUTE;

interface JobRun {
  job: string;
  /** Since the job last succeeded; null: it never did. */
  ageSeconds: number | null;
  /** How it has failed since. */
  failure: object | null;
}

/** Whether a job should have succeeded again, or has only failed so far. */
export const isOverdue = ({ job, ageSeconds, failure }: JobRun): boolean =>
  ageSeconds === null ? failure !== null : ageSeconds > (DUE[job] ?? SOON_DUE);
