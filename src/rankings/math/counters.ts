import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { MEASURES } from '../../db/click-columns.ts';
import { WINDOW_NAMES, type WindowName } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import type { Shares } from '../../engagement/weight.ts';
import type { Engagement } from './scores.ts';
import type { AudienceSums } from './views.ts';

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

/** The sums of a set of articles in every window. */
type Windows = Record<WindowName, Sums>;

const windows = (): Windows => ({
  ...{ day: new Sums(), week: new Sums(), dayBefore: new Sums(), weekBefore: new Sums() },
  ...{ growth: new Sums(), growthBefore: new Sums() },
});

/** Counters and audiences of articles, as sums to which articles are added and from which they are taken. All of them are whole numbers. */
export class Totals {
  readonly all = windows();
  readonly risk = windows();
  readonly #items = { growthItems: 0, growthItemsRm: 0, growthItemsBefore: 0, growthItemsBeforeRm: 0 };

  /** Adds an article with sign 1, and takes it away with sign -1. */
  add(article: Engagement, sign: 1 | -1 = 1): void {
    const isOfRisk = isRisk(article);
    for (const name of WINDOW_NAMES) {
      article.addTo(this.all[name], name, sign);
      if (isOfRisk) article.addTo(this.risk[name], name, sign);
    }
    const items = this.#items;
    if (article.growth > 0) items.growthItems += sign;
    if (article.growthBefore > 0) items.growthItemsBefore += sign;
    if (article.growth > 0 && isOfRisk) items.growthItemsRm += sign;
    if (article.growthBefore > 0 && isOfRisk) items.growthItemsBeforeRm += sign;
  }

  audience(shares: Shares | null): AudienceSums {
    const parts = (sums: Sums) => MEASURES.map((_, i) => sums.engagement(shares, i));
    return { '24h': parts(this.all.day), '7d': parts(this.all.week) };
  }

  counters(shares: Shares | null): Counters {
    const { all, risk } = this;
    const of = (sums: Sums, measure = 0) => sums.engagement(shares, measure);
    return {
      engagement24h: of(all.day),
      engagement24hBroker: of(all.day, BROKER),
      engagement24hCarrier: of(all.day, CARRIER),
      engagement24hRm: of(risk.day),
      engagement7d: of(all.week),
      engagement7dBroker: of(all.week, BROKER),
      engagement7dCarrier: of(all.week, CARRIER),
      engagement7dRm: of(risk.week),
      before24h: of(all.dayBefore),
      before24hBroker: of(all.dayBefore, BROKER),
      before24hCarrier: of(all.dayBefore, CARRIER),
      before24hRm: of(risk.dayBefore),
      before7d: of(all.weekBefore),
      before7dBroker: of(all.weekBefore, BROKER),
      before7dCarrier: of(all.weekBefore, CARRIER),
      before7dRm: of(risk.weekBefore),
      growthCurrent: of(all.growth),
      growthCurrentRm: of(risk.growth),
      growthPrevious: of(all.growthBefore),
      growthPreviousRm: of(risk.growthBefore),
      ...this.#items,
    };
  }
}
