import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';
import { type Cell, classer } from './click-log.ts';

/** A site with readers of its own: stories that rise and fade, each with an audience that differs a little from the site's. */

interface Story {
  id: number;
  /** Hour of publication. */
  born: number;
  weight: number;
  network: (uniform: number) => number;
  browser: (uniform: number) => number;
}

export interface GeneratedSite {
  /** Readers a day, each with so many clicks on average. */
  readersADay: number;
  days: number;
  seed: number;
  secret: string;
  /** Share of the largest network; the others follow by Zipf's law. */
  largest?: number;
}

const CLICKS = 1.4;
const NETWORKS = 300;
const BROWSERS = 60;
const REGIONS = 12;
/** Standard deviations of the logarithm by which regions, networks and browsers of a story differ from the site's. */
const OWN = { region: 0.5, network: 0.25, browser: 0.5 };
/** Hours after which a story is read half as much, and the part of all clicks that goes to the archive. */
const HALF = 14;
const ARCHIVE = 0.08;
const FIRST = 500_000;

/** The clicks of a site, hour after hour. */
export function generated({ readersADay, days, seed, secret, largest = 0.12 }: GeneratedSite): Cell[] {
  const random = createRandom(seed, `site of ${readersADay}`);
  const classOf = classer(secret);
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
      cells.push({
        ...{ contentId: one.id, hour, clicks: 1 },
        network: classOf('network', String(network)),
        prefix: classOf('prefix', `${network} ${prefixes(random.next())}`),
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
