import { READER_CLASSES } from '../../../db/click-columns.ts';
import { CLASSES, limitToBaseline, type TrafficBaseline, weightBy } from '../../../engagement/discounting.ts';
import type { Sums } from '../../../engagement/sums.ts';
import { twoDigits } from './growth-percent.ts';

/** Estimates how certain growth is. An interval shows the growth that other samples of similar readers would have. */

/** 95th percentile of Student's t with 31 degrees of freedom, for a 90% interval. */
export const STUDENT_T = 1.696;

export interface Confidence {
  /** Lower and upper bound of growth in percent, with two significant digits. */
  interval: [low: number, high: number] | null;
  /** `high` if the interval excludes zero, and growth has the same sign when any single reader class is omitted. */
  confidence: 'high' | 'low';
}

export interface GrowthEstimate {
  theta: number;
  variance: number;
  isOneSided: boolean;
}

/** Splits engagement by reader class. Unsigned clicks are discounted by network prefix, and other clicks are not. */
export function readerClasses(sums: Sums, baseline: TrafficBaseline | null): Float64Array {
  const own = limitToBaseline('prefix', weightBy('prefix', sums.total(), sums.counts, baseline), sums.counts, baseline);
  const left = own.reduce((a, b) => a + b, 0);
  const scale = left === 0 ? 0 : sums.unsigned(baseline) / left;
  return own.map((clicks, b) => clicks * scale + (sums.counts[CLASSES + b] ?? 0));
}

/** Computes a jackknife interval over 32 reader classes. `null` if a window is empty without one of these classes. */
export function estimateGrowth(current: ArrayLike<number>, previous: ArrayLike<number>): GrowthEstimate | null {
  const theta = logRatio(current, previous);
  const left = Array.from({ length: READER_CLASSES }, (_, i) => logRatio(current, previous, i));
  if (![theta, ...left].every(Number.isFinite)) return null;
  const mean = left.reduce((a, b) => a + b, 0) / READER_CLASSES;
  const variance = ((READER_CLASSES - 1) / READER_CLASSES) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { theta, variance, isOneSided: left.every((value) => value > 0) || left.every((value) => value < 0) };
}

export function growthConfidence(current: ArrayLike<number>, previous: ArrayLike<number>): Confidence {
  const estimate = estimateGrowth(current, previous);
  if (estimate === null) return { interval: null, confidence: 'low' };
  const margin = STUDENT_T * Math.sqrt(estimate.variance);
  const percent = (log: number) => twoDigits(100 * Math.expm1(log));
  const interval: [number, number] = [percent(estimate.theta - margin), percent(estimate.theta + margin)];
  const isSure = estimate.isOneSided && (interval[0] > 0 || interval[1] < 0);
  return { interval, confidence: isSure ? 'high' : 'low' };
}

/** Computes ln(current ÷ previous) without reader class `without`. The result is not finite if a window is empty. */
function logRatio(current: ArrayLike<number>, previous: ArrayLike<number>, without = -1): number {
  let [c, p] = [0, 0];
  for (let i = 0; i < READER_CLASSES; i++) {
    if (i === without) continue;
    c += current[i] ?? 0;
    p += previous[i] ?? 0;
  }
  return Math.log(c / p);
}
