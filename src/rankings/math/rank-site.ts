import { CONTENT_TYPES } from '../../content/types.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../engagement/audiences.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { isRisk, Totals } from './counters.ts';
import type { Audience } from './figures/audience-index.ts';
import { AudienceGroups, authorKeys, ContentGroups, type Grouping, sectionKeys } from './groups.ts';
import { ItemLists } from './item-lists.ts';
import type { PreviousOrders } from './previous-orders.ts';
import type { TopicRanking } from './rank-topic.ts';
import { BREAKDOWN_DIMENSIONS, type Dimension, type Groups, type Scoped, type SiteViews } from './ranking-rows.ts';
import { SiteClock } from './rising.ts';
import { type JoinHours, RisingLists } from './rising-list.ts';
import type { Engagement } from './scores.ts';
import { StoryLists } from './story-lists.ts';

export const SOURCE_TYPES = {
  carrier: 'Carrier',
  broker: 'Broker',
  'service-provider': 'Service Provider',
  '3rd-party-publication': '3rd Party Publication',
} as const;

const CONTINENT_SLUGS: Record<(typeof CONTINENTS)[number], string> = {
  AF: 'africa',
  AN: 'antarctica',
  AS: 'asia',
  EU: 'europe',
  NA: 'north-america',
  OC: 'oceania',
  SA: 'south-america',
};

/** Audiences of each reader attribute. */
export const SITE_ATTRIBUTES = {
  companyTypes: COMPANY_TYPES.map((name): Audience => ({ slug: name, measure: name })),
  regions: CONTINENTS.map((code): Audience => ({ slug: CONTINENT_SLUGS[code], measure: code })),
  seniorities: SENIORITIES.map((name): Audience => ({ slug: name, measure: name })),
  channels: CHANNELS.map((name): Audience => ({ slug: name, measure: `from-${name}` })),
};

export interface SiteQuestion {
  hour: number;
  /** Minimum number of clicks from an audience for an article to be listed. */
  minClicks: number;
  /** Baseline, or `null` if discounting is off. */
  shares: TrafficBaseline | null;
}

const GROUPINGS: Record<Dimension, (minClicks: number) => Grouping> = {
  'content-type': () => new ContentGroups(({ contentType }) => [contentType], CONTENT_TYPES),
  'source-type': () =>
    new ContentGroups(({ sourceType }) => (sourceType ? [sourceType] : []), Object.keys(SOURCE_TYPES)),
  'audience-region': (minClicks) => new AudienceGroups(SITE_ATTRIBUTES.regions, minClicks),
  seniority: (minClicks) => new AudienceGroups(SITE_ATTRIBUTES.seniorities, minClicks),
  channel: (minClicks) => new AudienceGroups(SITE_ATTRIBUTES.channels, minClicks),
  company: () => new ContentGroups(({ companies }) => companies),
  source: () => new ContentGroups(({ domain }) => [domain]),
  country: () => new ContentGroups(({ countries }) => countries),
  author: () => new ContentGroups(authorKeys),
  section: () => new ContentGroups(sectionKeys),
};

/** Ranking of the site in one hour, updated incrementally. */
export class IncrementalSiteRanking {
  readonly #totals = new Totals();
  readonly #items = new ItemLists();
  readonly #stories = new StoryLists();
  readonly #clock: SiteClock;
  readonly #rising = new RisingLists();
  readonly #groupings: { dimension: Dimension; all: Grouping; rm: Grouping }[];

  readonly #shares: TrafficBaseline | null;

  constructor({ hour, minClicks, shares }: SiteQuestion) {
    this.#shares = shares;
    this.#clock = new SiteClock(hour);
    this.#groupings = BREAKDOWN_DIMENSIONS.map((dimension) => {
      const make = GROUPINGS[dimension];
      return { dimension, all: make(minClicks), rm: make(minClicks) };
    });
  }

  change(before: Engagement | null, after: Engagement | null): void {
    if (before) this.#totals.add(before, -1);
    if (after) this.#totals.add(after);
    this.#items.change(before, after);
    this.#stories.change(before, after);
    before?.visitTicks((hour, ticks) => this.#clock.add(hour, -ticks));
    after?.visitTicks((hour, ticks) => this.#clock.add(hour, ticks));
    this.#rising.change(before, after);
    const [riskBefore, riskAfter] = [before && isRisk(before) ? before : null, after && isRisk(after) ? after : null];
    for (const { all, rm } of this.#groupings) {
      all.change(before, after);
      if (riskBefore || riskAfter) rm.change(riskBefore, riskAfter);
    }
  }

  /** Returns the ranking. `articles` must contain all current articles in ascending order of id. */
  ranking(articles: readonly Engagement[], orders: PreviousOrders, together: JoinHours): TopicRanking<SiteViews> {
    let risk: Engagement[] | undefined;
    const scopes = {
      all: () => articles,
      rm: () => {
        risk ??= articles.filter(isRisk);
        return risk;
      },
    };
    const groups = this.#groupings.map(({ dimension, all, rm }): [Dimension, Scoped<Groups>] => [
      dimension,
      {
        all: all.groups(scopes.all, this.#shares, orders, `${dimension} all`),
        rm: rm.groups(scopes.rm, this.#shares, orders, `${dimension} rm`),
      },
    ]);
    return {
      counters: this.#totals.counters(this.#shares),
      audience: this.#totals.audience(this.#shares),
      views: {
        ...this.#items.lists(articles, orders),
        groups: Object.fromEntries(groups) as SiteViews['groups'],
        ...this.#rising.lists(this.#clock.now, (story) => this.#stories.articlesOf(story), together),
        stories: this.#stories.lists(this.#shares, orders),
      },
    };
  }
}
