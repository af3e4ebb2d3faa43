import { type ClassKind, KIND_NAMES, KINDS } from '../../../../src/db/click-columns.ts';
import { FIRST_CLASS, POSITION_BUCKETS, positionBucketOf, VIEW_COUNTERS } from '../../../../src/db/view-columns.ts';
import { createRandom, type Random, sampler, zipf } from '../../../../src/demo/random.ts';
import { computeBaseline } from '../../../../src/engagement/baseline.ts';
import { type TrafficBaseline, UNIFORM_BASELINE } from '../../../../src/engagement/discounting.ts';
import { classer } from '../../../engagement/bounds/cells.ts';

/** Simulates a site with three lists as impression counters over two weeks. Readers have networks and browsers. */

export const DAYS = 14;
const WEEK_DAYS = 7;
const NETWORKS = 300;
const BROWSERS = 60;
const REGIONS = 12;
const LARGEST = 0.12;
/**
 * Standard deviation of the log-normal differences between the readers of a story and of the site, by region and
 * network.
 */
const LEANING = { region: 0.5, network: 0.25 };
/** Fraction of the readers who continue to the next position. */
const REACH = 0.93;

/** Fraction of readers who see each list (`part`), and clicks per viewer by position (`rate`). */
const LISTS = [
  { layout: 'page', length: 20, part: 1, rate: (place: number) => 0.08 / place ** 0.7 },
  { layout: 'list', length: 15, part: 0.5, rate: (place: number) => 0.09 / place ** 0.9 },
  { layout: 'cards', length: 8, part: 0.3, rate: (place: number) => 0.07 * 0.9 ** (place - 1) },
] as const;

/** Counters in the order of `VIEW_COUNTERS`, for two weeks and for the last week. */
export interface ShownArticle {
  contentId: number;
  fortnight: ShownCounts;
  week: ShownCounts;
}
interface ShownCounts extends Record<Kind, Float64Array> {
  clickCells: Float64Array[];
}
export type Kind = 'views' | 'clicks';

export interface ShownCell extends Record<ClassKind, number> {
  contentId: number;
  kind: Kind;
  mark: number;
  count: number;
  isWeek: boolean;
}

export interface PlacementSite {
  articles: Map<number, ShownArticle>;
  baseline: TrafficBaseline;
  /** Appeal of each article. The average is 1. */
  appeals: Map<number, number>;
  /** Ids in the publisher’s own list at the end of the two weeks. */
  ownList: number[];
}

const counters = (): ShownCounts => ({
  views: new Float64Array(VIEW_COUNTERS.length),
  clicks: new Float64Array(VIEW_COUNTERS.length),
  clickCells: Array.from({ length: KINDS.network }, () => new Float64Array(POSITION_BUCKETS)),
});

export function addShown(site: Pick<PlacementSite, 'articles'>, cells: Iterable<ShownCell>): void {
  for (const cell of cells) {
    const { contentId, kind, mark, count, isWeek } = cell;
    const own = site.articles.get(contentId) ?? { contentId, fortnight: counters(), week: counters() };
    site.articles.set(contentId, own);
    for (const window of isWeek ? [own.fortnight, own.week] : [own.fortnight]) {
      const part = window[kind];
      part[mark] = (part[mark] ?? 0) + count;
      for (const name of KIND_NAMES) {
        const at = VIEW_COUNTERS.indexOf(`${name}_0`) + cell[name];
        part[at] = (part[at] ?? 0) + count;
      }
      const marks = window.clickCells[cell.network];
      if (marks && kind === 'clicks') marks[mark] = (marks[mark] ?? 0) + count;
    }
  }
}

export function withShown(site: PlacementSite, cells: readonly ShownCell[]): PlacementSite {
  const clone = ({ views, clicks, clickCells }: ShownCounts): ShownCounts => ({
    ...{ views: views.slice(), clicks: clicks.slice() },
    clickCells: clickCells.map((own) => own.slice()),
  });
  const touched = new Set(cells.map(({ contentId }) => contentId));
  const copy: PlacementSite = {
    ...site,
    articles: new Map(
      Array.from(site.articles, ([id, own]) => [
        id,
        touched.has(id) ? { ...own, fortnight: clone(own.fortnight), week: clone(own.week) } : own,
      ]),
    ),
  };
  addShown(copy, cells);
  return copy;
}

interface Story {
  id: number;
  appeal: number;
  /** Logarithm of the appeal that editors expect. */
  guess: number;
  born: number;
  leanings: Float64Array;
}

export function placementSite(readersADay: number, seed = 1): PlacementSite {
  const random = createRandom(seed, `placement of ${readersADay}`);
  const classOf = classer('placement');
  const sizes = zipf(NETWORKS, 1);
  const rest = sizes.slice(1).reduce((a, b) => a + b, 0);
  sizes[0] = (rest * LARGEST) / (1 - LARGEST);
  const [network, prefix, browser] = [sampler(sizes), sampler(zipf(12, 0.8)), sampler(zipf(BROWSERS, 1.1))];
  const classes = {
    network: Array.from({ length: NETWORKS }, (_, i) => classOf('network', String(i))),
    prefix: Array.from({ length: NETWORKS * 12 }, (_, i) => classOf('prefix', `${Math.floor(i / 12)} ${i % 12}`)),
    browser: Array.from({ length: BROWSERS }, (_, i) => classOf('browser', String(i))),
  };
  const site = { articles: new Map<number, ShownArticle>() };
  const newsADay = Math.round(6 + Math.sqrt(readersADay) / 2);
  const stories: Story[] = [];
  const publish = (hour: number) => {
    while ((stories.length - 2 * newsADay) * (24 / newsADay) <= hour) stories.push(story(random, stories.length, hour));
  };
  let lists: readonly (readonly Story[])[] = [];
  for (let hour = 0; hour < DAYS * 24; hour++) {
    publish(hour);
    const chosen = (length: number, among: number) =>
      stories
        .slice(-among)
        .toSorted((a, b) => b.guess - 0.03 * (hour - b.born) - (a.guess - 0.03 * (hour - a.born)))
        .slice(0, length);
    lists = [chosen(20, 40), stories.slice(-15).reverse(), chosen(8, 20)];
    const busy = 1 + 0.8 * Math.sin(((hour % 24) - 8) / 3.82);
    const readers = Math.floor((readersADay * busy) / 24 + random.next());
    for (let i = 0; i < readers; i++) read(hour);
  }
  const voters = [...site.articles.values()].map(({ fortnight: { clicks } }) => ({
    parts: [clicks.slice(0, FIRST_CLASS).reduce((a, b) => a + b, 0)],
    classes: clicks,
    offset: FIRST_CLASS,
  }));
  const first = computeBaseline(voters, UNIFORM_BASELINE, null).baseline ?? UNIFORM_BASELINE;
  const baseline = computeBaseline(voters, first, null).baseline ?? first;
  const appeals = new Map(stories.map(({ id, appeal }) => [id, appeal]));
  return { ...site, baseline, appeals, ownList: (lists[0] ?? []).map(({ id }) => id) };

  function read(hour: number): void {
    const n = network(random.next());
    const sender = {
      network: classes.network[n] ?? 0,
      prefix: classes.prefix[n * 12 + prefix(random.next())] ?? 0,
      browser: classes.browser[browser(random.next())] ?? 0,
    };
    const isWeek = hour >= (DAYS - WEEK_DAYS) * 24;
    const found: ShownCell[] = [];
    for (const [l, { layout, part, rate }] of LISTS.entries()) {
      if (part < 1 && !random.chance(part)) continue;
      const depth = random.next();
      // In one percent of page views, adjacent articles are swapped.
      const isSwapped = random.chance(0.01);
      const list = lists[l] ?? [];
      for (let place = 1; place <= list.length && depth < REACH ** (place - 1); place++) {
        const shown = (isSwapped ? list[(place - 1) ^ 1] : undefined) ?? list[place - 1];
        if (!shown) break;
        const cell = { contentId: shown.id, mark: positionBucketOf(layout, place), count: 1, isWeek, ...sender };
        found.push({ ...cell, kind: 'views' });
        const chance = rate(place) * shown.appeal * (shown.leanings[n] ?? 1);
        if (random.next() < Math.min(0.9, chance)) found.push({ ...cell, kind: 'clicks' });
      }
    }
    addShown(site, found);
  }
}

function story(random: Random, index: number, born: number): Story {
  const appeal = Math.exp(0.5 * normal(random));
  const regions = Array.from({ length: REGIONS }, () => Math.exp(LEANING.region * normal(random)));
  const leanings = Float64Array.from(
    { length: NETWORKS },
    (_, i) => (regions[i % REGIONS] ?? 1) * Math.exp(LEANING.network * normal(random)),
  );
  const mean = leanings.reduce((a, b) => a + b, 0) / NETWORKS;
  return {
    ...{ id: index + 1, appeal, born },
    guess: Math.log(appeal) + 0.7 * normal(random),
    leanings: leanings.map((own) => own / mean),
  };
}

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
