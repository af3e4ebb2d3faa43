import { roundToStep } from './round-to-step.ts';

/** Minimum engagement on the peak day. With less engagement, an index could reveal click counts. */
export const MIN_HISTORY_ENGAGEMENT = 15;
/** Rounding step in percent of the peak day. It depends on that day's engagement, so that small counts stay hidden. */
const INDEX_STEPS = [
  { from: 50, step: 5 },
  { from: MIN_HISTORY_ENGAGEMENT, step: 20 },
];

/** Returns an index from 0 to 100 for each complete UTC day, oldest first. Days before the first click are `null`. */
export function historyIndex(days: readonly number[], first: number | null): (number | null)[] {
  const highest = Math.max(0, ...days);
  const step = INDEX_STEPS.find(({ from }) => highest >= from)?.step;
  return days.map((engagement, day) =>
    step === undefined || first === null || day < first
      ? null
      : roundToStep(100n * BigInt(engagement), BigInt(highest), step),
  );
}
