import { byKind, type ClassKind, KINDS } from '../../../src/db/click-columns.ts';
import type { ClassShares } from '../../../src/engagement/weight.ts';
import { type Cell, classify, type LogClick } from './click-log.ts';
import { type Outcome, outcome, SILENT, type Site, siteOf } from './trial.ts';

/** Clicks that nobody made, for measuring what they weigh. */

/** A class of each kind that all of an attack comes from; null: spread over the classes as the site's own clicks are. */
export interface Origin {
  network: number | null;
  browser: number | null;
}

/** How the site's own clicks are spread over the classes: the best disguise there is. */
export type Spread = Record<ClassKind, number[]>;

/** The parts of the classes that the log's clicks came from before an hour. */
export function spreadOf(cells: readonly Cell[], before: number): Spread {
  const past = cells.filter(({ hour }) => hour < before);
  return byKind((kind) => {
    const parts = new Array<number>(KINDS[kind]).fill(0);
    for (const { [kind]: own } of past) parts[own] = (parts[own] ?? 0) + 1 / past.length;
    return parts;
  });
}

/** `clicks` on one article in one hour, in as few cells as there are classes. */
export function fleet(contentId: number, hour: number, clicks: number, origin: Origin, spread: Spread): Cell[] {
  const parts = (own: number | null, shares: number[]) =>
    own === null ? shares.map((share) => Math.round(share * clicks)) : null;
  const own = { ...origin, prefix: origin.network };
  const cells: Cell[] = [];
  // The kinds are dealt out independently: only their own sums matter to a weight.
  const { network, prefix, browser } = byKind((kind) => dealer(parts(own[kind], spread[kind]), own[kind]));
  for (let left = clicks; left > 0; ) {
    const size = Math.min(left, network.left(), prefix.left(), browser.left());
    const classes = { network: network.take(size), prefix: prefix.take(size), browser: browser.take(size) };
    cells.push({ contentId, hour, ...classes, clicks: size });
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
      const networks = Array.from(shares.network);
      const used = networks.filter((_, i) => (spread.network[i] ?? 0) > 0);
      const network = networks.indexOf(kind.startsWith('rarest') ? Math.min(...used) : Math.max(...used));
      const origin = { network, browser: kind.endsWith('one agent') ? commonest(shares.browser) : null };
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
  const network = nearest(shares.network, target);
  const browser = nearest(shares.browser, target);
  if (kind === 'one agent, many networks') return browser === null ? null : { network: null, browser };
  if (kind === 'one network, many agents') return network === null ? null : { network, browser: null };
  if (network === null && browser === null) return null;
  return { network: network ?? commonest(shares.network), browser: browser ?? commonest(shares.browser) };
}

const shareOf = ({ network, browser }: Origin, shares: ClassShares): number =>
  Math.min(
    network === null ? 1 : (shares.network[network] ?? 0),
    browser === null ? 1 : (shares.browser[browser] ?? 0),
  );

function nearest(shares: ArrayLike<number>, target: number): number | null {
  const off = (share: number) => Math.abs(Math.log(share / target));
  const all = Array.from(shares);
  const best = all.reduce((a, b) => (off(b) < off(a) ? b : a));
  return off(best) <= Math.log(NEAR) ? all.indexOf(best) : null;
}

const commonest = (shares: ArrayLike<number>): number => Array.from(shares).indexOf(Math.max(...Array.from(shares)));
