import { CONTENT_TYPES } from '../../../src/content/types.ts';
import { SENIORITIES } from '../../../src/db/audiences.ts';
import { KIND_NAMES } from '../../../src/db/click-columns.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { NO_CELLS } from '../../../src/engagement/cells.ts';
import { type Countable, countersOf } from '../../../src/engagement/columns.ts';
import type { TrafficBaseline } from '../../../src/engagement/discounting.ts';
import { firstHour } from '../../../src/engagement/hours.ts';
import { AUDIENCES } from '../../../src/rankings/dimensions.ts';
import type { ArticleFacts } from '../../../src/rankings/facts.ts';
import { audienceTopics, shareOf } from '../../../src/rankings/math/figures/audience-index.ts';
import { MIN_CONTENT_ITEMS, orderGrowth } from '../../../src/rankings/math/figures/growth-order.ts';
import { rankTopic } from '../../../src/rankings/math/rank-topic.ts';
import { top } from '../../../src/rankings/math/top.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import { rankSite } from '../../rankings/math/rank-site.ts';
import type { Cell } from './cells.ts';
import { SILENT } from './trial.ts';

const TOPICS = 12;
export const SILENT_TOPIC = 99;
/** Minimum engagement of a growing topic and of an audience, as in `wrangler.toml`. */
const GROWTH_MIN_CLICKS = 10;
const AUDIENCE_MIN_CLICKS = 3;
const LIST = 50;
/** Engagement above which one sender hardly changes an audience index. */
const LARGE = 200;

/**
 * Silent articles (which only attackers click) share one topic with other articles. Their source, company and author
 * are not their own.
 */
function factsOf(id: number): ArticleFacts {
  const [own, source] = [1 + (id % TOPICS), `source-${id % 5}.example`];
  return {
    ...{ id, publishedAt: 0, topics: id < SILENT ? [own, 20 + (id % 3)] : [1 + (id % 2), SILENT_TOPIC] },
    ...{ contentType: CONTENT_TYPES[id % 3] ?? '', sourceType: id % 2 ? 'broker' : 'carrier', source, domain: source },
    ...{ companies: [id % 7], countries: ['GB'], authors: [`Author ${id % 9}`], section: `Section ${id % 4}` },
  };
}

export type Says = Pick<Countable, 'companyType' | 'continent' | 'seniority'>;

/** Returns a reader's audience, which depends on the topic. No reader claims to work for an `other` company. */
function readerOf({ contentId }: Cell, random: Random): Says {
  const own = contentId % TOPICS;
  const isOne = () => random.chance((3 + (own % 5)) / 10);
  const isOf = random.chance(0.3) ? own % 5 : random.int(0, 4);
  return {
    companyType: random.chance(0.2) ? null : isOne() ? 'carrier' : 'broker',
    continent: random.chance(0.025) ? 'OC' : isOne() ? 'AS' : 'EU',
    seniority: random.chance(0.3) ? null : (SENIORITIES[isOf] ?? null),
  };
}

const RARE: Says = { companyType: 'other', continent: 'OC', seniority: 'c-suite' };

export interface EveryList {
  /**
   * Engagement by article in `24h` and in `7d`. `sums` contains that of topics in every window, and of audiences in
   * `7d`.
   */
  days: Map<number, number>;
  articles: Map<number, number>;
  sums: Map<string, number>;
  /** Share of an audience in a topic relative to its share in the site, for topics with at least 200 of its clicks. */
  leanings: Map<string, number>;
  audiences: number[];
  ofArticles: Map<string, number[]>;
  ofTopics: Map<string, number[]>;
  sure: Set<string>;
}

/**
 * All lists of the site in an hour, computed by the service's code. Clicks of `attack` claim to be of audience `says`.
 */
export function everyList(
  honest: ReadonlyMap<number, readonly Cell[]>,
  {
    hour,
    baseline,
    attack,
    says = RARE,
  }: { hour: number; baseline: TrafficBaseline; attack: readonly Cell[]; says?: Says },
): EveryList {
  const cells = new Map<string, { contentId: number; hour: number; counts: Map<number, number> }>();
  const random = createRandom(1, 'readers');
  const count = (cell: Cell, reader: Says) => {
    const key = `${cell.contentId} ${cell.hour}`;
    const own = cells.get(key) ?? { contentId: cell.contentId, hour: cell.hour, counts: new Map() };
    cells.set(key, own);
    const classes = Object.fromEntries(KIND_NAMES.map((kind) => [kind, cell[kind]]));
    const counters = countersOf({ origin: 'unsigned', ...classes, ...reader } as never);
    for (const at of counters) if (at !== null) own.counts.set(at, (own.counts.get(at) ?? 0) + cell.clicks);
  };
  for (let at = firstHour(hour); at <= hour; at++)
    for (const cell of honest.get(at) ?? []) count(cell, readerOf(cell, random));
  for (const cell of attack) count(cell, says);
  const ids = new Set(Array.from(cells.values(), ({ contentId }) => contentId));
  const window = new RankingWindow(NO_CELLS, Array.from(ids, factsOf), 'hourly');
  window.roll(hour, baseline);
  for (const { counts, ...cell } of cells.values())
    window.note({ ...cell, counts: [...counts].sort(([a], [b]) => a - b).flat() });
  const articles = window.engagement(hour * 3600);
  const site = rankSite(articles, window.orders, { hour, minClicks: AUDIENCE_MIN_CLICKS, baseline });
  const found: EveryList = {
    days: new Map(articles.map((article) => [article.id, article.day()])),
    articles: new Map(articles.map((article) => [article.id, article.week()])),
    sums: new Map(),
    audiences: site.audience['7d'].map((own) => own / (site.audience['7d'][0] ?? 1)),
    ofArticles: new Map(Object.entries(site.views.items)),
    ofTopics: new Map(),
    leanings: new Map(),
    sure: new Set(),
  };
  found.ofArticles.set(
    'rising',
    site.views.rising.slice(0, LIST).map(([id]) => id),
  );
  for (const [name, { all }] of Object.entries(site.views.groups))
    for (const [slug, items] of all) found.ofArticles.set(`${name}: ${slug}`, items);
  const topics = [...new Set(articles.flatMap(({ facts }) => facts.topics))].map((topicId) => {
    const own = articles.filter(({ facts }) => facts.topics.includes(topicId));
    return { topicId, ...rankTopic(topicId, own, { orders: window.orders, baseline }) };
  });
  for (const { topicId, counters, audience, views } of topics) {
    for (const [name, value] of Object.entries(counters)) found.sums.set(`${name} of ${topicId}`, value);
    for (const [name, list] of Object.entries(views.coTopics)) found.ofTopics.set(`${name} beside ${topicId}`, list);
    for (const [i, value] of audience['7d'].entries()) found.sums.set(`audience ${i} of ${topicId}`, value);
    const { confidence, interval } = views.growth.all;
    if (confidence === 'high') found.sure.add(`${topicId} ${(interval?.[0] ?? 0) > 0 ? 'up' : 'down'}`);
  }
  for (const [name, counter] of [
    ['trending, 24h', 'engagement24h'],
    ['trending, 7d', 'engagement7d'],
  ] as const)
    found.ofTopics.set(
      name,
      top(
        topics,
        ({ counters }) => counters[counter],
        ({ topicId }) => topicId,
        LIST,
      ),
    );
  const rows = topics.map(({ topicId, counters }) => ({
    ...{ topicId, current: counters.growthCurrent, previous: counters.growthPrevious },
    ...{ currentItems: counters.growthItems, previousItems: counters.growthItemsBefore },
  }));
  for (const direction of ['up', 'down'] as const) {
    const question = { direction, minEngagement: GROWTH_MIN_CLICKS, minItems: MIN_CONTENT_ITEMS, limit: LIST };
    found.ofTopics.set(
      `growth ${direction}`,
      orderGrowth(rows, question).map(({ topicId }) => topicId),
    );
  }
  for (const all of Object.values(AUDIENCES))
    for (const audience of all) {
      const shown = topics.map(({ topicId, audience: own }) => ({
        topicId,
        ...shareOf(own['7d'], site.audience['7d'], audience, all),
      }));
      for (const { topicId, topic, site } of shown)
        if (topic.audience >= LARGE)
          found.leanings.set(
            `${audience.slug} of ${topicId}`,
            (topic.audience * site.known) / (topic.known * site.audience),
          );
      found.ofTopics.set(
        `audience ${audience.slug}`,
        audienceTopics(shown).map(({ topicId }) => topicId),
      );
    }
  return found;
}
