import { learnAppeals } from '../../../src/rankings/learning/appeal.ts';
import { type Candidate, orderOfMinute } from '../../../src/rankings/learning/minute-order.ts';
import { steppedMean, steppedShape } from '../../../src/rankings/learning/steps.ts';
import { engaging, fittedRates, observed, type Site, simulate, type WorldArticle } from './simulator.ts';

/** Estimates clicks from observed orders, as an attacker would who knows the program and simulates sites of the same kind. */

const HOUR = 3600;
const CANDIDATE_HOURS = 72;
const FEATURES = 7;
/** Weight of small coefficients in the attacker's regression. */
const RIDGE = 1e-3;

interface ObservedArticle {
  clicks: number;
  /** Facts without orders. */
  age: number;
  /** Mean and standard deviation of the log-odds of the relative position. */
  level: number;
  spread: number;
  /** Stored appeal, which no order shows exactly. */
  mean: number;
  shape: number;
}

/** Observes `orders` orders of one hourly snapshot of a simulated site. */
export function observeOrders(site: Site, orders: number): ObservedArticle[] {
  const hours = (site.days + (site.warmUpDays ?? 3)) * 24;
  const now = hours * HOUR;
  const { articles } = simulate(site, engaging);
  const recent = articles.filter(({ publishedAt }) => publishedAt > now - CANDIDATE_HOURS * HOUR).slice(-200);
  const learned = learnAppeals(observed(recent, hours, fittedRates(articles, hours)), now);
  const appeals = new Map(
    [...learned.appeals].map(([id, { mean, shape, usual }]) => [
      id,
      { mean: steppedMean(mean), shape: steppedShape(shape), usual },
    ]),
  );
  const candidates: Candidate[] = recent.toReversed();
  const odds = new Map(candidates.map(({ id }) => [id, { sum: 0, squares: 0 }]));
  for (let order = 0; order < orders; order++) {
    const seed = (order + 1).toString(16).padStart(8, '0').repeat(4);
    const drawn = orderOfMinute({ candidates, learned: { ...learned, appeals }, rules: new Map(), seed, now });
    for (const [i, { id }] of drawn.entries()) {
      const own = odds.get(id);
      if (!own) continue;
      const part = (i + 0.5) / drawn.length;
      const value = Math.log(part / (1 - part));
      own.sum += value;
      own.squares += value * value;
    }
  }
  return recent.map((article) => {
    const { sum = 0, squares = 0 } = odds.get(article.id) ?? {};
    const level = sum / orders;
    const appeal = appeals.get(article.id);
    return {
      clicks: clicksOf(article),
      age: Math.log(1 + (now - article.publishedAt) / HOUR),
      level,
      spread: Math.sqrt(Math.max(0, squares / orders - level * level)),
      mean: Math.log(appeal?.mean ?? 1),
      shape: Math.log2(appeal?.shape ?? 1),
    };
  });
}

const clicksOf = ({ byHour }: WorldArticle): number =>
  [...byHour.values()].reduce((sum, { clicks }) => sum + clicks.reduce((a, b) => a + (b ?? 0), 0), 0);

const target = ({ clicks }: ObservedArticle) => Math.log(clicks + 1);
/** Knowledge of an attacker: only facts, also orders, or even the stored snapshot. */
export const KNOWLEDGE = {
  facts: ({ age }: ObservedArticle) => quadratic(age, 0),
  orders: ({ age, level, spread }: ObservedArticle) => [
    ...quadratic(age, level),
    spread,
    spread * spread,
    spread * level,
  ],
  snapshot: ({ age, mean, shape }: ObservedArticle) => [...quadratic(age, shape), mean, mean * mean, mean * age],
} as const;
const quadratic = (x: number, y: number) => [1, x, x * x, y, y * y, x * y];

/** Learns a regression on some sites, and returns the errors of clicks on another as factors, smallest first. */
export function errorFactors(
  known: readonly ObservedArticle[],
  attacked: readonly ObservedArticle[],
  knowledge: keyof typeof KNOWLEDGE,
): number[] {
  const featuresOf = KNOWLEDGE[knowledge];
  const coefficients = regression(known.map(featuresOf), known.map(target));
  return attacked
    .map((article) => {
      const estimate = featuresOf(article).reduce((sum, value, i) => sum + value * (coefficients[i] ?? 0), 0);
      return Math.exp(Math.abs(estimate - target(article)));
    })
    .toSorted((a, b) => a - b);
}

/** Solves a least-squares problem by Gaussian elimination. */
function regression(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const size = rows[0]?.length ?? FEATURES;
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from(
      { length: size },
      (_, j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0) + (i === j ? RIDGE : 0),
    ),
    rows.reduce((sum, row, n) => sum + (row[i] ?? 0) * (values[n] ?? 0), 0),
  ]);
  for (let i = 0; i < size; i++) {
    const pivot = matrix[i] ?? [];
    for (const [j, row] of matrix.entries()) {
      if (j === i) continue;
      const factor = (row[i] ?? 0) / (pivot[i] || 1);
      for (let k = i; k <= size; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return matrix.map((row, i) => (row[size] ?? 0) / (row[i] || 1));
}
