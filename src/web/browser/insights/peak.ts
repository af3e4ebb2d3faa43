/** This module also runs on the server, so it must not access the DOM. */

import type { HistoryDay } from './view.ts';

const WEEK_DAYS = 7;

/** Returns true if the sum of the last `day` points is less than half of the highest sum of `day` adjacent points. */
export function hasPassed(points: readonly { index: number | null }[], day: number): boolean {
  const sumTo = (end: number) => points.slice(end - day, end).reduce((sum, { index }) => sum + (index ?? 0), 0);
  const ends = points.map((_, i) => i + 1).filter((end) => end >= day);
  return 2 * sumTo(points.length) < Math.max(0, ...ends.map(sumTo));
}

/** Returns the last day with the highest index. */
export const highestOf = (days: readonly HistoryDay[]): string | null =>
  days.reduce<HistoryDay | null>(
    (most, day) => ((day.index ?? 0) > 0 && (day.index ?? 0) >= (most?.index ?? 0) ? day : most),
    null,
  )?.date ?? null;

/** Returns the peak day if readership has since fallen by more than half. `width` is the number of hours per point. */
export const peakOf = (
  { hours, width }: { hours: readonly Pick<HistoryDay, 'index'>[]; width: number },
  days: readonly HistoryDay[],
) => (hasPassed(hours, 24 / width) ? highestOf(days.slice(-WEEK_DAYS)) : null);
