import { CLASSES } from '../engagement/weight.ts';
import { growthConfidence } from './confidence.ts';
import { audienceOf, type Counters, countersOf, isRisk } from './counters.ts';
import { drivenBy } from './driven-by.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { top, topItems } from './top.ts';
import {
  type AudienceSums,
  GROWTH_LIST,
  type GrowthView,
  LIST,
  type PeriodLists,
  type Ranks,
  type Scoped,
  type TopicViews,
} from './views.ts';
import type { Engagement } from './window.ts';

/** Rankings from engagement: pure. */

export interface Ranking<V> {
  counters: Counters;
  audience: AudienceSums;
  views: V;
}

type Score = (article: Engagement) => number;

/** Engagement in a period, and in the previous window. */
const PERIODS: Record<'24h' | '7d', { now: Score; before: Score }> = {
  '24h': { now: ({ day }) => day[0] ?? 0, before: ({ dayBefore }) => dayBefore[0] ?? 0 },
  '7d': { now: ({ week }) => week[0] ?? 0, before: ({ weekBefore }) => weekBefore[0] ?? 0 },
};

/** The rankings of one topic, from the articles tagged with it in ascending order of ids. */
export function rankTopic(
  topicId: number,
  articles: readonly Engagement[],
  orders: PreviousOrders,
): Ranking<TopicViews> {
  const coTopics = (scope: readonly Engagement[], score: Score) =>
    top(...sums(scope, score, ({ facts }) => facts.topics.filter((id) => id !== topicId)), LIST);
  const audience = audienceOf(articles);
  return {
    counters: countersOf(articles, audience),
    audience,
    views: {
      ...itemLists(articles, orders),
      coTopics: byPeriod(articles, (scope, { now }) => coTopics(scope, now)),
      growth: scoped(articles, growthOf),
    },
  };
}

/** The most engaging articles of each period with their previous ranks. */
export function itemLists(
  articles: readonly Engagement[],
  orders: PreviousOrders,
): { items: PeriodLists; previous: PeriodLists<Ranks> } {
  const listed = byPeriod(articles, (scope, { now, before }, name) => {
    const list = topItems(scope, now, articleId, LIST);
    return { ids: list.map(articleId), ranks: orders.ranks(`items ${name}`, list, () => scope, before) };
  });
  const each = <T>(part: (list: { ids: number[]; ranks: Ranks }) => T): PeriodLists<T> => ({
    '24h': part(listed['24h']),
    '7d': part(listed['7d']),
    '24h-rm': part(listed['24h-rm']),
    '7d-rm': part(listed['7d-rm']),
  });
  return { items: each(({ ids }) => ids), previous: each(({ ranks }) => ranks) };
}

function growthOf(scope: readonly Engagement[]): GrowthView {
  const increase: Score = ({ growth, growthBefore }) => growth - growthBefore;
  const current = new Float64Array(CLASSES);
  const previous = new Float64Array(CLASSES);
  for (const { readers } of scope) {
    for (let i = 0; i < CLASSES; i++) {
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
    drivenBy: drivenBy(
      scope.map(({ facts, growth, growthBefore }) => ({
        source: facts.source,
        current: growth,
        previous: growthBefore,
      })),
    ),
  };
}

export const articleId = ({ id }: Engagement): number => id;

function byPeriod<T>(
  articles: readonly Engagement[],
  list: (scope: readonly Engagement[], period: { now: Score; before: Score }, name: keyof PeriodLists) => T,
): PeriodLists<T> {
  const risk = articles.filter(isRisk);
  return {
    '24h': list(articles, PERIODS['24h'], '24h'),
    '7d': list(articles, PERIODS['7d'], '7d'),
    '24h-rm': list(risk, PERIODS['24h'], '24h-rm'),
    '7d-rm': list(risk, PERIODS['7d'], '7d-rm'),
  };
}

/** A view over everything, and over Risk Management alone. */
export const scoped = <T>(
  articles: readonly Engagement[],
  view: (scope: readonly Engagement[], name: keyof Scoped<T>) => T,
): Scoped<T> => ({ all: view(articles, 'all'), rm: view(articles.filter(isRisk), 'rm') });

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
