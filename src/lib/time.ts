import { memoize } from './lazy.ts';

declare const unit: unique symbol;

/** Time since the epoch, or a duration. TypeScript reports an error if seconds and milliseconds are mixed. */
export type Seconds = number & { readonly [unit]?: 'seconds' };
export type Millis = number & { readonly [unit]?: 'milliseconds' };

export const MINUTE: Seconds = 60;
export const HOUR: Seconds = 60 * MINUTE;
export const DAY: Seconds = 24 * HOUR;
export const SECOND_MS: Millis = 1000;
export const MINUTE_MS: Millis = 60 * SECOND_MS;
export const HOUR_MS: Millis = 60 * MINUTE_MS;
export const DAY_MS: Millis = 24 * HOUR_MS;

export const toSeconds = (at: Millis): Seconds => Math.floor(at / 1000);
export const toMillis = (at: Seconds): Millis => at * 1000;

/** Formats a time as RFC 3339 in UTC without fractions: `2026-01-31T08:00:00Z`. */
export const rfc3339 = (at: Seconds): string => `${new Date(toMillis(at)).toISOString().slice(0, 19)}Z`;

export const rfc3339OrNull = (at: Seconds | null | undefined): string | null => (at == null ? null : rfc3339(at));

export const utcDay = (at: Seconds): string => new Date(toMillis(at)).toISOString().slice(0, 10);

const TWO_DIGITS = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

const wallFormat = memoize(
  (zone) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', year: 'numeric', ...TWO_DIGITS }),
);

/** Formats the local time in an IANA zone (empty: UTC) as `2026-01-31T08:00:00Z`. Throws if the zone is unknown. */
export function wallClock(seconds: Seconds, zone: string): string {
  if (zone === '') return rfc3339(seconds);
  const parts = new Map(
    wallFormat(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
}

export const dayIn = (zone: string, seconds: Seconds): string => wallClock(seconds, zone).slice(0, 10);

/** Converts a local time in a zone, such as `2026-01-31T08:00:00`, to epoch seconds. Returns NaN for invalid text. */
export function instantIn(zone: string, clock: string): Seconds {
  const wanted = toSeconds(Date.parse(`${clock}Z`));
  if (Number.isNaN(wanted)) return wanted;
  const offset = (at: number) => Date.parse(wallClock(at, zone)) / 1000 - at;
  // The inner call estimates the zone's offset. The outer call corrects the result if the clocks change in between.
  return wanted - offset(wanted - offset(wanted));
}

export const endOfDay = (date: string, zone: string): Seconds => instantIn(zone, `${date}T23:59:59`);

export const startOfDay = (date: string, zone: string): Seconds => instantIn(zone, `${date}T00:00:00`);

const clockFormat = memoize((zone) => {
  const { hour, minute } = TWO_DIGITS;
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone || 'UTC', hour, minute, timeZoneName: 'short' });
});

/** Formats the time of day in a zone: `14:00 UTC`, `15:00 CET`. Throws for unknown zones. */
export const clockIn = (zone: string, at: Millis): string => clockFormat(zone).format(at);
