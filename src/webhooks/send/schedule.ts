import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, SECOND_MS, wallClock } from '../../lib/time.ts';

export const GIVE_UP_AFTER = DAY_MS;

/** Delays after the first, second, … failure; the last value repeats. About twenty attempts fit into 24 hours. */
const DELAYS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];

export const SENDING_LEASE_MS = MINUTE_MS;
/** Maximum plausible lease. Later ones were set by a clock that ran ahead. Allows for small clock corrections. */
export const MAX_LEASE = 2 * SENDING_LEASE_MS;

/** Maximum delay that a receiver's `Retry-After` can cause. */
export const MAX_WAIT = 6 * HOUR_MS;

/** Returns the delay before the next attempt, in milliseconds. `asked`: seconds that the receiver requested. */
export function delayAfter(failures: number, asked: number | null = null): number {
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 0;
  return Math.min(Math.max(delay, (asked ?? 0) * SECOND_MS), Math.max(delay, MAX_WAIT));
}

/** Quiet hours from `from` until before `to`, as `HH:MM`. They may include midnight. */
export interface Quiet {
  from: string;
  to: string;
}

export function isQuiet(quiet: Quiet | null, zone: string, now: Millis): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  const time = wallClock(Math.floor(now / SECOND_MS), zone).slice(11, 16);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

/** Returns the end of the quiet hours that include `now`, to the minute. */
export function endOfQuiet(quiet: Quiet, zone: string, now: Millis): number {
  let at = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  // Adds single minutes, because arithmetic on local times fails when clocks change.
  while (isQuiet(quiet, zone, at) && at < now + 24 * HOUR_MS) at += MINUTE_MS;
  return at;
}
