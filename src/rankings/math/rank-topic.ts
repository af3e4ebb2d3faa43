import { READER_CLASSES } from '../../db/click-columns.ts';
import { type Counters, isRisk, Totals } from './counters.ts';
import { growthConfidence } from './figures/confidence.ts';
import { driverOf } from './figures/driven-by.ts';
import { ItemLists, PERIODS } from './item-lists.ts';
import { articleId, type Score } from './kept-top.ts';
import type { PreviousOrders } from './previous-orders.ts';
import type { Engagement } from './scores.ts';
import { top } from './top.ts';
import { type AudienceSums, GROWTH_LIST, type GrowthView, LIST, type PeriodLists, type TopicViews } from './views.ts';

/** Rankings from engagement: pure. */

export interface Ranking<V> {
  counters: Counters;
  audience: AudienceSums;
  views: V;
}

/** The rankings of one topic, from the articles tagged with it in ascending order of ids. */
export function rankTopic(
  topicId: number,
  articles: readonly Engagement[],
  orders: PreviousOrders,
): Ranking<TopicViews> {
  const coTopics = (scope: readonly Engagement[], score: Score) =>
    top(...sums(scope, score, ({ facts }) => facts.topics.filter((id) => id !== topicId)), LIST);
  const totals = new Totals();
  const items = new ItemLists();
  for (const article of articles) {
    totals.add(article);
    items.change(null, article);
  }
  return {
    counters: totals.counters,
    audience: totals.audience,
    views: {
      ...items.lists(articles, orders),
      coTopics: byPeriod(articles, coTopics),
      growth: { all: growthOf(articles), rm: growthOf(articles.filter(isRisk)) },
    },
  };
}

function growthOf(scope: readonly Engagement[]): GrowthView {
  const increase: Score = ({ growth, growthBefore }) => growth - growthBefore;
  const current = new Float64Array(READER_CLASSES);
  const previous = new Float64Array(READER_CLASSES);
  for (const { readers } of scope) {
    for (let i = 0; i < READER_CLASSES; i++) {
      current[i] = (current[i] ?? 0) + (readers?.current[i] ?? 0);
      previous[i] = (previous[i] ?? 0) + (readers?.previous[i] ?? 0);
    }
  }
  return {
    gains: top(scope, increase, articleId, GROWTH_LIST),
    losses: top(scope, (article) => -increase(article), articleId, GROWTH_LIST),
    sources: top(
      ...sums(
        scope,
        ({ growth }) => growth,
        ({ facts }) => [facts.source],
      ),
      GROWTH_LIST,
    ),
    ...growthConfidence(current, previous),
    ...driverOf(
      scope.map(({ facts, growth, growthBefore }) => ({
        source: facts.source,
        current: growth,
        previous: growthBefore,
      })),
    ),
  };
}

function byPeriod<T>(
  articles: readonly Engagement[],
  list: (scope: readonly Engagement[], score: Score) => T,
): PeriodLists<T> {
  const risk = articles.filter(isRisk);
  return {
    '24h': list(articles, PERIODS['24h'].now),
    '7d': list(articles, PERIODS['7d'].now),
    '24h-rm': list(risk, PERIODS['24h'].now),
    '7d-rm': list(risk, PERIODS['7d'].now),
  };
}

/** The engagement of everything that articles belong to (topics, sources), as arguments for `top`. */
function sums<K extends string | number>(
  scope: readonly Engagement[],
  score: Score,
  keys: (article: Engagement) => K[],
) {
  const totals = new Map<K, number>();
  for (const article of scope) {
    const own = score(article);
    if (own > 0) for (const key of keys(article)) totals.set(key, (totals.get(key) ?? 0) + own);
  }
  return [[...totals], ([, total]: [K, number]) => total, ([key]: [K, number]) => key] as const;
}
