import { KINDS, MEASURES, READER_CLASSES } from '../db/click-columns.ts';
import { FIRST } from './columns.ts';
import { CLASSES, type Shares, weightOf } from './weight.ts';

/** The engagement of a set of articles in a window: sums to which articles are added and from which they are taken. */
export class Sums {
  /** Unsigned clicks by class, then the others by class of reader. */
  readonly counts = new Int32Array(CLASSES + READER_CLASSES);
  /** Unsigned clicks that count, article by article, and those that count in any case; by audience in the order of `MEASURES`. */
  readonly weighed = new Float64Array(MEASURES.length);
  readonly certain = new Float64Array(MEASURES.length);
  #unsigned: number | null = null;
  #shares: Shares | null = null;

  /** Something is about to be changed. */
  touch(): void {
    this.#unsigned = null;
  }

  /** Adds an article by its columns, of whose clicks so many count. */
  count(columns: ArrayLike<number>, weight: number, full: number): void {
    this.touch();
    for (let b = 0; b < CLASSES; b++) this.counts[b] = (this.counts[b] ?? 0) + (columns[FIRST.network + b] ?? 0);
    this.weighed[0] = (this.weighed[0] ?? 0) + weight;
    this.certain[0] = (this.certain[0] ?? 0) + full;
  }

  /** All unsigned clicks of the set. */
  total(): number {
    let total = 0;
    for (let b = 0; b < KINDS.network; b++) total += this.counts[b] ?? 0;
    return total;
  }

  /** Unsigned clicks of the set that count: no more than its own classes allow. */
  unsigned(shares: Shares | null): number {
    if (this.#unsigned === null || this.#shares !== shares) {
      this.#unsigned = Math.min(this.weighed[0] ?? 0, weightOf(this.total(), this.counts, shares));
      this.#shares = shares;
    }
    return this.#unsigned;
  }

  /** Engagement of the set, or of an audience in it. */
  engagement(shares: Shares | null, measure = 0): number {
    return Math.min(this.weighed[measure] ?? 0, this.unsigned(shares)) + (this.certain[measure] ?? 0);
  }
}
