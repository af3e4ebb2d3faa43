import { CLASSES, type ClassShares } from '../../../src/engagement/weight.ts';
import { type Cell, classify, type LogClick } from './click-log.ts';
import { type Outcome, outcome, SILENT, type Site, siteOf } from './trial.ts';

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

/** The attacks of `npm run verify:weights`, over many installations and moments. */

export const TARGETS = [0.02, 0.05, 0.1, 0.17, 0.3, 0.5, 0.7];
export const FLEET_KINDS = ['one agent, many networks', 'one network, many agents', 'one of both'] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];
export const ADDRESSES = [
  'rarest network, many agents',
  'rarest network, one agent',
  'commonest network, many agents',
  'commonest network, one agent',
] as const;

export interface Trial {
  /** What the attack is, as a row of the table. */
  row: string;
  kind: string;
  /** Share of the class it comes from; of two the smaller. */
  share: number;
  outcome: Outcome;
  /** The same moment without the attack. */
  without: Outcome;
}

const FLEET = 40_000;
const ARCHIVE = 1000;
/** Times a day that one address counts for an article. */
const PER_ADDRESS = 16;
const HORIZON = 336;
/** How far a class's share may be from the one that was meant. */
const NEAR = 1.25;

/** Full hours of a log that trials are made at, five days apart. */
export function moments(site: Site): number[] {
  const [first, last] = [(site.cells[0]?.hour ?? 0) + HORIZON + 96, site.cells.at(-1)?.hour ?? 0];
  const hours = [];
  for (let hour = first - (first % 24) + 18; hour <= last; hour += 5 * 24) hours.push(hour);
  return hours;
}

/** What is taken off without any attack, every six hours. */
export function quiet(site: Site): Outcome[] {
  const [first, last] = [(site.cells[0]?.hour ?? 0) + HORIZON, site.cells.at(-1)?.hour ?? 0];
  const outcomes = [];
  for (let hour = first; hour <= last; hour += 6) outcomes.push(outcome(site, hour));
  return outcomes;
}

/** Fleets on one silent article, half a day before and half in the last hour, from classes of about the target shares. */
export function fleets(site: Site, targets: readonly number[]): Trial[] {
  const trials: Trial[] = [];
  for (const hour of moments(site)) {
    const shares = site.shares.get(hour - 24);
    if (!shares) continue;
    const spread = spreadOf(site.cells, hour);
    const without = outcome(site, hour);
    for (const target of targets) {
      for (const kind of FLEET_KINDS) {
        const origin = originOf(kind, target, shares);
        if (!origin) continue;
        const attack = [hour - 24, hour - 1].flatMap((at) => fleet(SILENT, at, FLEET / 2, origin, spread));
        trials.push({
          row: String(target),
          kind,
          share: shareOf(origin, shares),
          outcome: outcome(site, hour, attack),
          without,
        });
      }
    }
  }
  return trials;
}

/** One address that clicks a thousand archive articles as often as it counts, every day of the two weeks of votes. */
export function poisonings(site: Site): Trial[] {
  const trials: Trial[] = [];
  for (const hour of moments(site)) {
    const shares = site.shares.get(hour - HORIZON);
    if (!shares) continue;
    const spread = spreadOf(site.cells, hour);
    const without = outcome(site, hour);
    for (const kind of ADDRESSES) {
      const networks = Array.from(shares.networks);
      const used = networks.filter((_, i) => (spread.networks[i] ?? 0) > 0);
      const network = networks.indexOf(kind.startsWith('rarest') ? Math.min(...used) : Math.max(...used));
      const origin = { network, agent: kind.endsWith('one agent') ? commonest(shares.agents) : null };
      trials.push({
        row: kind,
        kind,
        share: networks[network] ?? 0,
        outcome: outcome(site, hour, archive(hour, origin, spread)),
        without,
      });
    }
  }
  return trials;
}

function archive(hour: number, origin: Origin, spread: ReturnType<typeof spreadOf>): Cell[] {
  const cells: Cell[] = [];
  for (let at = hour - HORIZON; at < hour; at += 24)
    for (let i = 0; i < ARCHIVE; i++) cells.push(...fleet(SILENT + i, at, PER_ADDRESS, origin, spread));
  return cells;
}

/** An installation of the log; `isHalved` splits the commonest network so that one class of half of the site exists. */
export async function installation(log: readonly LogClick[], secret: string, isHalved = false): Promise<Site> {
  const halved = log.map((click) =>
    click.network === '0' && click.reader % 7 > 4 ? { ...click, network: 'other half' } : click,
  );
  return siteOf(await classify(isHalved ? halved : log, secret));
}

function originOf(kind: FleetKind, target: number, shares: ClassShares): Origin | null {
  const network = nearest(shares.networks, target);
  const agent = nearest(shares.agents, target);
  if (kind === 'one agent, many networks') return agent === null ? null : { network: null, agent };
  if (kind === 'one network, many agents') return network === null ? null : { network, agent: null };
  if (network === null && agent === null) return null;
  return { network: network ?? commonest(shares.networks), agent: agent ?? commonest(shares.agents) };
}

const shareOf = ({ network, agent }: Origin, { networks, agents }: ClassShares): number =>
  Math.min(network === null ? 1 : (networks[network] ?? 0), agent === null ? 1 : (agents[agent] ?? 0));

function nearest(shares: ArrayLike<number>, target: number): number | null {
  const off = (share: number) => Math.abs(Math.log(share / target));
  const all = Array.from(shares);
  const best = all.reduce((a, b) => (off(b) < off(a) ? b : a));
  return off(best) <= Math.log(NEAR) ? all.indexOf(best) : null;
}

const commonest = (shares: ArrayLike<number>): number => Array.from(shares).indexOf(Math.max(...Array.from(shares)));
