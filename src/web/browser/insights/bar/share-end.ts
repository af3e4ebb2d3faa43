import { DAY_MS } from '../../../../lib/time.ts';
import { longDate, plusDays, timeZone, today } from '../../lib/time.ts';

const MAX_DAYS = 366;
const USUAL_DAYS = 30;
const WEEK_DAYS = 7;
const WEEK_VIEW = 'insights/week/';

/** Returns the day of the next weekly summary, which is the next Monday. */
function nextSummaryDay(now: number): string {
  const day = today(now, timeZone());
  const weekday = new Date(day).getUTCDay() || WEEK_DAYS;
  return plusDays(day, WEEK_DAYS + 1 - weekday);
}

/** Returns the usual number of days of a link, or fewer if the access of its creator ends before. */
export function usualDays(accessExpires: string | null | undefined, now: number): string {
  const left = accessExpires ? Math.ceil((Date.parse(accessExpires) - now) / DAY_MS) : USUAL_DAYS;
  return String(Math.max(1, Math.min(USUAL_DAYS, left)));
}

const isCurrentWeek = (view: string) => view.startsWith(WEEK_VIEW) && !view.includes('from=');

interface ShareEnd {
  view: string;
  /** Value of the field, which may be no number. */
  days: unknown;
  /** Time at which the access of the creator ends. */
  accessExpires: string | null | undefined;
}

/**
 * Describes the end of a link, which is not later than that of its creator's access. If a link to the current week ends
 * before the next summary, says so. Returns an empty string for an invalid number of days.
 */
export function endInWords({ view, days, accessExpires }: ShareEnd, now: number): string {
  const count = Number(days);
  if (!(count >= 1 && count <= MAX_DAYS)) return '';
  const end = now + count * DAY_MS;
  const accessEnd = accessExpires ? Date.parse(accessExpires) : end;
  const last = Math.min(accessEnd, end);
  const reason = accessEnd < end ? ', when your access ends. An operator can extend it under “People and keys”' : '';
  const summaryDay = nextSummaryDay(now);
  const next =
    isCurrentWeek(view) && today(last, timeZone()) < summaryDay
      ? `. The next summary follows on ${longDate(Date.parse(summaryDay), 'UTC')} and needs a new link.`
      : '';
  return `Until ${longDate(last, timeZone())}${reason}${next}`;
}
