/** Ranks in the previous window, kept sorted: they change at the full hour, and every publication needs them. */
import { firstAt } from '../../lib/first-at.ts';

interface Order {
  /** Descending by engagement, ties by ascending id. */
  ids: Uint32Array;
  /** What they have, each number once, and where those begin that have it. */
  levels: readonly number[];
  starts: readonly number[];
}

export class PreviousOrders {
  readonly #orders = new Map<string, Order>();

  /**
   * The rank from 1 of each listed item by `engagement` in the previous window, among all `candidates` of the same list; null without
   * engagement there. A list is sorted once, so its name must identify its candidates and its engagement.
   */
  ranks<R extends { id: number }>(
    name: string,
    listed: readonly R[],
    candidates: () => readonly R[],
    engagement: (candidate: R) => number,
  ): (number | null)[] {
    if (listed.length === 0) return [];
    const order = this.#orders.get(name) ?? sorted(candidates(), engagement);
    this.#orders.set(name, order);
    return listed.map((item) => {
      const own = engagement(item);
      return own > 0 ? placeOf(order, own, item.id) + 1 : null;
    });
  }
}

function sorted<R extends { id: number }>(candidates: readonly R[], engagement: (candidate: R) => number): Order {
  const ranked: { id: number; own: number }[] = [];
  for (const candidate of candidates) {
    const own = engagement(candidate);
    if (own > 0) ranked.push({ id: candidate.id, own });
  }
  ranked.sort((a, b) => b.own - a.own || a.id - b.id);
  const isFirst = ({ own }: { own: number }, i: number) => own !== ranked[i - 1]?.own;
  const starts = ranked.flatMap((each, i) => (isFirst(each, i) ? i : []));
  return { ids: Uint32Array.from(ranked, ({ id }) => id), levels: starts.map((i) => ranked[i]?.own ?? 0), starts };
}

/** How many precede an item. */
function placeOf({ ids, levels, starts }: Order, engagement: number, id: number): number {
  const level = firstAt(levels.length, (i) => (levels[i] ?? 0) > engagement);
  const [start = ids.length, end = ids.length] = [starts[level], starts[level + 1]];
  return start + firstAt(levels[level] === engagement ? end - start : 0, (i) => (ids[start + i] ?? 0) < id);
}
