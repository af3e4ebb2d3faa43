/** When a feed is asked next. Everything in seconds. */

export const MIN_INTERVAL = 5 * 60;
export const MAX_INTERVAL = 24 * 3600;
/** Of a feed that nobody knows yet. */
export const FIRST_INTERVAL = 30 * 60;
/** A server that asks for more than a week is asked after a week. */
const LONGEST_WAIT = 7 * 86_400;

const clamp = (seconds: number, min: number, max: number) => Math.round(Math.min(max, Math.max(min, seconds)));

/** A feed that brought something new is asked twice as often, one that did not half as often again; never more often than it says it may change. */
export function nextInterval(interval: number, brought: boolean, hint = 0): number {
  const least = clamp(hint, MIN_INTERVAL, MAX_INTERVAL);
  return clamp(brought ? interval / 2 : interval * 1.5, brought ? least : MIN_INTERVAL, MAX_INTERVAL);
}

/** How long after so many failures in a row: doubled with each, up to a day, and never before the server asks for it. */
export function backOff(interval: number, failures: number, wait = 0): number {
  const doubled = clamp(interval * 2 ** Math.min(failures, 20), MIN_INTERVAL, MAX_INTERVAL);
  return Math.max(doubled, clamp(wait, 0, LONGEST_WAIT));
}

/** Seconds to wait by a `Retry-After` header: a number, or an HTTP date. Null where it says nothing. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil(until / 1000 - now));
}

/** Seconds of `max-age`; 0 where there is none, or where nothing may be kept. */
export function longestCaching(cacheControl: string | null): number {
  if (!cacheControl || /\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  return Number(/\bmax-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0);
}

const PERIODS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hourly: 3600,
    daily: 86_400,
    weekly: 7 * 86_400,
    monthly: 30 * 86_400,
    yearly: 365 * 86_400,
  }),
);

/** Seconds between changes as a feed states them: `ttl` in minutes, or the period of the Syndication module. */
export function statedPace(ttl?: number, period?: string, frequency = 1): number {
  if (ttl && ttl > 0) return ttl * 60;
  const seconds = PERIODS.get(period?.trim().toLowerCase() ?? '') ?? 0;
  return frequency > 0 ? seconds / frequency : seconds;
}
