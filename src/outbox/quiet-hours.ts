import { DAY_MS, MINUTE_MS, type Millis, toSeconds, wallClock } from '../lib/time.ts';

/** Start and end of quiet hours, as `HH:MM`. The end is exclusive and may be on the next day. */
export interface Quiet {
  from: string;
  to: string;
}

export function isQuiet(quiet: Quiet | null, zone: string, now: Millis): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  const time = wallClock(toSeconds(now), zone).slice(11, 16);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

export function endOfQuiet(quiet: Quiet, zone: string, now: Millis): Millis {
  let at = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  // The time advances minute by minute, because adding hours to a local time fails when clocks change.
  while (isQuiet(quiet, zone, at) && at < now + DAY_MS) at += MINUTE_MS;
  return at;
}
