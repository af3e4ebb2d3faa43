/** The first of a ranking: pure. */

/** The `limit` keys with the highest positive score, ties by ascending key. In one pass, because the list is short and the input long. */
export function top<T, K extends string | number>(
  list: Iterable<T>,
  score: (item: T) => number,
  key: (item: T) => K,
  limit: number,
): K[] {
  return topItems(list, score, key, limit).map(key);
}

/** As `top`, the items themselves. */
export function topItems<T, K extends string | number>(
  list: Iterable<T>,
  score: (item: T) => number,
  key: (item: T) => K,
  limit: number,
): T[] {
  interface Entry {
    score: number;
    key: K;
    item: T;
  }
  const best: Entry[] = [];
  const precedes = (a: Entry, b: Entry) => a.score > b.score || (a.score === b.score && a.key < b.key);
  for (const item of list) {
    const own = score(item);
    const last = best.at(-1);
    if (own <= 0 || (best.length === limit && last && own < last.score)) continue;
    const entry = { score: own, key: key(item), item };
    if (best.length === limit && last && !precedes(entry, last)) continue;
    let place = best.length;
    while (place > 0 && precedes(entry, best[place - 1] as Entry)) place--;
    best.splice(place, 0, entry);
    if (best.length > limit) best.pop();
  }
  return best.map(({ item }) => item);
}
