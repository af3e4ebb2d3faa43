import { roundToStep } from './round-to-step.ts';

/**
 * This module computes a daily history as percentages of its peak day, rounded so that it does not reveal counts. Its
 * functions are pure.
 */

/** Minimum engagement on the peak day for a history to be shown. Hides small counts. */
export const MIN_HISTORY_ENGAGEMENT = 15;
/** Rounding step of a history in percent, by minimum engagement on its peak day. */
const INDEX_STEPS = [
  { from: 50, step: 5 },
  { from: MIN_HISTORY_ENGAGEMENT, step: 20 },
];

/**
 * Returns an index from 0 to 100 per complete UTC day, oldest first. `first` is the position of the first click's day
 * (0 or less if it is before these days, `null` without clicks); days before it are `null`. All days are `null` if
 * engagement on the peak day is below 15.
 */
export function historyIndex(days: readonly number[], first: number | null): (number | null)[] {
  const highest = Math.max(0, ...days);
  const step = INDEX_STEPS.find(({ from }) => highest >= from)?.step;
  return days.map((engagement, day) =>
    step === undefined || first === null || day < first
      ? null
      : roundToStep(100n * BigInt(engagement), BigInt(highest), step),
  );
}
