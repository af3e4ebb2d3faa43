import { DAY, DAY_MS, HOUR, instantIn, wallClock } from '../../../lib/time.ts';

interface Carrier {
  navigator?: { language?: string };
  document?: { querySelector(selector: string): { getAttribute(name: string): string | null } | null };
}

/** The publisher's time zone, an IANA name: every page carries the setting `TIME_ZONE` of the service. Tests have no page: UTC. */
export const timeZone = (): string =>
  (globalThis as Carrier).document?.querySelector('[data-time-zone]')?.getAttribute('data-time-zone') || 'UTC';

/**
 * How pages write times: in English as the viewer’s country does, on the publisher's clock, as the foot of each page says. Where the reader's own clock
 * shows another time, the time zone stands beside it.
 */

/** English, as it is written where the viewer is: the day or the month first, the hours to 12 or 24. */
const VIEWER = viewerOf(globalThis as Carrier);

function viewerOf({ document, navigator }: Carrier): string {
  const language = document && navigator?.language;
  return `en-${(language && new Intl.Locale(language).maximize().region) || 'GB'}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(at: number, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  const key = JSON.stringify([options, timeZone]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(VIEWER, { ...options, timeZone });
  formats.set(key, known);
  return known.format(at);
}

function onClock(at: number, options: Intl.DateTimeFormatOptions): string {
  const text = format(at, options, timeZone());
  return text === format(at, options, undefined) ? text : `${text} ${zoneName(at)}`;
}

/** `GMT+9` */
const zoneName = (at: number): string =>
  new Intl.DateTimeFormat(VIEWER, { timeZone: timeZone(), timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone();

/** `14:35:07`, of epoch milliseconds. */
export const timeOf = (at: number): string => onClock(at, { timeStyle: 'medium' });

/** `14:35` */
export const minuteOf = (at: number): string => onClock(at, { timeStyle: 'short' });

/** `21 Nov 2026, 14:35`, of epoch milliseconds. */
export const dateTimeOf = (at: number): string => onClock(at, { dateStyle: 'medium', timeStyle: 'short' });

const HOUR_AND_DAY = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** `21 Nov, 14:35`, of epoch milliseconds. */
export const hourOf = (at: number): string => onClock(at, HOUR_AND_DAY);

/** `21 Nov 2026`, of `2026-11-21`. */
export const dateOf = (date: string): string => format(Date.parse(date), { dateStyle: 'medium' }, 'UTC');

/** First and last day, both inclusive, as YYYY-MM-DD. */
export type Dates = { from: string; to: string };

const RANGE = new Intl.DateTimeFormat(VIEWER, { dateStyle: 'medium', timeZone: 'UTC' });
const datesOf = ({ from, to }: Dates): string => RANGE.formatRange(Date.parse(from), Date.parse(to));
/** `9–22 Nov 2026 (UTC)`: days of UTC, both inclusive. */
export const rangeInWords = (dates: Dates): string => `${datesOf(dates)} (UTC)`;
/** `over 9–22 Nov 2026`, within a sentence; `on 22 Nov 2026`. */
export const spanInWords = (dates: Dates): string => `${dates.from === dates.to ? 'on' : 'over'} ${datesOf(dates)}`;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', 60],
  ['second', 1],
] as const;

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 minutes ago`, `in 2 hours`: a time against another, both epoch milliseconds. */
export function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return WORDS.format(Math.trunc(seconds / size), unit);
}

/** The same of an RFC 3339 time, against now. */
export const fromNow = (time: string): string => ago(Date.parse(time), Date.now());

/** `4 minutes`: a length of time. */
export function lasting(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** RFC 3339 → what a `datetime-local` field takes, on the publisher's clock. */
export function toLocal(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? '' : wallClock(at / 1000, timeZone()).slice(0, 19);
}

/** The other way; what is no time is passed on, for the service to say so. */
export function fromLocal(text: string): string {
  const at = instantIn(timeZone(), text);
  return Number.isNaN(at) ? text : new Date(at * 1000).toISOString().replace('.000Z', 'Z');
}

/** Days as `YYYY-MM-DD`, in the publisher's time zone: selections change at its midnight. */

/** The day of an instant in epoch milliseconds; `zone`: an IANA name. */
export const today = (now: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

export const plusDays = (date: string, days: number): string => today(Date.parse(date) + days * DAY_MS, 'UTC');

/** A calendar day, whatever was typed into an address. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && plusDays(text, 0) === text;

const dayFormat = (options: Intl.DateTimeFormatOptions) => (date: string) => format(Date.parse(date), options, 'UTC');

/** `Sat` */
export const weekday = dayFormat({ weekday: 'short' });
/** `21 Nov` */
export const dayAndMonth = dayFormat({ day: 'numeric', month: 'short' });
const longWeekday = dayFormat({ weekday: 'long' });
/** `Saturdays` */
export const weekdays = (date: string): string => `${longWeekday(date)}s`;
/** `Saturday 21 November` */
export const longDay = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });
/** `21 Nov, 16:46`, of an RFC 3339 time in a time zone */
export const moment = (at: string, zone: string): string => format(Date.parse(at), HOUR_AND_DAY, zone);

/** A point of a curve by the hour, RFC 3339, or one of its days. */
export const pointOf = (at: string): string => (at.includes('T') ? hourOf(Date.parse(at)) : dayAndMonth(at));
