import { DAY_MS, HOUR_MS } from '../../lib/time.ts';

/** Of the UTC day; housekeeping is done by then. */
const NIGHT = 3.5 * HOUR_MS;
/** Of the time, at most every fourth part is spent on copying: a large database is copied less often. */
const REST = 3;

/** Whether a night has begun since the last trial; both are epoch milliseconds, `last` null where there was none. */
export const isTrialDue = (last: number | null, now: number): boolean =>
  last === null || Math.floor((now - NIGHT) / DAY_MS) > Math.floor((last - NIGHT) / DAY_MS);

/** Milliseconds to wait after a step that has taken `took`, where one is to begin each `every`. */
export const stepAfter = (took: number, every: number): number => Math.max(every - took, took * REST);
