import { roundToStep } from './round-to-step.ts';

/** A history relative to its own highest day, too coarse to reveal counts. Pure. */

/** Engagement of the highest day below which no history is drawn, so that nobody can be counted. */
export const LEAST = 15;
/** Step width of a history in hundredths, by the least engagement of its highest day. */
const INDEX_STEPS = [
  { from: 50, step: 5 },
  { from: LEAST, step: 20 },
];

/**
 * Index 0–100 of each day from the engagement of complete UTC days, oldest first. `first` is the position of the day of the
 * first click ever (0 or less where it came before these days, null where there was none); days before it are null. A history whose
 * highest day has less than 15 is null throughout.
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
