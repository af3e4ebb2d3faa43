import type { Engagement } from './scores.ts';
import { Best } from './top.ts';

/** What an article is ranked by; 0 or less: it is not in the list. */
export type Score = (article: Engagement) => number;

export const articleId = ({ id }: Engagement): number => id;

/**
 * The `limit` articles with the highest positive score, ties by ascending id, while articles change one by one. Clicks only add, so that
 * a change costs a look at the list; a listed article that falls makes the next `items` go through all of them.
 */
export class KeptTop<R extends { id: number } = Engagement> {
  readonly #score: (item: R) => number;
  readonly #limit: number;
  #best: Best<R, number>;
  #isStale = false;

  constructor(score: (item: R) => number, limit: number) {
    this.#score = score;
    this.#limit = limit;
    this.#best = new Best(limit);
  }

  /** An article as it was and as it is now; null: it was not there, or is no longer. */
  change(before: R | null, after: R | null): void {
    const was = before ? this.#score(before) : 0;
    const is = after ? this.#score(after) : 0;
    if (before && was > 0 && this.#best.takes(was)) {
      const wasFull = this.#best.isFull;
      // Below a full list may be others that precede it now.
      if (this.#best.remove(before.id) && wasFull && is < was) this.#isStale = true;
    }
    if (after && is > 0 && this.#best.takes(is)) this.#best.offer(after, is, after.id);
  }

  /** The articles in order; `all`: what the list is of. */
  items(all: () => Iterable<R>): R[] {
    if (this.#isStale) {
      this.#best = new Best(this.#limit);
      this.#isStale = false;
      for (const article of all()) this.change(null, article);
    }
    return this.#best.items();
  }
}
