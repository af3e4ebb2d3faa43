import { LIST_LAYOUTS, MARKS, PLACE_CLASSES } from '../../../db/view-columns.ts';

/**
 * What an article earns where it stands, beside what its places usually earn. Pure; the model and its limits are in
 * docs/explanation/pull.md.
 */

/** What is taken for usual before there is data: clicks at a class of places beside those at the first. */
const PRIOR_RATES = [1, 0.75, 0.62, 0.47, 0.33, 0.22];
/** Clicks per viewer at the first place before there is data. */
const PRIOR_FIRST_RATE = 0.05;
/** Clicks for which the prior stands: of each mark's rate, and of each layout's level. */
const PRIOR_CLICKS = 10;
/** Clicks for which an average appeal stands while the curve is made: few, so that who stands high because it is good does not bend it. */
const APPEAL_CLICKS = 0.1;
const MAX_FIT_ROUNDS = 300;
const TOLERANCE = 1e-6;

/** κ: clicks that both parts of the pull are given, which keeps small figures near 100. */
export const KAPPA = 20;
/** The same for the interval: fewer, so that it covers articles that are far from 100. */
const KAPPA_OF_INTERVAL = 8;
/** Viewers below which there is no pull. */
export const MIN_VIEWERS = 200;
/** Viewers below which an article does not enter the curve: one sender cannot claim so many for an article that readers do not see. */
export const MIN_CURVE_VIEWERS = 50;
/** Of the normal distribution: 90 % lie within. */
const Z = 1.645;
const INDEX_STEP = 10;
/** Relative standard deviation of what no count tells: readers who have clicked an article see it again, and the curve is of classes, not places. */
const MODEL_DEVIATION = 0.08;
/** What the ends of an interval are moved outwards before they are rounded, so that rounding does not make it cover less. */
const ROUNDING_MARGIN = 0.01;

/** An article's weighed readers by mark, from reporting tickets alone. */
export interface Shown {
  /** Who have seen it there. */
  views: ArrayLike<number>;
  /** Who have clicked it there. */
  clicks: ArrayLike<number>;
}

export interface Curve {
  /** Clicks per viewer by mark, of an article of average appeal. */
  rates: number[];
  /** The relative variance of each. */
  variances: number[];
}

export interface Pull {
  /** 100: what its places usually earn; in steps of 10, as both ends of the interval. */
  index: number;
  /** 90 %. */
  interval: [low: number, high: number];
  /** `high`: the interval lies on one side of 100. */
  confidence: 'high' | 'low';
}

/** Neighbouring places; `to`: null where they have no end. */
export interface Places {
  from: number;
  to: number | null;
}

/** The class of places that begins with `first`. */
export function placesFrom(first: number): Places {
  const next = PLACE_CLASSES.find((other) => other > first);
  return { from: first, to: next ? next - 1 : null };
}

/** The fewest neighbouring places, in whole classes, at which at least half of its viewers have seen an article; of as many those of most. */
export function standsAt(views: ArrayLike<number>): Places {
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

function sum(values: ArrayLike<number>): number {
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
 * The site's curve: clicks at a mark are Poisson with the mean viewers × rate of the mark × appeal of the article, and appeals and rates are
 * fitted in turns. Only articles that stood at several places tell places apart, so the order of an editor does not pass for an effect of
 * the place. It is scaled so that the site's clicks are what its places usually earn.
 */
export function curveOf(articles: readonly Shown[]): Curve {
  const clicks = Array.from({ length: MARKS }, (_, mark) => sum(articles.map((each) => each.clicks[mark] ?? 0)));
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
    // One click more, for a site that has none.
    const scale = (sum(clicks) + 1) / (earned + 1);
    const scaled = next.map((rate) => rate * scale);
    const change = Math.max(...scaled.map((rate, mark) => Math.abs(rate / (rates[mark] ?? rate) - 1)));
    rates = scaled;
    if (change < TOLERANCE) break;
  }
  return { rates, variances: clicks.map((own) => 1 / (own + PRIOR_CLICKS)) };
}

/** The pull of an article; null below 200 viewers. */
export function pullOf({ views, clicks }: Shown, { rates, variances }: Curve): Pull | null {
  if (sum(views) < MIN_VIEWERS) return null;
  const [earned, usual] = [sum(clicks), across(views, rates)];
  const inSteps = (ratio: number) => INDEX_STEP * Math.round((100 * ratio) / INDEX_STEP);
  const index = inSteps((earned + KAPPA) / (usual + KAPPA));
  const parts = Array.from(views, (viewers, mark) => (viewers * (rates[mark] ?? 0)) / usual);
  const ofCurve =
    Z *
    Math.sqrt(
      across(
        parts.map((part) => part * part),
        variances,
      ),
    );
  // Appeals are taken to have the gamma distribution that these clicks stand for; its quantiles by Wilson and Hilferty. What is unknown of the curve, and what the model leaves out, widens both sides.
  const shape = earned + KAPPA_OF_INTERVAL;
  const end = (side: 1 | -1): number => {
    const root = 1 - 1 / (9 * shape) + (side * Z) / (3 * Math.sqrt(shape));
    const own = 3 * Math.log(Math.max(root, 0.05));
    return (shape / (usual + KAPPA_OF_INTERVAL)) * Math.exp(side * Math.hypot(own, ofCurve, Z * MODEL_DEVIATION));
  };
  const interval: [number, number] = [
    Math.min(index, inSteps(end(-1) - ROUNDING_MARGIN)),
    Math.max(index, inSteps(end(1) + ROUNDING_MARGIN)),
  ];
  return { index, interval, confidence: interval[0] > 100 || interval[1] < 100 ? 'high' : 'low' };
}

const RATE_STEP = 5;

/** Rates of places in percent of the first, each with its 90 % interval, in steps of 5; null: no reporting list of the layout was clicked. */
export function worthOf(
  places: readonly { rate: number; variance: number }[],
): { index: number; interval: [number, number] }[] | null {
  const [first] = places;
  if (!first || places.every(({ variance }) => variance * PRIOR_CLICKS >= 1)) return null;
  return places.map((place) => {
    const inSteps = (sides: number) =>
      RATE_STEP * Math.round((((100 * place.rate) / first.rate) * Math.exp(sides * Z * width)) / RATE_STEP);
    const width = place === first ? 0 : Math.sqrt(place.variance + first.variance);
    return { index: inSteps(0), interval: [inSteps(-1), inSteps(1)] };
  });
}
