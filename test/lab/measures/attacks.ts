import { KINDS } from '../../../src/db/click-columns.ts';
import { createRandom } from '../../../src/demo/random.ts';
import type { Shares } from '../../../src/engagement/weight.ts';
import type { Cell } from './click-log.ts';
import { SILENT, type Site } from './trial.ts';

/** Clicks that nobody made, for measuring what they weigh. */

/** Times a day that one address counts for an article. */
export const PER_ADDRESS = 16;

/** Classes that clicks may come from, in parts; a click's classes of different kinds are dealt out independently. */
export interface Origin {
  network: readonly number[];
  prefix: readonly number[];
  browser: readonly number[];
}

/** What an attack looks like from the site with these shares, `draw` makes it another one. */
export type Attacker = (shares: Shares, draw: number) => Origin;

const only = (count: number, places: readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => (places.includes(i) ? 1 / places.length : 0));

/** So many of the classes, drawn. */
const drawn = (count: number, of: number, draw: string): number[] =>
  createRandom(1, draw)
    .shuffle(Array.from({ length: of }, (_, i) => i))
    .slice(0, count);

/** The class with the greatest share that is at most `most`. */
const largest = (shares: readonly number[], most = 1): number =>
  shares.indexOf(Math.max(...shares.filter((share) => share <= most)));

/** Prefixes that a network rents out. */
const PREFIXES = 6;

/** One address that names many browsers, in the commonest network that has a share of 0.17 at most. */
export const oneAddress: Attacker = ({ network }, draw) => ({
  network: only(KINDS.network, [largest(network, 0.17)]),
  prefix: only(KINDS.prefix, drawn(1, KINDS.prefix, `prefix ${draw}`)),
  browser: Array<number>(KINDS.browser).fill(1 / KINDS.browser),
});

/** Where no network is known, its prefix stands in: a /48 that looks like the site in all else. */
export const onePrefix: Attacker = ({ browser }, draw) => ({
  network: only(KINDS.network, drawn(1, KINDS.network, `network ${draw}`)),
  prefix: only(KINDS.prefix, drawn(1, KINDS.prefix, `prefix ${draw}`)),
  browser,
});

/** The commonest network of a share of 0.17 at most, with prefixes enough, whose browsers are those of the site. */
export const oneNetwork: Attacker = ({ network, browser }, draw) => ({
  network: only(KINDS.network, [largest(network, 0.17)]),
  prefix: only(KINDS.prefix, drawn(PREFIXES, KINDS.prefix, `prefixes ${draw}`)),
  browser,
});

/** Networks as somebody finds them, none with a share above 0.17, each with prefixes enough; browsers are those of the site. Two may be in a class. */
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

/** The part of each class in a list of classes. */
const dealt = (count: number, list: readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => list.filter((one) => one === i).length / list.length);

/** The commonest browser, from everywhere that readers come from. */
export const oneBrowser: Attacker = ({ network, prefix, browser }) => ({
  network,
  prefix,
  browser: only(KINDS.browser, [largest(browser)]),
});

/** Clicks on an article in an hour, in as few cells as there are classes. */
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

/** Deals out classes in order until their parts are used up; the last takes what rounding left. */
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

/** `clicks` on each of some silent articles, half of them a day before, half in the last hour. */
export const onSilent = (
  { hour, clicks, articles = 1 }: { hour: number; clicks: number; articles?: number },
  origin: Origin,
): Cell[] =>
  Array.from({ length: articles }, (_, i) =>
    [hour - 20, hour - 1].flatMap((at) => fleet(SILENT + i, at, Math.ceil(clicks / 2), origin)),
  ).flat();

/** An archive of silent articles, each clicked as often as an address counts, every day of two weeks. */
export function archive(hour: number, origin: Origin, { articles = 1000, networks: count = 1 } = {}): Cell[] {
  const cells: Cell[] = [];
  for (let at = hour - 336; at < hour; at += 24)
    for (let i = 0; i < articles; i++) cells.push(...fleet(2 * SILENT + i, at, PER_ADDRESS * count, origin));
  return cells;
}

/** Full hours of a site at which trials are made, so many hours apart. */
export function moments({ first, last }: Site, { after, apart }: { after: number; apart: number }): number[] {
  const hours = [];
  for (let hour = first + after; hour <= last; hour += apart) hours.push(hour);
  return hours;
}
