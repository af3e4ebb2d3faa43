/** Pure: also used for pages that the server renders. */

import type { HistoryDay } from './view.ts';

const WEEK_DAYS = 7;

/** True if the last `day` points have less than half of the strongest day's sum. */
export function hasPassed(points: readonly { index: number | null }[], day: number): boolean {
  const sumTo = (end: number) => points.slice(end - day, end).reduce((sum, { index }) => sum + (index ?? 0), 0);
  const ends = points.map((_, i) => i + 1).filter((end) => end >= day);
  return 2 * sumTo(points.length) < Math.max(0, ...ends.map(sumTo));
}

/** Day with the highest index, the last of several. */
export const highestOf = (days: readonly HistoryDay[]): string | null =>
  days.reduce<HistoryDay | null>(
    (most, day) => ((day.index ?? 0) > 0 && (day.index ?? 0) >= (most?.index ?? 0) ? day : most),
    null,
  )?.date ?? null;

/** Highest complete day of the last seven; `null` unless it has passed. `width` is the length of an hour bucket. */
export const peakOf = (
  { hours, width }: { hours: readonly Pick<HistoryDay, 'index'>[]; width: number },
  days: readonly HistoryDay[],
) => (hasPassed(hours, 24 / width) ? highestOf(days.slice(-WEEK_DAYS)) : null);
