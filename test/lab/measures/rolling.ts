import { classShares, type HourShares } from '../../../src/engagement/class-shares.ts';
import { type ClassShares, weightOf } from '../../../src/engagement/weight.ts';
import { addTo, type Cell, ROW } from './click-log.ts';

/** Counts of every article over the hours of a moving window. */
export class Rolling {
  readonly #byHour: Map<number, Cell[]>;
  readonly #rows = new Map<number, Float64Array>();
  #from = 0;
  #to = 0;

  constructor(byHour: Map<number, Cell[]>) {
    this.#byHour = byHour;
  }

  /** Moves the window to the hours from `from` up to, but without, `to`; never backwards. */
  moveTo(from: number, to: number): void {
    if (this.#to <= from) {
      this.#rows.clear();
      this.#from = from;
      this.#to = from;
    }
    for (; this.#to < to; this.#to++) this.#add(this.#to, 1);
    for (; this.#from < from; this.#from++) this.#add(this.#from, -1);
  }

  /** Articles with clicks in the window, by ascending id: their counts in the order of `ROW`. */
  *articles(): Iterable<[contentId: number, row: Float64Array]> {
    for (const contentId of [...this.#rows.keys()].sort((a, b) => a - b)) {
      const row = this.#rows.get(contentId);
      if (row && (row[0] ?? 0) > 0) yield [contentId, row];
    }
  }

  /** Weights by article. */
  weights(shares: ClassShares | null): Map<number, number> {
    const weights = new Map<number, number>();
    for (const [contentId, row] of this.articles()) weights.set(contentId, weightOf(row[0] ?? 0, row, shares, 1));
    return weights;
  }

  /** Clicks by article, nothing taken off. */
  clicks(): Map<number, number> {
    return this.weights(null);
  }

  /** Counts a click of an hour within the window, which was added to the hours after the window had come to it. */
  count(cell: Cell, sign: 1 | -1 = 1): void {
    const row = this.#rows.get(cell.contentId) ?? new Float64Array(ROW);
    this.#rows.set(cell.contentId, row);
    addTo(row, cell, sign);
  }

  #add(hour: number, sign: 1 | -1): void {
    for (const cell of this.#byHour.get(hour) ?? []) this.count(cell, sign);
  }
}

/** Cells by hour. */
export function byHour(cells: readonly Cell[]): Map<number, Cell[]> {
  const hours = new Map<number, Cell[]>();
  for (const cell of cells) {
    const list = hours.get(cell.hour);
    if (list) list.push(cell);
    else hours.set(cell.hour, [cell]);
  }
  return hours;
}

/** The shares of each full hour from `first` to `last`, each made with those of the hour before. */
export function hourlyShares(
  cells: Map<number, Cell[]>,
  first: number,
  last: number,
  inForce: ClassShares | null = null,
): Map<number, HourShares['shares']> {
  const window = new Rolling(cells);
  const made = new Map<number, HourShares['shares']>();
  let shares = inForce;
  for (let hour = first; hour <= last; hour++) {
    window.moveTo(hour - 336, hour);
    const voters = Array.from(window.articles(), ([, row]) => ({ total: row[0] ?? 0, classes: row, offset: 1 }));
    const next = classShares(voters, shares).shares;
    made.set(hour, next);
    shares = next;
  }
  return made;
}

/** The ids with the highest numbers, ties by ascending id. */
export const topIds = (scores: Map<number, number>, limit = 10): number[] =>
  [...scores]
    .filter(([, score]) => score > 0)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
    .slice(0, limit)
    .map(([id]) => id);
