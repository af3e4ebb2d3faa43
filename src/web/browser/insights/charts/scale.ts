export interface ScaleBar {
  value: number;
  interval: readonly [number, number] | null;
}

export interface AxisScale {
  from: number;
  to: number;
  cut: number;
}

const OUTLIER_RATIO = 3;
const ROOM_FACTOR = 1.25;
const MAX_CUT_SHARE = 0.34;
/** Maximum length to which confidence intervals may extend the scale, as a multiple of the longest bar. */
const MAX_INTERVAL_FACTOR = 2.5;
const MAX_AXIS_MARKS = 7;
const MARK_STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];

/** Returns a linear scale. Ignores a few outliers if they would make the other bars too short. */
export function scaleOf(bars: readonly ScaleBar[]): AxisScale {
  const sizes = bars.map(({ value }) => Math.abs(value)).toSorted((a, b) => b - a);
  const most = longest(sizes);
  const cut = bars.filter(({ value }) => Math.abs(value) > most);
  const whole = bars.filter((bar) => !cut.includes(bar));
  const reach = (side: 1 | -1) => {
    const ends = whole.flatMap(({ value, interval }) => [
      side * value,
      Math.min(side * (interval?.[side === 1 ? 1 : 0] ?? 0), MAX_INTERVAL_FACTOR * most),
    ]);
    return Math.max(0, ...ends, ...cut.filter(({ value }) => side * value > 0).map(() => most));
  };
  const [left, right] = [reach(-1), reach(1)];
  return { from: -left, to: left + right > 0 ? right : 1, cut: cut.length };
}

function longest(sizes: readonly number[]): number {
  for (let cut = 1; cut <= Math.floor(sizes.length * MAX_CUT_SHARE); cut++) {
    const [outlier = 0, next = 0] = [sizes[cut - 1], sizes[cut]];
    if (next > 0 && outlier > next * OUTLIER_RATIO) return next * ROOM_FACTOR;
  }
  return sizes[0] ?? 0;
}

/** Returns the horizontal position of a value in percent, limited to the scale. */
export const placeOn = ({ from, to }: AxisScale, value: number): number =>
  ((Math.min(Math.max(value, from), to) - from) / (to - from)) * 100;

/** Returns the positions of a bar's parts in percent. A bar that exceeds the scale has no dot and no interval. */
export function horizontalOf(
  scale: AxisScale,
  { growthPercent, interval }: { growthPercent: number | null; interval: ScaleBar['interval'] },
) {
  const value = growthPercent ?? 0;
  const isCut = value > scale.to || value < scale.from;
  const range = isCut || !interval ? null : ([placeOn(scale, interval[0]), placeOn(scale, interval[1])] as const);
  const isOpen = [(interval?.[0] ?? 0) < scale.from, (interval?.[1] ?? 0) > scale.to] as const;
  return { zero: placeOn(scale, 0), value: placeOn(scale, value), isCut, range, isOpen };
}

export function scaleMarksOf({ from, to }: AxisScale, maxMarks = MAX_AXIS_MARKS): number[] {
  const step = MARK_STEPS.find((size) => (to - from) / size < maxMarks) ?? to - from;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step || 0);
}
