import { LIST_LAYOUTS, PLACE_CLASSES, POSITION_BUCKETS } from '../../../db/view-columns.ts';
import { Z_90 } from '../../../lib/percent.ts';

/** Placement index: an article's clicks compared with usual clicks at its positions (docs/explanation/placement.md). */

/** Assumed click rate of each position bucket before any data, relative to the first bucket. */
const PRIOR_RATES = [1, 0.75, 0.62, 0.47, 0.33, 0.22];
const PRIOR_FIRST_RATE = 0.05;
/** Weight of the assumed click rates, as a number of clicks per position bucket and layout. */
const PRIOR_CLICKS = 10;
/** Weight of the average appeal, in clicks. A high weight would distort the curve if good articles are at the top. */
const APPEAL_CLICKS = 0.1;
const MAX_FIT_ROUNDS = 300;
const MAX_CHANGE = 1e-6;

/** κ: clicks added to both actual and usual clicks, so that the index of rarely seen articles stays near 100. */
export const KAPPA = 20;
/** κ for the interval. It is smaller, because the interval must also cover articles whose index is far from 100. */
const KAPPA_OF_INTERVAL = 8;
export const MIN_VIEWERS = 200;
/** Minimum viewers for an article to affect the curve. Otherwise, clicks on unseen articles could distort it. */
export const MIN_CURVE_VIEWERS = 50;
const INDEX_STEP = 10;
/** Relative error of the model besides random variation. Repeat impressions after clicks, and buckets, cause it. */
const MODEL_DEVIATION = 0.08;
/** Fraction by which an interval is widened before rounding. Otherwise, rounding could make it too narrow. */
const ROUNDING_MARGIN = 0.01;

export interface PositionReaders {
  views: ArrayLike<number>;
  clicks: ArrayLike<number>;
}

export interface PositionBias {
  /** Clicks per viewer by position bucket, for an article of average appeal. */
  rates: number[];
  variances: number[];
}

export interface Placement {
  /** Placement index, in steps of 10. A value of 100 is usual for the article's positions. */
  index: number;
  interval: [low: number, high: number];
  confidence: 'high' | 'low';
}

/** Range of adjacent list positions. `to` is `null` if the range has no end, as in 13+. */
export interface AdjacentPositions {
  from: number;
  to: number | null;
}

export function placesFrom(first: number): AdjacentPositions {
  const next = PLACE_CLASSES.find((other) => other > first);
  return { from: first, to: next ? next - 1 : null };
}

/** Returns the shortest range of position buckets with half of the viewers. The most viewed range breaks ties. */
export function mainPositions(views: ArrayLike<number>): AdjacentPositions {
  const byClass = PLACE_CLASSES.map((_, i) => sum(Array.from(views).filter((_, m) => m % PLACE_CLASSES.length === i)));
  const runs = PLACE_CLASSES.flatMap((from, i) =>
    PLACE_CLASSES.slice(i).map((last, more) => ({
      from,
      to: placesFrom(last).to,
      length: more,
      seen: sum(byClass.slice(i, i + more + 1)),
    })),
  );
  const half = runs.filter(({ seen }) => 2 * seen >= sum(byClass));
  const [{ from, to } = placesFrom(1)] = half.toSorted((x, y) => x.length - y.length || y.seen - x.seen);
  return { from, to };
}

export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] ?? 0;
  return total;
}

function across(values: ArrayLike<number>, rates: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += (values[i] ?? 0) * (rates[i] ?? 0);
  return total;
}

/**
 * Fits the position-bias curve: the click rate at each position. Clicks follow a Poisson distribution with the mean
 * viewers × rate × appeal. Only articles seen at several positions separate rate and appeal.
 */
export function fitPositionBias(articles: readonly PositionReaders[]): PositionBias {
  const clicks = Array.from({ length: POSITION_BUCKETS }, (_, mark) =>
    sum(articles.map((each) => each.clicks[mark] ?? 0)),
  );
  const totals = articles.map((each) => sum(each.clicks));
  const classOf = (mark: number) => mark % PLACE_CLASSES.length;
  let rates = clicks.map((_, mark) => PRIOR_FIRST_RATE * (PRIOR_RATES[classOf(mark)] ?? 0));
  for (let round = 0; round < MAX_FIT_ROUNDS; round++) {
    const appeals = articles.map(
      ({ views }, i) => ((totals[i] ?? 0) + APPEAL_CLICKS) / (across(views, rates) + APPEAL_CLICKS),
    );
    const viewers = clicks.map((_, mark) =>
      articles.reduce((total, { views }, i) => total + (views[mark] ?? 0) * (appeals[i] ?? 1), 0),
    );
    const level =
      (sum(clicks) + PRIOR_CLICKS) /
      (across(
        viewers,
        rates.map((_, m) => PRIOR_RATES[classOf(m)] ?? 0),
      ) +
        PRIOR_CLICKS / PRIOR_FIRST_RATE);
    const levels = LIST_LAYOUTS.map((_, layout) => {
      const from = layout * PLACE_CLASSES.length;
      const own = (values: number[]) => values.slice(from, from + PLACE_CLASSES.length);
      return (sum(own(clicks)) + PRIOR_CLICKS) / (across(own(viewers), PRIOR_RATES) + PRIOR_CLICKS / level);
    });
    const next = clicks.map((own, mark) => {
      const usual = (levels[Math.floor(mark / PLACE_CLASSES.length)] ?? level) * (PRIOR_RATES[classOf(mark)] ?? 0);
      return (own + PRIOR_CLICKS) / ((viewers[mark] ?? 0) + PRIOR_CLICKS / usual);
    });
    const earned = articles.reduce((total, { views }) => total + across(views, next), 0);
    // The added 1 prevents a division of 0 by 0 on a site without clicks.
    const scale = (sum(clicks) + 1) / (earned + 1);
    const scaled = next.map((rate) => rate * scale);
    const change = Math.max(...scaled.map((rate, mark) => Math.abs(rate / (rates[mark] ?? rate) - 1)));
    rates = scaled;
    if (change < MAX_CHANGE) break;
  }
  return { rates, variances: clicks.map((own) => 1 / (own + PRIOR_CLICKS)) };
}

/** Computes the placement index of an article, or returns `null` if it has fewer than 200 viewers. */
export function placementOf({ views, clicks }: PositionReaders, { rates, variances }: PositionBias): Placement | null {
  if (sum(views) < MIN_VIEWERS) return null;
  const [earned, usual] = [sum(clicks), across(views, rates)];
  const inSteps = (ratio: number) => INDEX_STEP * Math.round((100 * ratio) / INDEX_STEP);
  const index = inSteps((earned + KAPPA) / (usual + KAPPA));
  const parts = Array.from(views, (viewers, mark) => (viewers * (rates[mark] ?? 0)) / usual);
  const ofCurve =
    Z_90 *
    Math.sqrt(
      across(
        parts.map((part) => part * part),
        variances,
      ),
    );
  // Bounds are Wilson–Hilferty quantiles of a gamma distribution, widened by the variance of the curve and the model.
  const shape = earned + KAPPA_OF_INTERVAL;
  const end = (side: 1 | -1): number => {
    const root = 1 - 1 / (9 * shape) + (side * Z_90) / (3 * Math.sqrt(shape));
    const own = 3 * Math.log(Math.max(root, 0.05));
    return (shape / (usual + KAPPA_OF_INTERVAL)) * Math.exp(side * Math.hypot(own, ofCurve, Z_90 * MODEL_DEVIATION));
  };
  const interval: [number, number] = [
    Math.min(index, inSteps(end(-1) - ROUNDING_MARGIN)),
    Math.max(index, inSteps(end(1) + ROUNDING_MARGIN)),
  ];
  return { index, interval, confidence: interval[0] > 100 || interval[1] < 100 ? 'high' : 'low' };
}

/** Returns click rates in percent of the rate at the first position, or `null` if the layout had no clicks. */
export function relativeRates(
  places: readonly { rate: number; variance: number }[],
): { index: number; interval: [number, number] }[] | null {
  const [first] = places;
  if (!first || places.every(({ variance }) => variance * PRIOR_CLICKS >= 1)) return null;
  return places.map((place) => {
    const percentAt = (sides: number) => Math.round(((100 * place.rate) / first.rate) * Math.exp(sides * Z_90 * width));
    const width = place === first ? 0 : Math.sqrt(place.variance + first.variance);
    return { index: percentAt(0), interval: [percentAt(-1), percentAt(1)] };
  });
}
