import type { Engagement } from './scores.ts';
import { Best } from './top.ts';

/** Returns the score of an article for a list. Articles with a score of 0 or less are not listed. */
export type EntryScore = (article: Engagement) => number;

export const idOf = ({ id }: Engagement): number => id;

/** Top `limit` items by score, then id. All items are scanned only if a score in the full list falls. */
export class IncrementalTop<R extends { id: number } = Engagement> {
  readonly #score: (item: R) => number;
  readonly #limit: number;
  #best: Best<R, number>;
  #isStale = false;

  constructor(score: (item: R) => number, limit: number) {
    this.#score = score;
    this.#limit = limit;
    this.#best = new Best(limit);
  }

  change(before: R | null, after: R | null): void {
    const was = before ? this.#score(before) : 0;
    const is = after ? this.#score(after) : 0;
    if (before && was > 0 && this.#best.takes(was)) {
      const wasFull = this.#best.isFull;
      // An item outside the full list may now rank higher than the item whose score fell.
      if (this.#best.remove(before.id) && wasFull && is < was) this.#isStale = true;
    }
    if (after && is > 0 && this.#best.takes(is)) this.#best.offer(after, is, after.id);
  }

  items(all: () => Iterable<R>): R[] {
    if (this.#isStale) {
      this.#best = new Best(this.#limit);
      this.#isStale = false;
      for (const article of all()) this.change(null, article);
    }
    return this.#best.items();
  }
}
