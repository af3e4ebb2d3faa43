/** Days are those of UTC, as `YYYY-MM-DD`: selections change at midnight UTC. */

const DAY_MS = 86_400_000;

/** `now`: epoch milliseconds. */
export const today = (now: number): string => new Date(now).toISOString().slice(0, 10);

export const plusDays = (date: string, days: number): string => today(Date.parse(date) + days * DAY_MS);

/** A calendar day, whatever was typed into an address. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && today(Date.parse(text)) === text;

const format = (options: Intl.DateTimeFormatOptions) => {
  const words = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
  return (date: string) => words.format(Date.parse(date));
};

/** `Sat` */
export const weekday = format({ weekday: 'short' });
/** `21 Nov` */
export const dayAndMonth = format({ day: 'numeric', month: 'short' });
/** `Saturday 21 November` */
export const inWords = format({ weekday: 'long', day: 'numeric', month: 'long' });
/** `21 Nov, 16:46`, of an RFC 3339 time */
export const moment = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
