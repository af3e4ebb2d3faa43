import { historyIndex, MIN_HISTORY_ENGAGEMENT } from './history-index.ts';

/**
 * This module computes the hourly curve relative to its own peak, rounded so that it does not reveal counts. Its
 * functions are pure.
 */

/** Possible widths of a point in hours. Each divides a day evenly. */
export const WIDTHS = [1, 2, 3, 6, 12, 24] as const;
export type Width = (typeof WIDTHS)[number];
const MIN_POINTS = 7;

export interface HourIndex {
  /** Width of a point in hours. Points begin at multiples of the width in UTC. */
  width: Width;
  /**
   * Complete points, oldest first. `index` is a percentage of the peak; `null` before the first click or if engagement
   * is too low.
   */
  points: { hour: number; index: number | null }[];
}

/**
 * Computes the index of the last `length` complete hours before `hour`, with the smallest width that has enough
 * engagement. `first`: hour of the first click, or `null` without clicks.
 */
export function hourIndex(
  engagementOf: (hour: number) => number,
  first: number | null,
  { hour, length }: { hour: number; length: number },
): HourIndex {
  const widths = WIDTHS.filter((width) => length / width >= MIN_POINTS);
  const sums = widths.map((width) => {
    const from = Math.ceil((hour - length) / width);
    const starts = Array.from({ length: Math.floor(hour / width) - from }, (_, i) => (from + i) * width);
    const engagement = starts.map((start) =>
      Math.round(Array.from({ length: width }, (_, i) => engagementOf(start + i)).reduce((a, b) => a + b, 0)),
    );
    return { width, starts, engagement };
  });
  const [finest = { width: 1 as const, starts: [], engagement: [] }] = sums;
  const { width, starts, engagement } =
    sums.find((sum) => sum.engagement.some((own) => own >= MIN_HISTORY_ENGAGEMENT)) ?? finest;
  const before = starts[0] ?? hour;
  const index = historyIndex(engagement, first === null ? null : Math.floor((first - before) / width));
  return { width, points: starts.map((start, i) => ({ hour: start, index: index[i] ?? null })) };
}
