import { type ClassKind, KIND_NAMES, KINDS } from '../../db/click-columns.ts';
import { COMPARED_ORDERS, type ComparedOrder, POSITION_BUCKETS, SURE } from '../../db/view-columns.ts';
import { limitToBaseline, type TrafficBaseline, weigh, weightOf } from '../../engagement/discounting.ts';
import { Z_90 } from '../../lib/percent.ts';

/** Compares clicks per page view of learned lists with those of the minutes that keep the specified order. */

/** Number of complete days that are compared, at most and at least. A week contains each weekday once. */
export const GAIN_DAYS = { most: 21, least: 7 };
/** Maximum half-width of the interval as a factor. Wider intervals are not shown. */
const MAX_FACTOR = 1.25;
const MAX_DEVIATION = Math.log(MAX_FACTOR) / Z_90;
/** Step of all shown figures in percent, so that they reveal no counts. */
const PERCENT_STEP = 5;

export interface OrderFigures {
  views: number;
  clicks: number;
}
export type OrderDay = Record<ComparedOrder, OrderFigures>;

export interface OrderGain {
  /** Clicks per page view beyond those of the specified order, in percent. `null` if the interval is too wide. */
  gain: number | null;
  /** 90% interval of the gain in percent, or `null` if it is too wide. */
  interval: [low: number, high: number] | null;
  /** Number of days with page views. */
  days: number;
  /** Estimated number of days until the gain is known. `null` if the gain is known, or nothing suggests a number. */
  daysLeft: number | null;
}

/** Counters of one key, day, order and stage. Index 0 is the first network bucket. */
export interface OrderRow {
  day: number;
  order: ComparedOrder;
  stage: keyof OrderFigures;
  counters: readonly number[];
}

const SURE_CLASS = SURE - POSITION_BUCKETS;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const unsignedOf = (counters: readonly number[]): number => sum(counters.slice(0, KINDS.network));

/** Returns discounted page views and clicks by day. Both orders keep the same part of each bucket. */
export function discountedDays(rows: readonly OrderRow[], baseline: TrafficBaseline | null): OrderDay[] {
  const days = new Map<number, OrderDay>();
  for (const stage of ['views', 'clicks'] as const) {
    const ofStage = rows.filter((row) => row.stage === stage);
    const counted = bucketPartsOf(added(ofStage), baseline);
    for (const order of COMPARED_ORDERS) {
      const own = ofStage.filter((row) => row.order === order);
      const all = added(own);
      // The part of both orders together lets a sender add much to the order of few minutes.
      const part = Math.min(1, weightOf(unsignedOf(all), all, baseline) / (counted(all) || 1));
      for (const { day, counters } of own) {
        const figures = days.get(day) ?? { learned: { views: 0, clicks: 0 }, specified: { views: 0, clicks: 0 } };
        figures[order][stage] += part * counted(counters) + (counters[SURE_CLASS] ?? 0);
        days.set(day, figures);
      }
    }
  }
  return [...days.values()];
}

function added(rows: readonly Pick<OrderRow, 'counters'>[]): number[] {
  const sums = new Array<number>(SURE_CLASS + 1).fill(0);
  for (const { counters } of rows) for (const [i, count] of sums.entries()) sums[i] = count + (counters[i] ?? 0);
  return sums;
}

/** Returns a function that discounts unsigned readers by bucket, as the discounting of all readers requires. */
function bucketPartsOf(all: readonly number[], baseline: TrafficBaseline | null) {
  const { weight, concentratedIn } = weigh(unsignedOf(all), all, baseline);
  if (!concentratedIn) return unsignedOf;
  const first = firstOf(concentratedIn);
  const limits = [...limitToBaseline(concentratedIn, weight, all, baseline)];
  const scale = weight / (sum(limits) || 1);
  const parts = limits.map((limit, bucket) => (scale * limit) / (all[first + bucket] || 1));
  return (counters: readonly number[]) => sum(parts.map((part, bucket) => part * (counters[first + bucket] ?? 0)));
}

const firstOf = (kind: ClassKind): number =>
  sum(KIND_NAMES.slice(0, KIND_NAMES.indexOf(kind)).map((before) => KINDS[before]));

/** Returns the ratio of clicks per page view with the deviation of its logarithm, or `null` without clicks. */
export function orderRatio(days: readonly OrderDay[]): { ratio: number; deviation: number } | null {
  // Mantel-Haenszel estimate by day, with the variance of Greenland and Robins (1985).
  const shares = days.map(({ learned, specified }) => {
    const views = learned.views + specified.views || 1;
    return { learned: learned.views / views, specified: specified.views / views };
  });
  const weighted = (of: (day: OrderDay, share: { learned: number; specified: number }) => number) =>
    sum(days.map((day, i) => of(day, shares[i] ?? { learned: 0, specified: 0 })));
  const above = weighted(({ learned }, share) => learned.clicks * share.specified);
  const below = weighted(({ specified }, share) => specified.clicks * share.learned);
  if (above <= 0 || below <= 0) return null;
  const ratio = above / below;
  const clicksOf = ({ learned, specified }: OrderDay) => learned.clicks + specified.clicks;
  const variance = weighted((day, share) => clicksOf(day) * share.learned * share.specified) / (above * below);
  // Clicks of a day vary more than independent clicks, because a minute has one order and a reader may click twice.
  const excess = weighted((day, share) => {
    const part = share.specified / (share.specified + ratio * share.learned);
    const expected = clicksOf(day) * part;
    return expected > 0 && part < 1 ? (day.specified.clicks - expected) ** 2 / (expected * (1 - part)) : 0;
  });
  const dispersion = Math.max(1, excess / Math.max(1, days.length - 1));
  return { ratio, deviation: Math.sqrt(variance * dispersion) };
}

/** Returns the interval of a ratio in percent beyond 1. */
export const gainInterval = ({ ratio, deviation }: { ratio: number; deviation: number }): [number, number] => [
  100 * (ratio * Math.exp(-Z_90 * deviation) - 1),
  100 * (ratio * Math.exp(Z_90 * deviation) - 1),
];

/** Returns the gain with its interval, or an estimate of the days until the interval is narrow enough. */
export function orderGain(days: readonly OrderDay[]): OrderGain {
  const found = orderRatio(days);
  if (!found) return { gain: null, interval: null, days: days.length, daysLeft: null };
  const needed = Math.max(GAIN_DAYS.least, Math.ceil(days.length * (found.deviation / MAX_DEVIATION) ** 2));
  if (needed > days.length) return { gain: null, interval: null, days: days.length, daysLeft: needed - days.length };
  const [low, high] = gainInterval(found);
  return {
    gain: inSteps(Math.round, 100 * (found.ratio - 1)),
    interval: [inSteps(Math.floor, low), inSteps(Math.ceil, high)],
    days: days.length,
    daysLeft: null,
  };
}

const inSteps = (round: (value: number) => number, percent: number): number =>
  PERCENT_STEP * round(percent / PERCENT_STEP) || 0;
