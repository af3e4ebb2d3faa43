import { CONTENT_TYPES, RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import { CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { type Engagement, MEASURES } from '../engagement/window.ts';

/** Rankings from engagement: pure. Only order leaves this file in `Views`; counts stay in `Counters`, which no answer shows. */

/** Longest list that anybody may ask for. */
const LIST = 50;
export const GROWTH_LIST = 5;

/** Slugs of the source-type breakdown with their labels. */
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

/** What trending and growth rank topics by. Columns of `topic_windows`. */
export interface Counters {
  clicks24h: number;
  clicks24hBroker: number;
  clicks24hCarrier: number;
  clicks24hRm: number;
  clicks7d: number;
  clicks7dBroker: number;
  clicks7dCarrier: number;
  clicks7dRm: number;
  previous7d: number;
  previous7dRm: number;
  items7d: number;
  items7dRm: number;
}

/** A list for each period, over everything and over Risk Management alone; ids most engaged first. */
export type PeriodLists = Record<'24h' | '7d' | '24h-rm' | '7d-rm', number[]>;

/** Something over everything and over Risk Management alone. */
export type Scoped<T> = Record<'all' | 'rm', T>;

/** Groups in order of engagement: slug and content ids. */
export type Groups = [slug: string, ids: number[]][];

export interface TopicViews {
  items: PeriodLists;
  /** Topic ids. */
  coTopics: PeriodLists;
  growth: Scoped<{ content: number[]; sources: string[] }>;
}

export interface SiteViews {
  items: PeriodLists;
  groups: Record<'content-type' | 'source-type' | 'audience-region' | 'seniority', Scoped<Groups>>;
}

export interface Ranking<V> {
  counters: Counters;
  views: V;
}

type Score = (article: Engagement) => number;

const day: Score = (article) => article.day[0] ?? 0;
const week: Score = (article) => article.week[0] ?? 0;
const isRisk = ({ facts }: Engagement) => facts.topics.includes(RISK_MANAGEMENT_TOPIC);

/** The rankings of one topic, from the articles tagged with it. */
export function rankTopic(topicId: number, articles: readonly Engagement[]): Ranking<TopicViews> {
  const growth = (scope: readonly Engagement[]) => ({
    content: top(scope, (article) => week(article) - article.previous, articleId, GROWTH_LIST),
    sources: top(...sums(scope, week, ({ facts }) => [facts.source]), GROWTH_LIST),
  });
  const coTopics = (scope: readonly Engagement[], score: Score) =>
    top(...sums(scope, score, ({ facts }) => facts.topics.filter((id) => id !== topicId)), LIST);
  return {
    counters: countersOf(articles),
    views: { items: itemLists(articles), coTopics: byPeriod(articles, coTopics), growth: scoped(articles, growth) },
  };
}

/** The rankings of the whole site, from all articles. */
export function rankSite(articles: readonly Engagement[]): Ranking<SiteViews> {
  const by = (slugs: readonly string[], score: (slug: string) => Score) =>
    scoped(articles, (scope) => groups(scope, slugs, score));
  const measure = (name: (typeof MEASURES)[number]): Score => {
    const i = MEASURES.indexOf(name);
    return (article) => article.week[i] ?? 0;
  };
  const regions = new Map(CONTINENTS.map((code) => [CONTINENT_SLUGS[code], measure(code)]));
  const seniorities = new Map<string, Score>(SENIORITIES.map((name) => [name, measure(name)]));
  return {
    counters: countersOf(articles),
    views: {
      items: itemLists(articles),
      groups: {
        'content-type': by(
          CONTENT_TYPES,
          (slug) => (article) => (article.facts.contentType === slug ? week(article) : 0),
        ),
        'source-type': by(
          Object.keys(SOURCE_TYPES),
          (slug) => (article) => (article.facts.sourceType === slug ? week(article) : 0),
        ),
        'audience-region': by([...regions.keys()], (slug) => regions.get(slug) ?? week),
        seniority: by(SENIORITIES, (slug) => seniorities.get(slug) ?? week),
      },
    },
  };
}

function countersOf(articles: readonly Engagement[]): Counters {
  const sum = (list: readonly Engagement[], score: Score) => list.reduce((total, article) => total + score(article), 0);
  const items = (list: readonly Engagement[]) => list.filter((article) => week(article) > 0).length;
  const risk = articles.filter(isRisk);
  return {
    clicks24h: sum(articles, day),
    clicks24hBroker: sum(articles, (article) => article.day[1] ?? 0),
    clicks24hCarrier: sum(articles, (article) => article.day[2] ?? 0),
    clicks24hRm: sum(risk, day),
    clicks7d: sum(articles, week),
    clicks7dBroker: sum(articles, (article) => article.week[1] ?? 0),
    clicks7dCarrier: sum(articles, (article) => article.week[2] ?? 0),
    clicks7dRm: sum(risk, week),
    previous7d: sum(articles, ({ previous }) => previous),
    previous7dRm: sum(risk, ({ previous }) => previous),
    items7d: items(articles),
    items7dRm: items(risk),
  };
}

const articleId = ({ contentId }: Engagement) => contentId;

const itemLists = (articles: readonly Engagement[]) =>
  byPeriod(articles, (scope, score) => top(scope, score, articleId, LIST));

function byPeriod(
  articles: readonly Engagement[],
  list: (scope: readonly Engagement[], score: Score) => number[],
): PeriodLists {
  const risk = articles.filter(isRisk);
  return {
    '24h': list(articles, day),
    '7d': list(articles, week),
    '24h-rm': list(risk, day),
    '7d-rm': list(risk, week),
  };
}

const scoped = <T>(articles: readonly Engagement[], view: (scope: readonly Engagement[]) => T): Scoped<T> => ({
  all: view(articles),
  rm: view(articles.filter(isRisk)),
});

function groups(scope: readonly Engagement[], slugs: readonly string[], score: (slug: string) => Score): Groups {
  const totals = slugs.map((slug, order) => ({
    slug,
    order,
    total: scope.reduce((sum, article) => sum + score(slug)(article), 0),
  }));
  return totals
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || a.order - b.order)
    .map(({ slug }) => [slug, top(scope, score(slug), articleId, LIST)]);
}

/** The engagement of everything that articles belong to (topics, sources), as arguments for `top`. */
function sums<K extends string | number>(
  scope: readonly Engagement[],
  score: Score,
  keys: (article: Engagement) => K[],
) {
  const totals = new Map<K, number>();
  for (const article of scope)
    for (const key of keys(article)) totals.set(key, (totals.get(key) ?? 0) + score(article));
  return [[...totals], ([, total]: [K, number]) => total, ([key]: [K, number]) => key] as const;
}

/** The `limit` keys with the highest positive score, ties by ascending key. One pass, for the list is short and the input long. */
export function top<T, K extends string | number>(
  list: readonly T[],
  score: (item: T) => number,
  key: (item: T) => K,
  limit: number,
): K[] {
  const best: { score: number; key: K }[] = [];
  const precedes = (a: { score: number; key: K }, b: { score: number; key: K }) =>
    a.score > b.score || (a.score === b.score && a.key < b.key);
  for (const item of list) {
    const entry = { score: score(item), key: key(item) };
    const last = best.at(-1);
    if (entry.score <= 0 || (best.length === limit && last && !precedes(entry, last))) continue;
    let place = best.length;
    while (place > 0 && precedes(entry, best[place - 1] as typeof entry)) place--;
    best.splice(place, 0, entry);
    if (best.length > limit) best.pop();
  }
  return best.map((entry) => entry.key);
}
