import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, SECOND_MS } from '../lib/time.ts';

/** Time after which an undelivered message fails. (docs/decisions.md#H3) */
export const GIVE_UP_AFTER_MS = DAY_MS;

/** Delays after consecutive failures. The last delay repeats. About twenty attempts fit into 24 hours. */
const DELAYS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];

/** Delays between requests to a WebSub hub, which may take minutes to verify a request. */
export const HUB_DELAYS: readonly Millis[] = [...[1, 2, 4, 8, 16, 32, 64, 128].map((n) => n * 10 * MINUTE_MS), DAY_MS];

export const MAX_WAIT_MS = 6 * HOUR_MS;

/** Returns the delay before the next attempt. `requestedDelay` is what the receiver requested, in seconds. */
export function delayAfter(
  failures: number,
  requestedDelay: number | null = null,
  delays: readonly Millis[] = DELAYS,
): Millis {
  const delay = delays[Math.min(failures, delays.length) - 1] ?? 0;
  return Math.min(Math.max(delay, (requestedDelay ?? 0) * SECOND_MS), Math.max(delay, MAX_WAIT_MS));
}
