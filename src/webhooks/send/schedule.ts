import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, SECOND_MS, wallClock } from '../../lib/time.ts';

/** From the time that it was due; what fails after that is given up. */
export const GIVE_UP_AFTER = DAY_MS;

/** Milliseconds to wait after each failure; the last one repeats. About twenty attempts fit into 24 hours. */
const DELAYS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];

/** Longer than a run of deliveries, its last attempt included, can take. */
export const LEASE = MINUTE_MS;
/** A lease that ends later was given by a clock that was ahead. A small correction of the clock ends no lease. */
export const LONGEST_LEASE = 2 * LEASE;

/** Longest wait that a receiver may ask for by `Retry-After`. */
export const LONGEST_WAIT = 6 * HOUR_MS;

/**
 * Milliseconds until the attempt after the given number of failed ones. `asked`: seconds that the receiver asks to wait.
 */
export function delayAfter(failures: number, asked: number | null = null): number {
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 0;
  return Math.min(Math.max(delay, (asked ?? 0) * SECOND_MS), Math.max(delay, LONGEST_WAIT));
}

/** Hours in which nothing is sent: times of day as `HH:MM`, the end not included; they may go over midnight. */
export interface Quiet {
  from: string;
  to: string;
}

/** Whether it is quiet in the time zone. */
export function isQuiet(quiet: Quiet | null, zone: string, now: Millis): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  const time = wallClock(Math.floor(now / SECOND_MS), zone).slice(11, 16);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

/** When it is next not quiet, to the minute; `now`: a time at which it is quiet. */
export function endOfQuiet(quiet: Quiet, zone: string, now: Millis): number {
  let at = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  // Where the clocks change, a difference of wall clocks would be wrong.
  while (isQuiet(quiet, zone, at) && at < now + 24 * HOUR_MS) at += MINUTE_MS;
  return at;
}
