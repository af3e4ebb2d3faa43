import { CONTENT_TYPES } from '../content/types.ts';
import { CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { audienceOf, countersOf, isRisk } from './counters.ts';
import { byAudience, byContent, type Grouping } from './groups.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { itemLists, type Ranking } from './rank-topic.ts';
import { risingList } from './rising-list.ts';
import type { Dimension, Scoped, SiteViews } from './views.ts';
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

/** The rankings of the site, from all articles in ascending order of ids. `minClicks`: the clicks of an audience that an article needs. */
export function rankSite(
  articles: readonly Engagement[],
  orders: PreviousOrders,
  { hour, minClicks }: { hour: number; minClicks: number },
): Ranking<SiteViews> {
  const groupings: Record<Dimension, Grouping> = {
    'content-type': byContent(({ contentType }) => [contentType], CONTENT_TYPES),
    'source-type': byContent(({ sourceType }) => (sourceType ? [sourceType] : []), Object.keys(SOURCE_TYPES)),
    'audience-region': byAudience(
      CONTINENTS.map((code) => [CONTINENT_SLUGS[code], code]),
      minClicks,
    ),
    seniority: byAudience(
      SENIORITIES.map((name) => [name, name]),
      minClicks,
    ),
    company: byContent(({ companies }) => companies),
    source: byContent(({ domain }) => [domain]),
    country: byContent(({ countries }) => countries),
  };
  const scopes: Scoped<readonly Engagement[]> = { all: articles, rm: articles.filter(isRisk) };
  const groupsOf = (dimension: Dimension) => {
    const of = (name: keyof typeof scopes) => groupings[dimension](scopes[name], orders, `${dimension} ${name}`);
    return { all: of('all'), rm: of('rm') };
  };
  const audience = audienceOf(articles);
  return {
    counters: countersOf(articles, audience),
    audience,
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
