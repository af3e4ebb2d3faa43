/** The scale of bars that go to both sides of zero. Pure. */

export interface Bar {
  value: number;
  /** Bounds beside it that are to be seen, too. */
  interval: readonly [number, number] | null;
}

export interface Scale {
  /** Its ends: at most 0, and at least 0. */
  from: number;
  to: number;
  /** Bars that are longer than there is room for. */
  cut: number;
}

/** A value this many times the next ones is an outlier. */
const FAR = 3;
/** Room beyond the last bar that is whole. */
const ROOM = 1.25;
/** Outliers that are cut at most, as a share of all. */
const FEW = 0.34;
/** Intervals may be wide: they are followed to this many times the longest bar. */
const WIDE = 1.5;
/** Marks on the axis at most. */
const MARKS = 7;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];

/** Linear from the strongest loss to the strongest growth, and cut where a few outliers would flatten all others. */
export function scaleOf(bars: readonly Bar[]): Scale {
  const sizes = bars.map(({ value }) => Math.abs(value)).toSorted((a, b) => b - a);
  const most = longest(sizes);
  const cut = bars.filter(({ value }) => Math.abs(value) > most);
  const whole = bars.filter((bar) => !cut.includes(bar));
  const reach = (side: 1 | -1) => {
    const ends = whole.flatMap(({ value, interval }) => [
      side * value,
      Math.min(side * (interval?.[side === 1 ? 1 : 0] ?? 0), WIDE * most),
    ]);
    return Math.max(0, ...ends, ...cut.filter(({ value }) => side * value > 0).map(() => most));
  };
  const [left, right] = [reach(-1), reach(1)];
  return { from: -left, to: left + right > 0 ? right : 1, cut: cut.length };
}

/** The length of the longest bar that is drawn as it is, or the room for those that are longer. */
function longest(sizes: readonly number[]): number {
  for (let cut = 1; cut <= Math.floor(sizes.length * FEW); cut++) {
    const [outlier = 0, next = 0] = [sizes[cut - 1], sizes[cut]];
    if (next > 0 && outlier > next * FAR) return next * ROOM;
  }
  return sizes[0] ?? 0;
}

/** Where a value lies, in percent from the left; what is beyond an end is at the end. */
export const placeOn = ({ from, to }: Scale, value: number): number =>
  ((Math.min(Math.max(value, from), to) - from) / (to - from)) * 100;

/** Where a change is drawn, in percent from the left; one that is longer than the scale is cut, and has no dot and no range. `isOpen`: which ends of the range lie beyond the scale. */
export function placesOf(
  scale: Scale,
  { growthPercent, interval }: { growthPercent: number | null; interval: Bar['interval'] },
) {
  const value = growthPercent ?? 0;
  const isCut = value > scale.to || value < scale.from;
  const range = isCut || !interval ? null : ([placeOn(scale, interval[0]), placeOn(scale, interval[1])] as const);
  const isOpen = [(interval?.[0] ?? 0) < scale.from, (interval?.[1] ?? 0) > scale.to] as const;
  return { zero: placeOn(scale, 0), value: placeOn(scale, value), isCut, range, isOpen };
}

/** Round values of an axis, zero among them. */
export function marksOf({ from, to }: Scale): number[] {
  const step = STEPS.find((size) => (to - from) / size < MARKS) ?? to - from;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step || 0);
}
