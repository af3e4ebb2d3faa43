import { DAY_MS, HOUR_MS } from '../../lib/time.ts';

/** UTC time of day of the restore test, which runs after housekeeping. */
const TRIAL_TIME_OF_DAY_MS = 3.5 * HOUR_MS;
/** Minimum pause after a snapshot as a multiple of its duration, so that large databases are copied less often. */
const PAUSE_FACTOR = 3;

/** Returns true if no restore test has run in the current night. Times are epoch milliseconds. */
export const isTrialDue = (last: number | null, now: number): boolean =>
  last === null ||
  Math.floor((now - TRIAL_TIME_OF_DAY_MS) / DAY_MS) !== Math.floor((last - TRIAL_TIME_OF_DAY_MS) / DAY_MS);

export const stepAfter = (took: number, every: number): number => Math.max(every - took, took * PAUSE_FACTOR);
