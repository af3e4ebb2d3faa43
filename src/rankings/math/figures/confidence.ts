import { CLASSES } from '../../../engagement/weight.ts';
import { twoDigits } from './growth-percent.ts';

/** How certain a growth is: whether other readers of the same kind would have shown it, too. Pure. */

/** 95th percentile of Student's t with 15 degrees of freedom: an interval of 90 percent. */
export const STUDENT_T = 1.753;

export interface Confidence {
  /** Bounds of growth in percent, two significant digits. */
  interval: [low: number, high: number] | null;
  /** `high` where the interval lies on one side of zero. */
  confidence: 'high' | 'low';
}

/** Reader classes of an article in one window: 16 counts from `offset` on. */
export interface ReaderClasses {
  /** All unsigned clicks, and how many of them count. */
  total: number;
  weight: number;
  unsigned: ArrayLike<number>;
  unsignedOffset?: number;
  signed?: ArrayLike<number>;
  signedOffset?: number;
}

/** Adds an article to a topic's 16 sums: the clicks of each class × W/N, plus its signed clicks. */
export function addReaderClasses(
  sums: Float64Array,
  { total, weight, unsigned, unsignedOffset = 0, signed, signedOffset = 0 }: ReaderClasses,
): void {
  const scale = weight === total ? 1 : weight / total;
  for (let i = 0; i < CLASSES; i++) {
    sums[i] = (sums[i] ?? 0) + (unsigned[unsignedOffset + i] ?? 0) * scale + (signed?.[signedOffset + i] ?? 0);
  }
}

export interface GrowthEstimate {
  /** ln(C/P). */
  theta: number;
  /** Variance of theta, by leaving out one class at a time. */
  variance: number;
}

/** Growth and its variance from the weighed sums of 16 reader classes; null if leaving out a class empties a window. */
export function estimateGrowth(current: ArrayLike<number>, previous: ArrayLike<number>): GrowthEstimate | null {
  const theta = logRatio(current, previous);
  const left = Array.from({ length: CLASSES }, (_, i) => logRatio(current, previous, i));
  if (![theta, ...left].every(Number.isFinite)) return null;
  const mean = left.reduce((a, b) => a + b, 0) / CLASSES;
  const variance = ((CLASSES - 1) / CLASSES) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { theta, variance };
}

/** Interval and confidence of the growth between two windows, from the weighed sums of their 16 reader classes. */
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
  for (let i = 0; i < CLASSES; i++) {
    if (i === without) continue;
    c += current[i] ?? 0;
    p += previous[i] ?? 0;
  }
  return Math.log(c / p);
}
