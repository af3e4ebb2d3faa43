import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { DIMENSIONS, type Dimension, STORED_BREAKDOWNS } from '../dimensions.ts';
import { isRisk, Totals } from './counters.ts';
import { AudienceGroups, ContentGroups, type Grouping } from './groups.ts';
import { ItemLists } from './item-lists.ts';
import type { PreviousOrders } from './previous-orders.ts';
import type { TopicRanking } from './rank-topic.ts';
import type { Groups, Scoped, SiteViews } from './ranking-rows.ts';
import { SiteClock } from './rising.ts';
import { type JoinHours, RisingLists } from './rising-list.ts';
import type { Engagement } from './scores.ts';
import { StoryLists } from './story-lists.ts';

export interface SiteQuestion {
  hour: number;
  /** Minimum number of clicks that an article needs from an audience to appear in the audience's list. */
  minClicks: number;
  baseline: TrafficBaseline | null;
}

const groupingOf = ({ audiences, keysOf = () => [], slugs }: Dimension, minClicks: number): Grouping =>
  audiences ? new AudienceGroups(audiences, minClicks) : new ContentGroups(keysOf, slugs);

export class IncrementalSiteRanking {
  readonly #totals = new Totals();
  readonly #items = new ItemLists();
  readonly #stories = new StoryLists();
  readonly #clock: SiteClock;
  readonly #rising = new RisingLists();
  readonly #groupings: { breakdown: string; all: Grouping; rm: Grouping }[];

  readonly #baseline: TrafficBaseline | null;

  constructor({ hour, minClicks, baseline }: SiteQuestion) {
    this.#baseline = baseline;
    this.#clock = new SiteClock(hour);
    this.#groupings = STORED_BREAKDOWNS.map((breakdown) => {
      const make = () => groupingOf(DIMENSIONS[breakdown] ?? {}, minClicks);
      return { breakdown, all: make(), rm: make() };
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

  /** Computes the site's ranking. `articles` must contain all current articles in ascending order of id. */
  ranking(articles: readonly Engagement[], orders: PreviousOrders, together: JoinHours): TopicRanking<SiteViews> {
    let risk: Engagement[] | undefined;
    const scopes = {
      all: () => articles,
      rm: () => {
        risk ??= articles.filter(isRisk);
        return risk;
      },
    };
    const groups = this.#groupings.map(({ breakdown, all, rm }): [string, Scoped<Groups>] => [
      breakdown,
      {
        all: all.groups(scopes.all, this.#baseline, orders, `${breakdown} all`),
        rm: rm.groups(scopes.rm, this.#baseline, orders, `${breakdown} rm`),
      },
    ]);
    return {
      counters: this.#totals.counters(this.#baseline),
      audience: this.#totals.audience(this.#baseline),
      views: {
        ...this.#items.lists(articles, orders),
        groups: Object.fromEntries(groups),
        ...this.#rising.lists(this.#clock.now, (story) => this.#stories.articlesOf(story), together),
        stories: this.#stories.lists(this.#baseline, orders),
      },
    };
  }
}
