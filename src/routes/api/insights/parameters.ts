import * as z from 'zod';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { dayIndex } from '../../../engagement/days.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound } from '../../../http/errors.ts';
import { bool, choice, day, id, integer } from '../../../lib/formats/params.ts';
import { DAY_MS, toSeconds, utcDay } from '../../../lib/time.ts';
import { AGAINST } from '../../../rankings/read/range.ts';
import type { DayRange } from '../../../rankings/read/range-sums.ts';
import { date } from '../../shapes.ts';

export const limit = integer(1, 50, 10).describe('Maximum number of items');
export const riskManagement = bool(false).describe('true restricts the response to Risk Management content (topic 47)');
export const withPlacement = bool(false).describe('If true, each item has its placement');
export const PERIODS = ['24h', '7d'] as const;
export const PERIOD_MEANS = '`24h` is the last 24 hours, `7d` the last 7 days';
export const common = { period: choice(PERIODS, '7d').describe(PERIOD_MEANS), limit, riskManagement };
export const insightsQuery = z.object(common);
export const topicPath = z.object({ id: id.describe('Topic id') });

export function unknownTopic(): never {
  throw notFound({ id: 'is not the id of a topic' });
}

const MAX_RANGE_DAYS = 366;
const COSTLY_RANGE_DAYS = 100;

export const range = {
  from: day.describe(`First day of a range that replaces the period. A day up to two years ago; requires \`to\``),
  to: day.describe(`Last day of the range, inclusive. A complete day; the range has at most ${MAX_RANGE_DAYS} days`),
};

export const comparedRange = {
  ...range,
  against: choice(AGAINST, 'before').describe(
    'Comparison for a range. `before` is the range of equal length just before it, `year` the same weekdays 52 weeks earlier',
  ),
};

const NO_RANGE = 'is not supported here, because this response has no range of days';

const NARROWING =
  'author breakdown by companyType content days direction excluded excludeTopics hours id ids includeTopics limit minContentItems output period placement riskManagement stories topic topics'.split(
    ' ',
  );

/** Rejects parameters that the operation does not support, instead of ignoring them. (docs/decisions.md#A8) */
export const REFUSED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    NARROWING.map((name) => [name, 'is not supported here, because this response does not depend on it']),
  ),
  from: NO_RANGE,
  to: NO_RANGE,
  against: NO_RANGE,
};

export const insightsOperations = () => operations('Insights', undefined, REFUSED);

export const rangeFields = { from: date, to: date };

export const rangeQuery = z.object({ ...common, ...range });

export type Range = Partial<z.output<z.ZodObject<typeof range>>>;

/** Returns the time of a request and the time zone of its days. */
export const clockOf = ({ var: { now }, env }: AppContext) => ({ now, zone: env.TIME_ZONE });

const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

export const rangeOf = ({ from, to }: Range): DayRange | null =>
  from && to ? { from: dayOf(from), to: dayOf(to) + 1 } : null;

export const isLongRange = (query: Range): boolean => {
  const days = rangeOf(query);
  return days !== null && days.to - days.from >= COSTLY_RANGE_DAYS;
};

/** Returns the errors of a date range by parameter. `never` contains values that cannot be combined with a range. */
export const rangeFaults =
  (never: Record<string, readonly string[]> = { period: [] }, least = 1) =>
  async (c: AppContext): Promise<Record<string, string>> => {
    const given = (name: string) => c.req.query(name)?.trim() ?? '';
    const [from, to] = [given('from'), given('to')];
    if (!from && !to) return {};
    if (!from || !to) return from ? { to: 'is required with from' } : { from: 'is required with to' };
    const faults = Object.entries(never).flatMap(([name, values]) => {
      const value = given(name).toLowerCase();
      const isWrong = value !== '' && (values.length === 0 || values.includes(value));
      return isWrong ? [[name, `cannot be ${values.length === 0 ? 'given' : value} with from and to`]] : [];
    });
    const { now, zone } = clockOf(c);
    const today = dayIndex(now, zone);
    const [first, last] = [dayOf(from), dayOf(to)];
    const dateOf = (at: number) => utcDay(toSeconds(at * DAY_MS));
    if (first < today - RETENTION_DAYS.engagement)
      faults.push(['from', `must be ${dateOf(today - RETENTION_DAYS.engagement)} or later`]);
    if (last >= today) faults.push(['to', `must be a complete day: ${dateOf(today - 1)} or earlier`]);
    else if (last < first) faults.push(['to', 'must not be before from']);
    else if (last - first + 1 < least)
      faults.push([
        'to',
        `must be at least ${least - 1} days after from, because the shortest range has ${least} days`,
      ]);
    else if (last - first >= MAX_RANGE_DAYS)
      faults.push([
        'to',
        `must be at most ${MAX_RANGE_DAYS - 1} days after from, because the longest range has ${MAX_RANGE_DAYS} days`,
      ]);
    return Object.fromEntries(faults);
  };
