/** Caches the ranking of the previous window. Each publication needs it, but it changes only once per hour. */

import { firstAt } from '../../lib/first-at.ts';

interface Order {
  ids: Uint32Array;
  /** Distinct engagement values, highest first. `starts` contains the index of the first item with each value. */
  levels: readonly number[];
  starts: readonly number[];
}

export class PreviousOrders {
  readonly #orders = new Map<string, Order>();

  /** Returns the previous ranks, from 1. The cache key `name` must identify the candidates and `engagement`. */
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

function placeOf({ ids, levels, starts }: Order, engagement: number, id: number): number {
  const level = firstAt(levels.length, (i) => (levels[i] ?? 0) > engagement);
  const [start = ids.length, end = ids.length] = [starts[level], starts[level + 1]];
  return start + firstAt(levels[level] === engagement ? end - start : 0, (i) => (ids[start + i] ?? 0) < id);
}
