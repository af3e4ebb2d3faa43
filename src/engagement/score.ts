import { MEASURES, READER_CLASSES } from '../db/click-columns.ts';
import type { Counts, Visit } from './cells.ts';
import { FIRST, fullCount, WIDTH } from './columns.ts';
import { isWithin, type Windows } from './hours.ts';
import { audiencePart, type ClassShares, weightOf } from './weight.ts';

/** An article's engagement in every window, from its cells and the site's shares: pure. */

/** Engagement by audience, in the order of `MEASURES`; the first is everyone's. */
export type Parts = readonly number[];
/** The score of an article without clicks in a window. */
export const NOBODY: Parts = MEASURES.map(() => 0);

export interface Score {
  day: Parts;
  week: Parts;
  dayBefore: Parts;
  weekBefore: Parts;
  growth: number;
  growthBefore: number;
  /** Weighed clicks of the two windows of growth by class: unsigned ones by prefix, the others by reader; null if not asked for. */
  readers: { current: readonly number[]; previous: readonly number[] } | null;
  /** The clicked hours of `7d` and the engagement of each by its own classes; null if not asked for. */
  hourly: { hours: readonly number[]; weights: readonly number[] } | null;
}

/** What a score needs besides the cells. */
export interface Scale {
  windows: Windows;
  shares: ClassShares | null;
  /** Topics need readers by class, for growth; the site needs hours, for rising content. */
  wants: 'readers' | 'hourly';
}

const NAMES = ['day', 'week', 'dayBefore', 'weekBefore', 'growth', 'growthBefore'] as const;
type Name = (typeof NAMES)[number];

/** Sums of the article that is being scored, window by window, and of one cell; reused because there are many articles. */
const sums = new Int32Array(WIDTH * NAMES.length);
const one = new Int32Array(WIDTH);
const used: boolean[] = NAMES.map(() => false);

/** Scores an article; `cells` calls its argument with each of its cells. */
export function scoreOf(cells: (visit: Visit) => void, { windows, shares, wants }: Scale): Score {
  sums.fill(0);
  used.fill(false);
  const hours: number[] = [];
  const weights: number[] = [];
  cells((hour, counts, length) => {
    for (const [i, name] of NAMES.entries()) {
      if (!isWithin(windows[name], hour)) continue;
      used[i] = true;
      add(sums, i * WIDTH, counts, length);
    }
    if (wants === 'hourly' && isWithin(windows.week, hour)) {
      hours.push(hour);
      weights.push(hourWeight(counts, length, shares));
    }
  });
  const parts = (name: Name) => partsOf(NAMES.indexOf(name), shares);
  const whole = (name: Name) => wholeOf(NAMES.indexOf(name), shares);
  const readers = (name: Name) => readersOf(NAMES.indexOf(name), shares);
  return {
    day: parts('day'),
    week: parts('week'),
    dayBefore: parts('dayBefore'),
    weekBefore: parts('weekBefore'),
    growth: whole('growth'),
    growthBefore: whole('growthBefore'),
    readers: wants === 'readers' ? { current: readers('growth'), previous: readers('growthBefore') } : null,
    // Copies are as long as they need be, lists that have grown are half empty.
    hourly: wants === 'hourly' ? { hours: hours.slice(), weights: weights.slice() } : null,
  };
}

/** Engagement of the sums of any hours, as a whole row of counters: the weight of unsigned clicks, and all others. */
export const engagementOf = (columns: ArrayLike<number>, shares: ClassShares | null): number =>
  weightOf(columns[FIRST.unsigned] ?? 0, columns, shares, FIRST.network) + fullCount(columns);

/** Adds a cell to a row of columns. */
export function add(columns: Int32Array, offset: number, counts: ArrayLike<number>, length = counts.length): void {
  for (let i = 0; i < length; i += 2) {
    const column = offset + (counts[i] ?? 0);
    columns[column] = (columns[column] ?? 0) + (counts[i + 1] ?? 0);
  }
}

/** A cell as a full row of columns. */
export function toColumns(counts: Counts): Int32Array {
  const columns = new Int32Array(WIDTH);
  add(columns, 0, counts);
  return columns;
}

function hourWeight(counts: ArrayLike<number>, length: number, shares: ClassShares | null): number {
  one.fill(0);
  add(one, 0, counts, length);
  return engagementOf(one, shares);
}

const weightIn = (window: number, shares: ClassShares | null): number =>
  weightOf(sums[window * WIDTH + FIRST.unsigned] ?? 0, sums, shares, window * WIDTH + FIRST.network);

function wholeOf(window: number, shares: ClassShares | null): number {
  return used[window] ? weightIn(window, shares) + fullCount(sums, 0, window * WIDTH) : 0;
}

function partsOf(window: number, shares: ClassShares | null): Parts {
  if (!used[window]) return NOBODY;
  const weight = weightIn(window, shares);
  const at = window * WIDTH;
  return MEASURES.map((_, i) => audiencePart(sums[at + FIRST.unsigned + i] ?? 0, fullCount(sums, i, at), weight));
}

function readersOf(window: number, shares: ClassShares | null): readonly number[] {
  const at = window * WIDTH;
  const total = sums[at + FIRST.unsigned] ?? 0;
  const scale = total === 0 ? 0 : weightIn(window, shares) / total;
  return Array.from(
    { length: READER_CLASSES },
    (_, i) => (sums[at + FIRST.prefix + i] ?? 0) * scale + (sums[at + FIRST.reader + i] ?? 0),
  );
}
