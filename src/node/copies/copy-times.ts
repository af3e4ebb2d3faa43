import { DAY_MS, HOUR_MS } from '../../lib/time.ts';

/** UTC time of the nightly restore test, as time since midnight. It is after the daily housekeeping. */
const TRIAL_TIME_OF_DAY_MS = 3.5 * HOUR_MS;
/** Minimum pause after a snapshot, as a multiple of the time that the snapshot took. */
const PAUSE_FACTOR = 3;

/** Returns true if no restore test has run since it was last scheduled. Times are epoch milliseconds. */
export const isTrialDue = (last: number | null, now: number): boolean =>
  last === null ||
  Math.floor((now - TRIAL_TIME_OF_DAY_MS) / DAY_MS) !== Math.floor((last - TRIAL_TIME_OF_DAY_MS) / DAY_MS);

export const stepAfter = (took: number, every: number): number => Math.max(every - took, took * PAUSE_FACTOR);
