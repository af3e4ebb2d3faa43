import { KINDS, MEASURES, READER_CLASSES } from '../db/click-columns.ts';
import { CLASSES, type TrafficBaseline, weightOf } from './discounting.ts';
import type { WindowScore } from './score.ts';

/** Engagement of a group of articles in a window, updated when an article joins or leaves the group. */
export class Sums {
  readonly counts = new Int32Array(CLASSES + READER_CLASSES);
  readonly weighed = new Float64Array(MEASURES.length);
  readonly certain = new Float64Array(MEASURES.length);
  #unsigned: number | null = null;
  #baseline: TrafficBaseline | null = null;

  /** Discards cached sums. Call it before a field of this object changes. */
  touch(): void {
    this.#unsigned = null;
  }

  add({ weighed, certain, counts }: WindowScore): void {
    this.touch();
    for (let i = 0; i < MEASURES.length; i++) {
      this.weighed[i] = (this.weighed[i] ?? 0) + (weighed[i] ?? 0);
      this.certain[i] = (this.certain[i] ?? 0) + (certain[i] ?? 0);
    }
    for (let i = 0; i < counts.length; i += 2) {
      const place = counts[i] ?? 0;
      this.counts[place] = (this.counts[place] ?? 0) + (counts[i + 1] ?? 0);
    }
  }

  total(): number {
    let total = 0;
    for (let b = 0; b < KINDS.network; b++) total += this.counts[b] ?? 0;
    return total;
  }

  unsigned(baseline: TrafficBaseline | null): number {
    if (this.#unsigned === null || this.#baseline !== baseline) {
      this.#unsigned = Math.min(this.weighed[0] ?? 0, weightOf(this.total(), this.counts, baseline));
      this.#baseline = baseline;
    }
    return this.#unsigned;
  }

  engagement(baseline: TrafficBaseline | null, measure = 0): number {
    return Math.min(this.weighed[measure] ?? 0, this.unsigned(baseline)) + (this.certain[measure] ?? 0);
  }
}
