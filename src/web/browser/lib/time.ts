import { memoize } from '../../../lib/lazy.ts';
import { DAY, DAY_MS, dayIn, HOUR, instantIn, rfc3339, toSeconds, wallClock } from '../../../lib/time.ts';

interface Carrier {
  navigator?: { language?: string };
  document?: { querySelector(selector: string): { getAttribute(name: string): string | null } | null };
}

let serverZone = 'UTC';

/** Sets the time zone for pages that the server renders. It is the same for all pages of a site. */
export const setTimeZone = (zone: string): void => {
  serverZone = zone;
};

/** Returns the publisher's time zone (IANA), which every page contains. */
export const timeZone = (): string =>
  (globalThis as Carrier).document?.querySelector('[data-time-zone]')?.getAttribute('data-time-zone') || serverZone;

/** Times are formatted in the reader's variety of English and in the publisher's time zone. */

const VIEWER = viewerOf(globalThis as Carrier);

function viewerOf({ document, navigator }: Carrier): string {
  const language = document && navigator?.language;
  return `en-${(language && new Intl.Locale(language).maximize().region) || 'GB'}`;
}

const formatOf = memoize((options) => new Intl.DateTimeFormat(VIEWER, JSON.parse(options)));

const format = (at: number, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string =>
  formatOf(JSON.stringify({ ...options, timeZone })).format(at);

function onClock(at: number, options: Intl.DateTimeFormatOptions): string {
  const text = format(at, options, timeZone());
  return text === format(at, options, undefined) ? text : `${text} ${zoneName(at)}`;
}

const zoneName = (at: number): string =>
  new Intl.DateTimeFormat(VIEWER, { timeZone: timeZone(), timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone();

/** Formats a time: `14:35:07`. */
export const timeOf = (at: number): string => onClock(at, { timeStyle: 'medium' });

export const minuteOf = (at: number): string => onClock(at, { timeStyle: 'short' });

/** Formats a date and time: `21 Nov 2026, 14:35`. */
export const dateTimeOf = (at: number): string => onClock(at, { dateStyle: 'medium', timeStyle: 'short' });

const HOUR_AND_DAY = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** Formats a time as a day and time of day: `21 Nov, 14:35`. */
export const formatHour = (at: number): string => onClock(at, HOUR_AND_DAY);

export const dateOf = (date: string): string => format(Date.parse(date), { dateStyle: 'medium' }, 'UTC');

/** First and last day in YYYY-MM-DD format, both inclusive. */
export type Dates = { from: string; to: string };

const DATE_RANGE_FORMAT = new Intl.DateTimeFormat(VIEWER, { dateStyle: 'medium', timeZone: 'UTC' });
const datesOf = ({ from, to }: Dates): string => DATE_RANGE_FORMAT.formatRange(Date.parse(from), Date.parse(to));
/** Formats a range: `9–22 Nov 2026 (Europe/London)`. */
export const rangeInWords = (dates: Dates): string => `${datesOf(dates)} (${timeZone()})`;
/** Formats a range within a sentence: `over 9–22 Nov 2026` or `on 22 Nov 2026`. */
export const spanInWords = (dates: Dates): string => `${dates.from === dates.to ? 'on' : 'over'} ${datesOf(dates)}`;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', 60],
  ['second', 1],
] as const;

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a time relative to `now`, both in epoch milliseconds: `3 minutes ago` or `in 2 hours`. */
export function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return WORDS.format(Math.trunc(seconds / size), unit);
}

export const fromNow = (time: string): string => ago(Date.parse(time), Date.now());

export function formatDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Converts an RFC 3339 time to a value for a `datetime-local` field, in the publisher's time zone. */
export function toLocal(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? '' : wallClock(at / 1000, timeZone()).slice(0, 19);
}

/** Converts a `datetime-local` value to RFC 3339. Leaves invalid times unchanged, so that the API reports the error. */
export function fromLocal(text: string): string {
  const at = instantIn(timeZone(), text);
  return Number.isNaN(at) ? text : rfc3339(at);
}

/** Formats a `datetime-local` value: `21 Nov 2026, 14:35`. Returns an empty text for an incomplete value. */
export function localInWords(text: string): string {
  const at = Date.parse(`${text}Z`);
  return Number.isNaN(at) ? '' : format(at, { dateStyle: 'medium', timeStyle: 'short' }, 'UTC');
}

/** Returns today's date in a zone. Selections change at midnight in the publisher's time zone. */
export const today = (now: number, zone: string): string => dayIn(zone, toSeconds(now));

export const plusDays = (date: string, days: number): string => today(Date.parse(date) + days * DAY_MS, 'UTC');

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && plusDays(text, 0) === text;

const dayFormat = (options: Intl.DateTimeFormatOptions) => (date: string) => format(Date.parse(date), options, 'UTC');

export const weekday = dayFormat({ weekday: 'short' });
export const dayAndMonth = dayFormat({ day: 'numeric', month: 'short' });
export const longWeekday = dayFormat({ weekday: 'long' });
export const weekdays = (date: string): string => `${longWeekday(date)}s`;
/** Formats a time as a date with its year: `30 January 2026`. */
export const longDate = (at: number, zone: string): string =>
  format(at, { day: 'numeric', month: 'long', year: 'numeric' }, zone);
export const longDay = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });
/** Formats an RFC 3339 time: `21 Nov, 16:46`. */
export const moment = (at: string, zone: string): string => format(Date.parse(at), HOUR_AND_DAY, zone);

export const pointInWords = (at: string): string => (at.includes('T') ? formatHour(Date.parse(at)) : dayAndMonth(at));
