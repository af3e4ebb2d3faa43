import { DAY_MS, HOUR_MS } from '../../lib/time.ts';

/** The time of the UTC day at which the night's trial is due; housekeeping is done by then. */
const NIGHT = 3.5 * HOUR_MS;
/** A copy is followed by a rest of this many times its duration, so that a large database is copied less often. */
const REST_FACTOR = 3;

/**
 * Whether a night has begun since the last trial; both are epoch milliseconds, `last` null where there was none. One of a night that has
 * not come is of a clock that was ahead.
 */
export const isTrialDue = (last: number | null, now: number): boolean =>
  last === null || Math.floor((now - NIGHT) / DAY_MS) !== Math.floor((last - NIGHT) / DAY_MS);

/** Milliseconds to wait after a step that has taken `took`, where one is to begin each `every`. */
export const stepAfter = (took: number, every: number): number => Math.max(every - took, took * REST_FACTOR);
