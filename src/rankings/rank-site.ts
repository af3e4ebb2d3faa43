import { CONTENT_TYPES } from '../content/types.ts';
import { MEASURES, type Measure } from '../db/click-columns.ts';
import { CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { audienceOf, countersOf } from './counters.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { articleId, itemLists, type Ranking, scoped } from './rank-topic.ts';
import { risingList } from './rising-list.ts';
import { topItems } from './top.ts';
import { type Dimension, GROUPS, type Groups, LIST, type SiteViews } from './views.ts';
import type { Engagement } from './window.ts';

/** The rankings of the whole site: pure. */

/** Slugs of the source-type breakdown with their labels. */
export const SOURCE_TYPES = {
  carrier: 'Carrier',
  broker: 'Broker',
  'service-provider': 'Service Provider',
  '3rd-party-publication': '3rd Party Publication',
} as const;

export const CONTINENT_SLUGS: Record<(typeof CONTINENTS)[number], string> = {
  AF: 'africa',
  AN: 'antarctica',
  AS: 'asia',
  EU: 'europe',
  NA: 'north-america',
  OC: 'oceania',
  SA: 'south-america',
};

/** Engagement from which an article is listed in groups by audience. */
const AUDIENCE_FLOOR = 5;

/** How the groups of a breakdown are formed. */
interface Grouping {
  /** Groups that an article is in. */
  keys(article: Engagement): readonly string[];
  /** Engagement of an article in a group, in `7d` and in the previous week. */
  now(article: Engagement, slug: string): number;
  before(article: Engagement, slug: string): number;
  /** Groups of a closed list, in its order; null: any word, at most 50 groups, ties by slug. */
  slugs: readonly string[] | null;
}

/** The rankings of the site, from all articles in ascending order of ids. `minClicks`: the clicks of an audience that an article needs. */
export function rankSite(
  articles: readonly Engagement[],
  orders: PreviousOrders,
  { hour, minClicks }: { hour: number; minClicks: number },
): Ranking<SiteViews> {
  const dimensions: Record<Dimension, Grouping> = {
    'content-type': byContent(CONTENT_TYPES, ({ facts }) => [facts.contentType]),
    'source-type': byContent(Object.keys(SOURCE_TYPES), ({ facts }) => (facts.sourceType ? [facts.sourceType] : [])),
    'audience-region': byAudience(
      CONTINENTS.map((code) => [CONTINENT_SLUGS[code], code]),
      minClicks,
    ),
    seniority: byAudience(
      SENIORITIES.map((name) => [name, name]),
      minClicks,
    ),
    company: byContent(null, ({ facts }) => facts.companies.map(String)),
    source: byContent(null, ({ facts }) => [facts.domain]),
    country: byContent(null, ({ facts }) => facts.countries.map((code) => code.toLowerCase())),
  };
  const groupsOf = (dimension: Dimension) =>
    scoped(articles, (scope, name) => groups(scope, dimensions[dimension], orders, `${dimension} ${name}`));
  return {
    counters: countersOf(articles),
    audience: audienceOf(articles),
    views: {
      ...itemLists(articles, orders),
      groups: {
        'content-type': groupsOf('content-type'),
        'source-type': groupsOf('source-type'),
        'audience-region': groupsOf('audience-region'),
        seniority: groupsOf('seniority'),
        company: groupsOf('company'),
        source: groupsOf('source'),
        country: groupsOf('country'),
      },
      rising: risingList(articles, hour),
    },
  };
}

const byContent = (slugs: readonly string[] | null, keys: (article: Engagement) => string[]): Grouping => ({
  slugs,
  keys: (article) => {
    if (article.week[0] === 0 && article.weekBefore[0] === 0) return [];
    return slugs ? keys(article).filter((key) => slugs.includes(key)) : keys(article);
  },
  now: ({ week }) => week[0] ?? 0,
  before: ({ weekBefore }) => weekBefore[0] ?? 0,
});

function byAudience(names: readonly (readonly [slug: string, measure: Measure])[], minClicks: number): Grouping {
  const columns = new Map(names.map(([slug, measure]) => [slug, MEASURES.indexOf(measure)]));
  const listed = (parts: readonly number[], slug: string) => {
    const own = parts[columns.get(slug) ?? 0] ?? 0;
    return (parts[0] ?? 0) >= AUDIENCE_FLOOR && own >= minClicks ? own : 0;
  };
  const slugs = [...columns.keys()];
  return {
    slugs,
    keys: ({ week, weekBefore }) => slugs.filter((slug) => listed(week, slug) > 0 || listed(weekBefore, slug) > 0),
    now: ({ week }, slug) => listed(week, slug),
    before: ({ weekBefore }, slug) => listed(weekBefore, slug),
  };
}

function groups(scope: readonly Engagement[], grouping: Grouping, orders: PreviousOrders, name: string): Groups {
  const members = new Map<string, { total: number; articles: Engagement[] }>();
  for (const article of scope) {
    for (const slug of grouping.keys(article)) {
      const group = members.get(slug) ?? { total: 0, articles: [] };
      group.total += grouping.now(article, slug);
      group.articles.push(article);
      members.set(slug, group);
    }
  }
  const place = (slug: string) => grouping.slugs?.indexOf(slug) ?? 0;
  return [...members]
    .filter(([, { total }]) => total > 0)
    .sort(([a, { total: own }], [b, { total: other }]) => other - own || place(a) - place(b) || compareSlugs(a, b))
    .slice(0, GROUPS)
    .map(([slug, { articles }]) => {
      const list = topItems(articles, (article) => grouping.now(article, slug), articleId, LIST);
      const before = (article: Engagement) => grouping.before(article, slug);
      return [slug, list.map(articleId), orders.ranks(`${name} ${slug}`, list, () => articles, before)];
    });
}

/** Company ids as numbers, everything else as text. */
const compareSlugs = (a: string, b: string) => Number(a) - Number(b) || (a < b ? -1 : 1);
