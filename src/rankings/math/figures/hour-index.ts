import { historyIndex, MIN_HISTORY_ENGAGEMENT } from './history-index.ts';

/** Number of hours that one point of an hourly chart may cover. Each number divides a day evenly. */
export const WIDTHS = [1, 2, 3, 6, 12, 24] as const;
export type Width = (typeof WIDTHS)[number];
const MIN_POINTS = 7;

export interface HourIndex {
  width: Width;
  /** Points of the chart, oldest first. `index` is in percent of the peak, or `null` before the first click. */
  points: { hour: number; index: number | null }[];
}

/** Computes a chart of the `length` complete hours before `hour`. With low engagement, each point covers more hours. */
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
