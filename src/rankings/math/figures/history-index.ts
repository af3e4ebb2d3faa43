import { roundToStep } from './round-to-step.ts';

/** Minimum engagement on the day with the most engagement. Below it, an index could reveal click counts. */
export const MIN_HISTORY_ENGAGEMENT = 15;
/** Rounding steps of the index in percent, by engagement on the peak day. They hide small click counts. */
const INDEX_STEPS = [
  { from: 50, step: 5 },
  { from: MIN_HISTORY_ENGAGEMENT, step: 20 },
];

/** Returns an index (peak day = 100) per complete UTC day, oldest first. `null` for days before the first click. */
export function historyIndex(days: readonly number[], first: number | null): (number | null)[] {
  const highest = Math.max(0, ...days);
  const step = INDEX_STEPS.find(({ from }) => highest >= from)?.step;
  return days.map((engagement, day) =>
    step === undefined || first === null || day < first
      ? null
      : roundToStep(100n * BigInt(engagement), BigInt(highest), step),
  );
}
