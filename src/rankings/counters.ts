import { RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import { MEASURES } from '../db/click-columns.ts';
import { NOBODY, type Parts } from '../engagement/score.ts';
import type { AudienceSums } from './views.ts';
import type { Engagement } from './window.ts';

/** What trending and growth rank topics by: engagement, which no answer shows. Columns of `topic_windows`. */
export interface Counters {
  engagement24h: number;
  engagement24hBroker: number;
  engagement24hCarrier: number;
  engagement24hRm: number;
  engagement7d: number;
  engagement7dBroker: number;
  engagement7dCarrier: number;
  engagement7dRm: number;
  before24h: number;
  before24hBroker: number;
  before24hCarrier: number;
  before24hRm: number;
  before7d: number;
  before7dBroker: number;
  before7dCarrier: number;
  before7dRm: number;
  growthCurrent: number;
  growthCurrentRm: number;
  growthPrevious: number;
  growthPreviousRm: number;
  growthItems: number;
  growthItemsRm: number;
  growthItemsBefore: number;
  growthItemsBeforeRm: number;
}

const BROKER = MEASURES.indexOf('broker');
const CARRIER = MEASURES.indexOf('carrier');

export const isRisk = ({ facts }: Engagement): boolean => facts.topics.includes(RISK_MANAGEMENT_TOPIC);

/** The counters of the articles of a topic, or of all, whose engagement by audience is known. */
export function countersOf(articles: readonly Engagement[], { '24h': day, '7d': week }: AudienceSums): Counters {
  const risk = articles.filter(isRisk);
  const [dayBefore, weekBefore] = [beforeSums(articles, 'dayBefore'), beforeSums(articles, 'weekBefore')];
  return {
    engagement24h: day[0] ?? 0,
    engagement24hBroker: day[BROKER] ?? 0,
    engagement24hCarrier: day[CARRIER] ?? 0,
    engagement24hRm: sum(risk, everyone('day')),
    engagement7d: week[0] ?? 0,
    engagement7dBroker: week[BROKER] ?? 0,
    engagement7dCarrier: week[CARRIER] ?? 0,
    engagement7dRm: sum(risk, everyone('week')),
    before24h: dayBefore.all,
    before24hBroker: dayBefore.broker,
    before24hCarrier: dayBefore.carrier,
    before24hRm: sum(risk, everyone('dayBefore')),
    before7d: weekBefore.all,
    before7dBroker: weekBefore.broker,
    before7dCarrier: weekBefore.carrier,
    before7dRm: sum(risk, everyone('weekBefore')),
    growthCurrent: sum(articles, ({ growth }) => growth),
    growthCurrentRm: sum(risk, ({ growth }) => growth),
    growthPrevious: sum(articles, ({ growthBefore }) => growthBefore),
    growthPreviousRm: sum(risk, ({ growthBefore }) => growthBefore),
    growthItems: items(articles, ({ growth }) => growth),
    growthItemsRm: items(risk, ({ growth }) => growth),
    growthItemsBefore: items(articles, ({ growthBefore }) => growthBefore),
    growthItemsBeforeRm: items(risk, ({ growthBefore }) => growthBefore),
  };
}

/** Engagement by audience of all articles, in each period. */
export const audienceOf = (articles: readonly Engagement[]): AudienceSums => ({
  '24h': partsSum(articles, ({ day }) => day),
  '7d': partsSum(articles, ({ week }) => week),
});

type Window = 'day' | 'week' | 'dayBefore' | 'weekBefore';

/** What is ranked by of a window before. */
function beforeSums(articles: readonly Engagement[], window: 'dayBefore' | 'weekBefore') {
  const total = { all: 0, broker: 0, carrier: 0 };
  for (const article of articles) {
    const parts = article[window];
    if (parts === NOBODY) continue;
    total.all += parts[0] ?? 0;
    total.broker += parts[BROKER] ?? 0;
    total.carrier += parts[CARRIER] ?? 0;
  }
  return total;
}

const everyone = (window: Window) => (article: Engagement) => article[window][0] ?? 0;

const sum = (articles: readonly Engagement[], score: (article: Engagement) => number) =>
  articles.reduce((total, article) => total + score(article), 0);

const items = (articles: readonly Engagement[], score: (article: Engagement) => number) =>
  articles.reduce((total, article) => total + Number(score(article) > 0), 0);

function partsSum(articles: readonly Engagement[], partsOf: (article: Engagement) => Parts): number[] {
  const total = [...NOBODY];
  for (const article of articles) {
    const parts = partsOf(article);
    if (parts === NOBODY) continue;
    for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (parts[i] ?? 0);
  }
  return total;
}
