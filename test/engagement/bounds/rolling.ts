import { KIND_NAMES } from '../../../src/db/click-columns.ts';
import { computeBaseline, FEW_SAMPLES } from '../../../src/engagement/baseline.ts';
import { CLASSES, type TrafficBaseline, UNIFORM_BASELINE, weightOf } from '../../../src/engagement/discounting.ts';
import type { Cell } from './cells.ts';

/** Index of the first bucket of each kind in a row of counts. Index 0 contains all clicks. */
const FROM = { network: 1, prefix: 33, browser: 65 };
const ROW = 1 + CLASSES;
const TWO_WEEKS = 336;

export class Rolling {
  readonly #byHour: ReadonlyMap<number, readonly Cell[]>;
  readonly #rows = new Map<number, Float64Array>();
  #from = 0;
  #to = 0;

  constructor(byHour: ReadonlyMap<number, readonly Cell[]>) {
    this.#byHour = byHour;
  }

  /** Moves the window forward to the hours from `from` (inclusive) to `to` (exclusive). */
  moveTo(from: number, to: number): this {
    if (this.#to <= from) {
      this.#rows.clear();
      this.#from = from;
      this.#to = from;
    }
    for (; this.#to < to; this.#to++) this.#add(this.#to, 1);
    for (; this.#from < from; this.#from++) this.#add(this.#from, -1);
    return this;
  }

  *articles(): Iterable<[contentId: number, row: Float64Array]> {
    for (const contentId of [...this.#rows.keys()].sort((a, b) => a - b)) {
      const row = this.#rows.get(contentId);
      if (row && (row[0] ?? 0) > 0) yield [contentId, row];
    }
  }

  weights(baseline: TrafficBaseline | null): Map<number, number> {
    const weights = new Map<number, number>();
    for (const [contentId, row] of this.articles()) weights.set(contentId, weightOf(row[0] ?? 0, row, baseline, 1));
    return weights;
  }

  setWeight(isOf: (contentId: number) => boolean, baseline: TrafficBaseline | null): number {
    const sum = new Float64Array(ROW);
    let single = 0;
    for (const [contentId, row] of this.articles()) {
      if (!isOf(contentId)) continue;
      single += weightOf(row[0] ?? 0, row, baseline, 1);
      for (let i = 0; i < ROW; i++) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0);
    }
    return Math.min(single, weightOf(sum[0] ?? 0, sum, baseline, 1));
  }

  #add(hour: number, sign: 1 | -1): void {
    for (const cell of this.#byHour.get(hour) ?? []) {
      const row = this.#rows.get(cell.contentId) ?? new Float64Array(ROW);
      this.#rows.set(cell.contentId, row);
      row[0] = (row[0] ?? 0) + sign * cell.clicks;
      for (const kind of KIND_NAMES) {
        const i = FROM[kind] + cell[kind];
        row[i] = (row[i] ?? 0) + sign * cell.clicks;
      }
    }
  }
}

export function byHour(cells: readonly Cell[]): Map<number, Cell[]> {
  const hours = new Map<number, Cell[]>();
  for (const cell of cells) {
    const list = hours.get(cell.hour);
    if (list) list.push(cell);
    else hours.set(cell.hour, [cell]);
  }
  return hours;
}

export type History = Map<number, TrafficBaseline>;

/**
 * Baseline of each full hour from `first` to `last`, as the ranking objects compute it. `before`: earlier baselines.
 */
export function sharesOver(
  hours: ReadonlyMap<number, readonly Cell[]>,
  { first, last, begin = first, before = new Map() }: { first: number; last: number; begin?: number; before?: History },
): History {
  const window = new Rolling(hours);
  const made: History = new Map(before);
  for (let hour = first; hour <= last; hour++) {
    const inForce = made.get(hour - 1) ?? UNIFORM_BASELINE;
    const isDue = hour % 24 === 0 || hour < begin + TWO_WEEKS || inForce.samples < FEW_SAMPLES;
    made.set(hour, inForce);
    if (!isDue) continue;
    window.moveTo(hour - TWO_WEEKS, hour);
    const voters = Array.from(window.articles(), ([, row]) => ({ parts: row, classes: row, offset: 1 }));
    const { baseline } = computeBaseline(voters, inForce, made.get(hour - TWO_WEEKS) ?? null);
    made.set(hour, baseline ?? inForce);
  }
  return made;
}

/** Ids with the highest scores. Ties are sorted by ascending id. */
export const topIds = (scores: ReadonlyMap<number, number>, limit = 10): number[] =>
  [...scores]
    .filter(([, score]) => score > 0)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
    .slice(0, limit)
    .map(([id]) => id);
