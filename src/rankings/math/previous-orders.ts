/** Ranks in the previous window, kept sorted: they change at the full hour, and every publication needs them. */
import { firstAt } from '../../lib/first-at.ts';

interface Order {
  /** Descending by engagement, ties by ascending id. */
  ids: Uint32Array;
  engagement: Uint32Array;
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
  const ranked = [];
  for (const candidate of candidates) {
    const own = engagement(candidate);
    if (own > 0) ranked.push({ id: candidate.id, own });
  }
  ranked.sort((a, b) => b.own - a.own || a.id - b.id);
  return { ids: Uint32Array.from(ranked, ({ id }) => id), engagement: Uint32Array.from(ranked, ({ own }) => own) };
}

/** How many precede an item. */
const placeOf = (order: Order, engagement: number, id: number): number =>
  firstAt(order.ids.length, (i) => {
    const other = order.engagement[i] ?? 0;
    return other > engagement || (other === engagement && (order.ids[i] ?? 0) < id);
  });
