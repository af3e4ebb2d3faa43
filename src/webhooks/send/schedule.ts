import { wallClock } from '../../lib/time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** From the time that it was due; what fails after that is given up. */
export const GIVE_UP_AFTER = 24 * HOUR;

/** Milliseconds to wait after each failure; the last one repeats. Twenty attempts fit into 24 hours. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR];

/** Longest wait that a receiver may ask for by `Retry-After`. */
const LONGEST_WAIT = 6 * HOUR;

/**
 * Milliseconds until the attempt after the given number of failed ones. `asked`: seconds that the receiver asks to wait.
 */
export function delayAfter(failures: number, asked: number | null = null): number {
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 0;
  return Math.min(Math.max(delay, (asked ?? 0) * SECOND), Math.max(delay, LONGEST_WAIT));
}

/** Hours in which nothing is sent: times of day as `HH:MM`, the end not included; they may go over midnight. */
export interface Quiet {
  from: string;
  to: string;
}

/** Whether it is quiet in the time zone. `now`: epoch milliseconds. */
export function isQuiet(quiet: Quiet | null, zone: string, now: number): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  const time = wallClock(Math.floor(now / SECOND), zone).slice(11, 16);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

/** When it is next not quiet, in epoch milliseconds, to the minute. `now`: epoch milliseconds, at which it is quiet. */
export function endOfQuiet(quiet: Quiet, zone: string, now: number): number {
  let at = Math.ceil(now / MINUTE) * MINUTE;
  // Where the clocks change, a difference of wall clocks would be wrong.
  while (isQuiet(quiet, zone, at) && at < now + 24 * HOUR) at += MINUTE;
  return at;
}
