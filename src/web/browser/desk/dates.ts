import { DAY_MS } from '../../../lib/time.ts';

/** Days as `YYYY-MM-DD`, in the publisher's time zone: selections change at its midnight. */

/** The day of an instant in epoch milliseconds; `zone`: an IANA name. */
export const today = (now: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

export const plusDays = (date: string, days: number): string => today(Date.parse(date) + days * DAY_MS, 'UTC');

/** A calendar day, whatever was typed into an address. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && plusDays(text, 0) === text;

const format = (options: Intl.DateTimeFormatOptions) => {
  const words = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (date: string) => words.format(Date.parse(date));
};

/** `Sat` */
export const weekday = format({ weekday: 'short' });
/** `21 Nov` */
export const dayAndMonth = format({ day: 'numeric', month: 'short' });
/** `Saturday 21 November` */
export const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
/** `21 Nov, 16:46`, of an RFC 3339 time in a time zone */
export const moment = (at: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(Date.parse(at));
