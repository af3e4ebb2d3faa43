import { roundToStep } from './round-to-step.ts';

/** History relative to its own highest day, too coarse to reveal counts. Pure. */

/** Engagement of the highest day below which no history is shown, to hide counts. */
export const MIN_HISTORY_ENGAGEMENT = 15;
/** Steps of a history in percent, by minimum engagement of its highest day. */
const INDEX_STEPS = [
  { from: 50, step: 5 },
  { from: MIN_HISTORY_ENGAGEMENT, step: 20 },
];

/**
 * Index 0–100 per complete UTC day, oldest first. `first` is the position of the first click's day (0 or less if before
 * these days, `null` without clicks); earlier days are `null`. All are `null` if the highest day is below 15.
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
