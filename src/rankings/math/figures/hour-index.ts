import { historyIndex, MIN_HISTORY_ENGAGEMENT } from './history-index.ts';

/** Curve of the last hours relative to its own peak, too coarse to reveal counts. Pure. */

/** Hours per point, each a divisor of a day. */
export const WIDTHS = [1, 2, 3, 6, 12, 24] as const;
export type Width = (typeof WIDTHS)[number];
const MIN_POINTS = 7;

export interface HourIndex {
  /** Hours per point. Points begin at multiples of it in UTC. */
  width: Width;
  /** Complete points, oldest first: percent of the peak, `null` before the first click or if engagement is too low. */
  points: { hour: number; index: number | null }[];
}

/**
 * Index of the last `length` complete hours before `hour`, in the narrowest width with enough engagement. `first` is
 * the hour of the first click, `null` without clicks.
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
