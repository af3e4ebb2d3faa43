/** Returns the `limit` keys with the highest positive scores in one pass. Ties are sorted by ascending key. */
export function top<T, K extends string | number>(
  list: Iterable<T>,
  score: (item: T) => number,
  key: (item: T) => K,
  limit: number,
): K[] {
  return topItems(list, score, key, limit).map(key);
}

export function topItems<T, K extends string | number>(
  list: Iterable<T>,
  score: (item: T) => number,
  key: (item: T) => K,
  limit: number,
): T[] {
  const best = new Best<T, K>(limit);
  for (const item of list) {
    const own = score(item);
    if (best.takes(own)) best.offer(item, own, key(item));
  }
  return best.items();
}

interface Entry<T, K> {
  score: number;
  key: K;
  item: T;
}

export class Best<T, K extends string | number> {
  readonly #limit: number;
  readonly #entries: Entry<T, K>[] = [];
  #least = Number.MIN_VALUE;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns true if an item with this score may enter the list. Most items may not, so callers can skip `offer`. */
  takes(score: number): boolean {
    return score >= this.#least;
  }

  offer(item: T, score: number, key: K): void {
    const entries = this.#entries;
    let place = entries.length;
    while (place > 0 && precedes(score, key, entries[place - 1] as Entry<T, K>)) place--;
    if (place >= this.#limit || !this.takes(score)) return;
    entries.splice(place, 0, { score, key, item });
    if (entries.length > this.#limit) entries.pop();
    if (entries.length === this.#limit) this.#least = entries.at(-1)?.score ?? this.#least;
  }

  /** Removes an item. An unlisted item may then belong in the list, so callers must not offer lower scores later. */
  remove(key: K): boolean {
    const place = this.#entries.findIndex((entry) => entry.key === key);
    if (place < 0) return false;
    this.#entries.splice(place, 1);
    return true;
  }

  get isFull(): boolean {
    return this.#entries.length === this.#limit;
  }

  items(): T[] {
    return this.#entries.map(({ item }) => item);
  }
}

const precedes = <K extends string | number>(score: number, key: K, other: Entry<unknown, K>) =>
  score > other.score || (score === other.score && key < other.key);
