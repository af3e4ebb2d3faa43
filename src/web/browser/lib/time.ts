/** How pages write times: day, month and 24 hours, in the reader's time zone. */

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** `14:35:07`, of epoch milliseconds. */
export const timeOf = (at: number): string => TIME.format(at);

/** `21 Nov 2026, 14:35`, of epoch milliseconds. */
export const dateTimeOf = (at: number): string => DATE_TIME.format(at);

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov 2026`, of `2026-11-21`. */
export const dateOf = (date: string): string => DATE.format(Date.parse(date));

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
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

/** `4 minutes`: a length of time. */
export function lasting(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const pad = (part: number) => String(part).padStart(2, '0');

/** RFC 3339 → what a `datetime-local` field takes, in the reader's time zone. */
export function toLocal(time: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** The other way; what is no time is passed on, for the service to say so. */
export function fromLocal(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString().replace('.000Z', 'Z');
}
