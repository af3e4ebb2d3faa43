/** When a curve was highest. Pure: pages that are made on the server say it, too. */

import type { Day } from './view.ts';

const WEEK = 7;

/** Whether the highest points have passed: the last ones, of a day, have less than half of the strongest day's. */
export function hasPassed(points: readonly { index: number | null }[], day: number): boolean {
  const sumTo = (end: number) => points.slice(end - day, end).reduce((sum, { index }) => sum + (index ?? 0), 0);
  const ends = points.map((_, i) => i + 1).filter((end) => end >= day);
  return 2 * sumTo(points.length) < Math.max(0, ...ends.map(sumTo));
}

/** The day with the highest index, the last of several; null: none is known. */
export const highestOf = (days: readonly Day[]): string | null =>
  days.reduce<Day | null>(
    (most, day) => ((day.index ?? 0) > 0 && (day.index ?? 0) >= (most?.index ?? 0) ? day : most),
    null,
  )?.date ?? null;

/** The highest complete day of the last seven; null: it has not passed. `width`: of each of `hours`, in hours. */
export const peakOf = (
  { hours, width }: { hours: readonly Pick<Day, 'index'>[]; width: number },
  days: readonly Day[],
) => (hasPassed(hours, 24 / width) ? highestOf(days.slice(-WEEK)) : null);
