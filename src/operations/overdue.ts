import { HOUR, MINUTE } from '../lib/time.ts';

/** This module finds overdue jobs. It is pure, so that the operators' page in the browser can use it too. */

const DUE: Record<string, number> = { retention: 26 * HOUR, trial: 26 * HOUR, copy: 5 * MINUTE };
const DUE_SOON_S = 15 * MINUTE;

interface JobRun {
  job: string;
  ageSeconds: number | null;
  failure: object | null;
}

/** Returns true if the last success of a job is too long ago, or if the job has only failed so far. */
export const isOverdue = ({ job, ageSeconds, failure }: JobRun): boolean =>
  ageSeconds === null ? failure !== null : ageSeconds > (DUE[job] ?? DUE_SOON_S);
