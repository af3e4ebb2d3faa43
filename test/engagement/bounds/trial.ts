import { KINDS } from '../../../src/db/click-columns.ts';
import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';
import type { TrafficBaseline } from '../../../src/engagement/discounting.ts';
import { windowsAt } from '../../../src/engagement/hours.ts';
import { type Cell, classer } from './cells.ts';
import { byHour, type History, Rolling, sharesOver, topIds } from './rolling.ts';

/** First id of the articles that only attackers click. */
export const SILENT = 1_000_000;
/** Minimum clicks of an article whose loss is checked individually. */
const MUCH_READ = 30;
const MOST_READ = 12;

export interface Damage {
  discounted: number;
  /** Fraction of the ten articles with the most honest clicks that are also among the ten with the highest weight. */
  kept: number;
  /** Number of articles with at least 30 clicks, and number of these that lose more than a quarter. */
  read: number;
  hurt: number;
}

export interface Outcome {
  baseline: TrafficBaseline;
  day: Damage;
  week: Damage;
  silent: { day: number; week: number; setDay: number; setWeek: number };
}

export interface Site {
  hours: Map<number, Cell[]>;
  first: number;
  last: number;
  history: History;
}

export function siteOf(cells: readonly Cell[]): Site {
  const hours = byHour(cells);
  const [first, last] = [Math.min(...hours.keys()), Math.max(...hours.keys())];
  return { hours, first, last, history: sharesOver(hours, { first, last }) };
}

/** Result of discounting at an hour, with baselines that include the attack from its first hour on. */
export function outcome(site: Site, hour: number, attack: readonly Cell[] = []): Outcome {
  const hours = attack.length === 0 ? site.hours : mixed(site.hours, attack);
  const baseline = (attack.length === 0 ? site.history : attacked(site, hours, attack, hour)).get(hour);
  if (!baseline) throw new Error(`no shares at ${hour}`);
  const { day, week } = windowsAt(hour);
  const looked = (from: number) => {
    const window = new Rolling(hours).moveTo(from, hour);
    return {
      clicks: window.weights(null),
      weights: window.weights(baseline),
      set: window.setWeight(isSilent, baseline),
    };
  };
  const [inDay, inWeek] = [looked(day.from), looked(week.from)];
  const most = (weights: Map<number, number>) =>
    Math.max(0, ...[...weights].filter(([id]) => isSilent(id)).map(([, weight]) => weight));
  return {
    baseline,
    day: damage(inDay.clicks, inDay.weights),
    week: damage(inWeek.clicks, inWeek.weights),
    silent: { day: most(inDay.weights), week: most(inWeek.weights), setDay: inDay.set, setWeek: inWeek.set },
  };
}

/**
 * Weight of the most read stories after an attack on one of them, relative to the weight before. It contains the
 * minimum for a single story, and the value for all stories as a group.
 */
export function leftOfOthers(
  site: Site,
  hour: number,
  attackOn: (contentId: number) => Cell[],
): { one: number; set: number } {
  const { baseline, week } = { baseline: site.history.get(hour) ?? null, week: windowsAt(hour).week };
  const looked = (hours: Site['hours']) => new Rolling(hours).moveTo(week.from, hour);
  const quiet = looked(site.hours).weights(baseline);
  const stories = topIds(quiet, MOST_READ);
  const isOfSet = (contentId: number) => stories.includes(contentId);
  const quietSet = looked(site.hours).setWeight(isOfSet, baseline);
  const left = stories.map((contentId) => {
    const window = looked(mixed(site.hours, attackOn(contentId)));
    const one = (window.weights(baseline).get(contentId) ?? 0) / (quiet.get(contentId) ?? 1);
    return { one, set: window.setWeight(isOfSet, baseline) / quietSet };
  });
  return { one: Math.min(...left.map(({ one }) => one)), set: Math.min(...left.map(({ set }) => set)) };
}

const isSilent = (contentId: number): boolean => contentId >= SILENT;

function attacked({ first, history }: Site, hours: Site['hours'], attack: readonly Cell[], hour: number): History {
  const from = Math.min(hour, ...new Set(attack.map((cell) => cell.hour)));
  const before = new Map([...history].filter(([at]) => at < from));
  return sharesOver(hours, { first: from, last: hour, begin: first, before });
}

function mixed(honest: Site['hours'], attack: readonly Cell[]): Site['hours'] {
  const hours = new Map(honest);
  for (const [hour, cells] of byHour(attack)) hours.set(hour, [...(hours.get(hour) ?? []), ...cells]);
  return hours;
}

function damage(clicks: Map<number, number>, weights: Map<number, number>): Damage {
  const honest = (scores: Map<number, number>) => new Map([...scores].filter(([id]) => !isSilent(id)));
  const sum = (scores: Map<number, number>) => [...scores.values()].reduce((a, b) => a + b, 0);
  const [before, after] = [honest(clicks), honest(weights)];
  const ten = topIds(before);
  const kept = topIds(after).filter((id) => ten.includes(id)).length;
  const read = [...before].filter(([, count]) => count >= MUCH_READ);
  return {
    discounted: sum(before) === 0 ? 0 : 1 - sum(after) / sum(before),
    kept: kept / Math.max(1, ten.length),
    read: read.length,
    hurt: read.filter(([id, count]) => (after.get(id) ?? 0) < 0.75 * count).length,
  };
}

/** Maximum number of clicks per day on an article that count for one address. */
export const PER_ADDRESS = 16;

/** Distribution of clicks over buckets. The buckets of different kinds are independent. */
export interface Origin {
  network: readonly number[];
  prefix: readonly number[];
  browser: readonly number[];
}

/** Origin of an attack, given the baseline of the site. Different values of `draw` select different buckets. */
export type Attacker = (baseline: TrafficBaseline, draw: number) => Origin;

const only = (count: number, places: readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => (places.includes(i) ? 1 / places.length : 0));

const drawn = (count: number, of: number, draw: string): number[] =>
  createRandom(1, draw)
    .shuffle(Array.from({ length: of }, (_, i) => i))
    .slice(0, count);

const largest = (shares: readonly number[], most = 1): number =>
  shares.indexOf(Math.max(...shares.filter((share) => share <= most)));

const PREFIXES = 6;

/** One address with many browsers, in the most common network with a share of at most 0.17. */
export const oneAddress: Attacker = ({ network }, draw) => ({
  network: only(KINDS.network, [largest(network, 0.17)]),
  prefix: only(KINDS.prefix, drawn(1, KINDS.prefix, `prefix ${draw}`)),
  browser: Array<number>(KINDS.browser).fill(1 / KINDS.browser),
});

/** A /48 that otherwise looks like the site. Its network is unknown, so the prefix replaces it. */
export const onePrefix: Attacker = ({ browser }, draw) => ({
  network: only(KINDS.network, drawn(1, KINDS.network, `network ${draw}`)),
  prefix: only(KINDS.prefix, drawn(1, KINDS.prefix, `prefix ${draw}`)),
  browser,
});

/** The most common network with a share of at most 0.17, with many prefixes and the browsers of the site. */
export const oneNetwork: Attacker = ({ network, browser }, draw) => ({
  network: only(KINDS.network, [largest(network, 0.17)]),
  prefix: only(KINDS.prefix, drawn(PREFIXES, KINDS.prefix, `prefixes ${draw}`)),
  browser,
});

/** Random networks with shares of at most 0.17, with many prefixes. Two of them may share a bucket. */
export const networks =
  (count: number): Attacker =>
  ({ network, browser }, draw) => {
    const random = createRandom(1, `networks ${draw}`);
    const some = (of: number, kinds: number) => Array.from({ length: of }, () => random.int(0, kinds - 1));
    const found = some(10 * count, KINDS.network).filter((i) => (network[i] ?? 0) <= 0.17);
    return {
      network: dealt(KINDS.network, found.slice(0, count)),
      prefix: dealt(KINDS.prefix, some(PREFIXES * count, KINDS.prefix)),
      browser,
    };
  };

/** Addresses of one hosting company, each in its own /16, which the service uses instead of the unknown network. */
export const prefixesOfOne =
  (count: number): Attacker =>
  ({ browser }, draw) => {
    const random = createRandom(1, `prefixes of one ${draw}`);
    const some = (kinds: number) => Array.from({ length: count }, () => random.int(0, kinds - 1));
    return {
      network: dealt(KINDS.network, some(KINDS.network)),
      prefix: dealt(KINDS.prefix, some(KINDS.prefix)),
      browser,
    };
  };

const dealt = (count: number, list: readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => list.filter((one) => one === i).length / list.length);

/** The most common browser, from the networks and prefixes of all readers. */
export const oneBrowser: Attacker = ({ network, prefix, browser }) => ({
  network,
  prefix,
  browser: only(KINDS.browser, [largest(browser)]),
});

export function fleet(contentId: number, hour: number, clicks: number, origin: Origin): Cell[] {
  const dealers = {
    network: dealer(origin.network, clicks),
    prefix: dealer(origin.prefix, clicks),
    browser: dealer(origin.browser, clicks),
  };
  const cells: Cell[] = [];
  for (let left = clicks; left > 0; ) {
    const size = Math.min(left, dealers.network.left(), dealers.prefix.left(), dealers.browser.left());
    cells.push({
      ...{ contentId, hour, clicks: size },
      network: dealers.network.take(size),
      prefix: dealers.prefix.take(size),
      browser: dealers.browser.take(size),
    });
    left -= size;
  }
  return cells;
}

/** Assigns clicks to buckets in order, each up to its fraction of the clicks. */
function dealer(parts: readonly number[], clicks: number) {
  const sum = parts.reduce((a, b) => a + b, 0);
  let [given, dealt] = [0, 0];
  const queue = parts.flatMap((part, i) => {
    given += part / sum;
    const count = Math.round(given * clicks) - dealt;
    dealt += count;
    return count > 0 ? [{ i, count }] : [];
  });
  return {
    left: () => queue[0]?.count ?? Number.POSITIVE_INFINITY,
    take: (size: number) => {
      const first = queue[0];
      if (!first) return 0;
      first.count -= size;
      if (first.count <= 0) queue.shift();
      return first.i;
    },
  };
}

/** Clicks on articles that only attackers click, half of them twenty hours ago and half in the last hour. */
export const onSilent = (
  { hour, clicks, articles = 1 }: { hour: number; clicks: number; articles?: number },
  origin: Origin,
): Cell[] =>
  Array.from({ length: articles }, (_, i) =>
    [hour - 20, hour - 1].flatMap((at) => fleet(SILENT + i, at, Math.ceil(clicks / 2), origin)),
  ).flat();

/**
 * Clicks on an archive of articles that only attackers click, over two weeks. Each article gets as many clicks per day
 * as count for one address.
 */
export function archive(hour: number, origin: Origin, { articles = 1000, networks: count = 1 } = {}): Cell[] {
  const cells: Cell[] = [];
  for (let at = hour - 336; at < hour; at += 24)
    for (let i = 0; i < articles; i++) cells.push(...fleet(2 * SILENT + i, at, PER_ADDRESS * count, origin));
  return cells;
}

interface Story {
  id: number;
  born: number;
  weight: number;
  network: (uniform: number) => number;
  browser: (uniform: number) => number;
}

export interface GeneratedSite {
  /** Readers of the site per day, each with 1.4 clicks on average. */
  readersADay: number;
  days: number;
  seed: number;
  secret: string;
  /** Share of the largest network. The other networks follow Zipf's law. */
  largest?: number;
  /** Whether the service knows networks (ASN). Otherwise, it uses address prefixes instead. Default: true. */
  knowsNetworks?: boolean;
  classOf?: ReturnType<typeof classer>;
}

const CLICKS = 1.4;
const NETWORKS = 300;
const BROWSERS = 60;
const REGIONS = 12;
/** Standard deviation of the log-normal differences between the readers of a story and those of the site. */
const OWN = { region: 0.5, network: 0.25, browser: 0.5 };
const HALF = 14;
const ARCHIVE = 0.08;
const FIRST = 500_000;

/** Clicks of a simulated site. Stories rise and fade, and their readers differ slightly from those of the site. */
export function generated({
  readersADay,
  days,
  seed,
  secret,
  largest = 0.12,
  knowsNetworks = true,
  ...rules
}: GeneratedSite): Cell[] {
  const random = createRandom(seed, `site of ${readersADay}`);
  const classOf = rules.classOf ?? classer(secret);
  const networks = zipf(NETWORKS, 1);
  const rest = networks.slice(1).reduce((a, b) => a + b, 0);
  networks[0] = (rest * largest) / (1 - largest);
  const browsers = zipf(BROWSERS, 1.1);
  const prefixes = sampler(zipf(12, 0.8));
  const newsADay = Math.round(6 + Math.sqrt(readersADay) / 2);
  const stories: Story[] = [];
  const cells: Cell[] = [];
  for (let hour = FIRST - 60 * 24; hour < FIRST + days * 24; hour++) {
    if (random.next() < newsADay / 24) stories.push(story(random, stories.length + 1, hour, networks, browsers));
    if (hour < FIRST) continue;
    const recent = stories.filter(({ born }) => hour - born < 6 * HALF);
    const pick = sampler(recent.length > 0 ? recent.map((one) => one.weight * 2 ** (-(hour - one.born) / HALF)) : [1]);
    const busy = 1 + 0.8 * Math.sin(((hour % 24) - 8) / 3.82);
    for (let left = poisson(random, (readersADay * CLICKS * busy) / 24); left > 0; left--) {
      const isOld = recent.length === 0 || random.chance(ARCHIVE);
      const one = isOld ? random.pick(stories) : recent[pick(random.next())];
      if (!one) continue;
      const network = one.network(random.next());
      const prefix = `${network} ${prefixes(random.next())}`;
      cells.push({
        ...{ contentId: one.id, hour, clicks: 1 },
        network: classOf('network', knowsNetworks ? String(network) : prefix),
        prefix: classOf('prefix', prefix),
        browser: classOf('browser', String(one.browser(random.next()))),
      });
    }
  }
  return cells;
}

function story(random: Random, id: number, born: number, networks: number[], browsers: number[]): Story {
  const differing = (weights: number[], deviation: number) =>
    sampler(weights.map((weight) => weight * Math.exp(deviation * normal(random))));
  const regions = Array.from({ length: REGIONS }, () => Math.exp(OWN.region * normal(random)));
  return {
    ...{ id, born, weight: Math.exp(1.2 * normal(random)) },
    network: differing(
      networks.map((weight, i) => weight * (regions[i % REGIONS] ?? 1)),
      OWN.network,
    ),
    browser: differing(browsers, OWN.browser),
  };
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

function poisson(random: Random, mean: number): number {
  if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let [count, left] = [0, random.next()];
  for (const least = Math.exp(-mean); left > least; left *= random.next()) count++;
  return count;
}
