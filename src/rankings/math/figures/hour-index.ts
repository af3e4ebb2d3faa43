import { historyIndex, LEAST } from './history-index.ts';

/** A curve of the last hours relative to its own highest point, too coarse to reveal counts. Pure. */

/** Hours of a point, each a divisor of a day. */
export const WIDTHS = [1, 2, 3, 6, 12, 24] as const;
export type Width = (typeof WIDTHS)[number];
/** A curve of fewer points is none. */
const MIN_POINTS = 7;

export interface HourIndex {
  /** Hours of a point; it begins at a multiple of them in UTC. */
  width: Width;
  /** The complete points, oldest first: 0–100 of the highest, null before the first click, or throughout where there is too little. */
  points: { hour: number; index: number | null }[];
}

/**
 * Index of the last `length` complete hours before `hour`, in the narrowest points of which one has enough engagement. `engagementOf` a
 * UTC hour; `first`: the hour of the first click, null where there was none.
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
  const { width, starts, engagement } = sums.find((sum) => sum.engagement.some((own) => own >= LEAST)) ?? finest;
  const before = starts[0] ?? hour;
  const index = historyIndex(engagement, first === null ? null : Math.floor((first - before) / width));
  return { width, points: starts.map((start, i) => ({ hour: start, index: index[i] ?? null })) };
}
