import { READER_CLASSES } from '../../../db/click-columns.ts';
import { twoDigits } from './growth-percent.ts';

/** How certain a growth is: whether other readers of the same kind would have shown it, too. Pure. */

/** 95th percentile of Student's t with 31 degrees of freedom: an interval of 90 percent. */
export const STUDENT_T = 1.696;

export interface Confidence {
  /** Bounds of growth in percent, two significant digits. */
  interval: [low: number, high: number] | null;
  /** `high` where the interval lies on one side of zero. */
  confidence: 'high' | 'low';
}

export interface GrowthEstimate {
  /** ln(C/P). */
  theta: number;
  /** Variance of theta, by leaving out one class at a time. */
  variance: number;
}

/** Growth and its variance from the weighed sums of 32 reader classes; null if leaving out a class empties a window. */
export function estimateGrowth(current: ArrayLike<number>, previous: ArrayLike<number>): GrowthEstimate | null {
  const theta = logRatio(current, previous);
  const left = Array.from({ length: READER_CLASSES }, (_, i) => logRatio(current, previous, i));
  if (![theta, ...left].every(Number.isFinite)) return null;
  const mean = left.reduce((a, b) => a + b, 0) / READER_CLASSES;
  const variance = ((READER_CLASSES - 1) / READER_CLASSES) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { theta, variance };
}

/** Interval and confidence of the growth between two windows, from the weighed sums of their 32 reader classes. */
export function growthConfidence(current: ArrayLike<number>, previous: ArrayLike<number>): Confidence {
  const estimate = estimateGrowth(current, previous);
  if (estimate === null) return { interval: null, confidence: 'low' };
  const margin = STUDENT_T * Math.sqrt(estimate.variance);
  const percent = (log: number) => twoDigits(100 * Math.expm1(log));
  const interval: [number, number] = [percent(estimate.theta - margin), percent(estimate.theta + margin)];
  return { interval, confidence: interval[0] > 0 || interval[1] < 0 ? 'high' : 'low' };
}

/** ln(C/P), without one class where given. Not finite where a window is empty. */
function logRatio(current: ArrayLike<number>, previous: ArrayLike<number>, without = -1): number {
  let [c, p] = [0, 0];
  for (let i = 0; i < READER_CLASSES; i++) {
    if (i === without) continue;
    c += current[i] ?? 0;
    p += previous[i] ?? 0;
  }
  return Math.log(c / p);
}
