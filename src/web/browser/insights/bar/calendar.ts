import { RETENTION_DAYS } from '../../../../db/retention-days.ts';
import { DAY_MS, toSeconds, utcDay } from '../../../../lib/time.ts';
import { type Dates, plusDays, timeZone, today } from '../../lib/time.ts';
import { optionsOf } from '../../lib/words.ts';

export const NAMED_PERIODS = optionsOf({
  '24h': 'Today (last 24 hours)',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '28d': 'Last 28 days',
  '90d': 'Last 90 days',
  month: 'Last month',
  quarter: 'This quarter',
  'last-quarter': 'Last quarter',
  dates: 'From … to …',
});
export type NamedPeriod = (typeof NAMED_PERIODS)[number][0];

const [MONTH_DAYS, SEASON_DAYS, MAX_RANGE_DAYS] = [28, 90, 366];

const dateOf = (at: number): string => utcDay(toSeconds(at));

const monthOf = (date: string) => [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1] as const;

export const choosable = (now: number): readonly [first: string, last: string] => [
  plusDays(today(now, timeZone()), -RETENTION_DAYS.engagement),
  plusDays(today(now, timeZone()), -1),
];

/** Extends a range to at least `days` days. The last day moves only if stored data begins too late. */
export function atLeast(days: number, { from, to }: Dates, now: number): Dates {
  const [first] = choosable(now);
  const start = [from, plusDays(to, 1 - days)].toSorted()[0] ?? from;
  return start < first ? { from: first, to: [to, plusDays(first, days - 1)].toSorted()[1] ?? to } : { from: start, to };
}

const MAX_HISTORY_DAYS = 90;

/** Returns the number of history days (28 to 90) for the chosen period and an equally long period before it. */
export function historyLength(chosen: Dates | null, now: number): number {
  const ago = (date: string) => (Date.parse(today(now, timeZone())) - Date.parse(date)) / DAY_MS;
  if (!chosen) return MONTH_DAYS;
  const needed = 2 * ago(chosen.from) - ago(chosen.to) + 1;
  return Math.max(MONTH_DAYS, Math.min(MAX_HISTORY_DAYS, needed));
}

const MIN_GROWTH_DAYS = 7;

/** Returns the date range for growth, or `null` for the default comparison, which includes confidence levels. */
export const growthDays = (chosen: Dates, now: number): Dates | null =>
  chosen.from === choosable(now)[1] ? null : atLeast(MIN_GROWTH_DAYS, chosen, now);

/** Returns the complete days of a named period. Invalid dates in `given` are corrected. */
export function completeDaysOf(named: Exclude<NamedPeriod, '24h' | '7d'>, given: Dates, now: number): Dates {
  const [first, to] = choosable(now);
  if (named === 'yesterday') return { from: to, to };
  if (named === '28d') return { from: plusDays(to, 1 - MONTH_DAYS), to };
  if (named === '90d') return { from: plusDays(to, 1 - SEASON_DAYS), to };
  if (named === 'month') {
    const [year, at] = monthOf(today(now, timeZone()));
    return { from: dateOf(Date.UTC(year, at - 1, 1)), to: dateOf(Date.UTC(year, at, 0)) };
  }
  if (named === 'last-quarter') {
    const [year, at] = monthOf(today(now, timeZone()));
    const begin = at - (at % 3);
    return { from: dateOf(Date.UTC(year, begin - 3, 1)), to: dateOf(Date.UTC(year, begin, 0)) };
  }
  if (named === 'quarter') {
    const [year, at] = monthOf(to);
    return { from: dateOf(Date.UTC(year, at - (at % 3), 1)), to };
  }
  const inside = (date: string, other: string) => {
    const known = Number.isNaN(Date.parse(date)) ? other : dateOf(Date.parse(date));
    return known < first ? first : known > to ? to : known;
  };
  const days = [inside(given.from, plusDays(to, 1 - MONTH_DAYS)), inside(given.to, to)].toSorted();
  const [from = to, last = to] = days;
  return { from: from < plusDays(last, 1 - MAX_RANGE_DAYS) ? plusDays(last, 1 - MAX_RANGE_DAYS) : from, to: last };
}
