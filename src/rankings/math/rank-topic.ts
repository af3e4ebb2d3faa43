import type { TrafficBaseline } from '../../engagement/discounting.ts';
import type { WindowName } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import { type Counters, isRisk, Totals } from './counters.ts';
import { causeOf } from './figures/cause.ts';
import { growthConfidence, readerClasses } from './figures/growth-interval.ts';
import { type EntryScore, idOf } from './incremental-top.ts';
import { ItemLists } from './item-lists.ts';
import type { PreviousOrders } from './previous-orders.ts';
import {
  type AudienceSums,
  GROWTH_LIST,
  type GrowthRow,
  LIST,
  type PeriodLists,
  type TopicViews,
} from './ranking-rows.ts';
import type { Engagement } from './scores.ts';
import { top } from './top.ts';

export interface TopicRanking<V> {
  counters: Counters;
  audience: AudienceSums;
  views: V;
}

/** Computes the ranking of one topic. `articles` must be in ascending order of id. */
export function rankTopic(
  topicId: number,
  articles: readonly Engagement[],
  { orders, baseline }: { orders: PreviousOrders; baseline: TrafficBaseline | null },
): TopicRanking<TopicViews> {
  const totals = new Totals();
  const items = new ItemLists();
  for (const article of articles) {
    totals.add(article);
    items.change(null, article);
  }
  const risk = articles.filter(isRisk);
  const coTopics = (scope: readonly Engagement[], window: WindowName) =>
    topSets(scope, window, baseline, { keys: ({ facts }) => facts.topics.filter((id) => id !== topicId), limit: LIST });
  return {
    counters: totals.counters(baseline),
    audience: totals.audience(baseline),
    views: {
      ...items.lists(articles, orders),
      coTopics: {
        '24h': coTopics(articles, 'day'),
        '7d': coTopics(articles, 'week'),
        '24h-rm': coTopics(risk, 'day'),
        '7d-rm': coTopics(risk, 'week'),
      } satisfies PeriodLists,
      growth: { all: growthOf(articles, totals.all, baseline), rm: growthOf(risk, totals.risk, baseline) },
    },
  };
}

function growthOf(
  scope: readonly Engagement[],
  { growth, growthBefore }: Record<'growth' | 'growthBefore', Sums>,
  baseline: TrafficBaseline | null,
): GrowthRow {
  const increase: EntryScore = ({ growth, growthBefore }) => growth - growthBefore;
  return {
    gains: top(scope, increase, idOf, GROWTH_LIST),
    losses: top(scope, (article) => -increase(article), idOf, GROWTH_LIST),
    sources: topSets(scope, 'growth', baseline, { keys: ({ facts }) => [facts.source], limit: GROWTH_LIST }),
    ...growthConfidence(readerClasses(growth, baseline), readerClasses(growthBefore, baseline)),
    cause: causeOf(
      scope.map((article) => ({
        id: idOf(article),
        source: article.facts.source,
        current: article.growth,
        previous: article.growthBefore,
      })),
      growth.engagement(baseline) < growthBefore.engagement(baseline),
    ),
  };
}

function topSets<K extends string | number>(
  scope: readonly Engagement[],
  window: WindowName,
  baseline: TrafficBaseline | null,
  { keys, limit }: { keys: (article: Engagement) => K[]; limit: number },
): K[] {
  const sets = new Map<K, Sums>();
  for (const article of scope) {
    for (const key of keys(article)) {
      const sums = sets.get(key) ?? new Sums();
      sets.set(key, sums);
      article.addTo(sums, window);
    }
  }
  return top(
    sets,
    ([, sums]) => sums.engagement(baseline),
    ([key]) => key,
    limit,
  );
}
