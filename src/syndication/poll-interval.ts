import { DAY, HOUR } from '../lib/time.ts';

/** This module computes poll intervals, in seconds. (docs/decisions.md#S3) */

export const MIN_INTERVAL = 5 * 60;
export const MAX_INTERVAL = DAY;
export const FIRST_INTERVAL = 30 * 60;
export const MAX_WAIT_SECONDS = 7 * DAY;

const clamp = (seconds: number, min: number, max: number) => Math.round(Math.min(max, Math.max(min, seconds)));

/** Halves the interval after new items, but not below the feed's own `hint`. Without new items, adds half of it. */
export function nextInterval(interval: number, brought: boolean, hint = 0): number {
  const least = clamp(hint, MIN_INTERVAL, MAX_INTERVAL);
  return clamp(brought ? interval / 2 : interval * 1.5, brought ? least : MIN_INTERVAL, MAX_INTERVAL);
}

/** Returns a pause that doubles with each consecutive failure, up to a day. Respects a pause the server requests. */
export function backOff(interval: number, failures: number, wait = 0): number {
  const doubled = clamp(interval * 2 ** Math.min(failures, 20), MIN_INTERVAL, MAX_INTERVAL);
  return Math.max(doubled, clamp(wait, 0, MAX_WAIT_SECONDS));
}

export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil(until / 1000 - now));
}

export function longestCaching(cacheControl: string | null): number {
  if (!cacheControl || /\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  return Number(/\bmax-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0);
}

const PERIODS: ReadonlyMap<string, number> = new Map(
  Object.entries({ hourly: HOUR, daily: DAY, weekly: 7 * DAY, monthly: 30 * DAY, yearly: 365 * DAY }),
);

export function statedPace(ttl?: number, period?: string, frequency = 1): number {
  if (ttl && ttl > 0) return ttl * 60;
  const seconds = PERIODS.get(period?.trim().toLowerCase() ?? '') ?? 0;
  return frequency > 0 ? seconds / frequency : seconds;
}
