import { CLASSES } from '../../../src/engagement/weight.ts';
import type { Cell } from './click-log.ts';

/** Clicks that nobody made, for measuring what they weigh. */

/** A class of each kind that all of an attack comes from; null: spread over the classes as the site's own clicks are. */
export interface Origin {
  network: number | null;
  agent: number | null;
}

/** How the site's own clicks are spread over the classes: the best disguise there is. */
export interface Spread {
  networks: number[];
  agents: number[];
}

/** The parts of 16 classes that the log's clicks came from before an hour. */
export function spreadOf(cells: readonly Cell[], before: number): Spread {
  const [networks, agents] = [new Array<number>(CLASSES).fill(0), new Array<number>(CLASSES).fill(0)];
  const past = cells.filter(({ hour }) => hour < before);
  for (const { network, agent } of past) {
    networks[network] = (networks[network] ?? 0) + 1 / past.length;
    agents[agent] = (agents[agent] ?? 0) + 1 / past.length;
  }
  return { networks, agents };
}

/** `clicks` on one article in one hour, in as few cells as there are classes. */
export function fleet(contentId: number, hour: number, clicks: number, origin: Origin, spread: Spread): Cell[] {
  const parts = (own: number | null, shares: number[]) =>
    own === null ? shares.map((share) => Math.round(share * clicks)) : null;
  const networks = parts(origin.network, spread.networks);
  const agents = parts(origin.agent, spread.agents);
  const cells: Cell[] = [];
  // Both kinds are dealt out independently: only their own sums matter to a weight.
  const [n, a] = [dealer(networks, origin.network), dealer(agents, origin.agent)];
  for (let left = clicks; left > 0; ) {
    const size = Math.min(left, n.left(), a.left());
    cells.push({ contentId, hour, network: n.take(size), agent: a.take(size), clicks: size });
    left -= size;
  }
  return cells;
}

/** Deals out classes in order until their parts are used up; the last non-empty one takes what rounding left. */
function dealer(parts: number[] | null, own: number | null) {
  const queue = (parts ?? []).flatMap((count, i) => (count > 0 ? [{ i, count }] : []));
  const last = queue.at(-1);
  if (last) last.count = Number.POSITIVE_INFINITY;
  return {
    left: () => (own === null ? (queue[0]?.count ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY),
    take: (size: number) => {
      if (own !== null) return own;
      const first = queue[0];
      if (!first) return 0;
      first.count -= size;
      if (first.count <= 0) queue.shift();
      return first.i;
    },
  };
}
