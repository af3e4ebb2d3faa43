import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { MEASURES } from '../../db/click-columns.ts';
import { NOBODY } from '../../engagement/score.ts';
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

const ZERO: Counters = {
  engagement24h: 0,
  engagement24hBroker: 0,
  engagement24hCarrier: 0,
  engagement24hRm: 0,
  engagement7d: 0,
  engagement7dBroker: 0,
  engagement7dCarrier: 0,
  engagement7dRm: 0,
  before24h: 0,
  before24hBroker: 0,
  before24hCarrier: 0,
  before24hRm: 0,
  before7d: 0,
  before7dBroker: 0,
  before7dCarrier: 0,
  before7dRm: 0,
  growthCurrent: 0,
  growthCurrentRm: 0,
  growthPrevious: 0,
  growthPreviousRm: 0,
  growthItems: 0,
  growthItemsRm: 0,
  growthItemsBefore: 0,
  growthItemsBeforeRm: 0,
};

const BROKER = MEASURES.indexOf('broker');
const CARRIER = MEASURES.indexOf('carrier');

export const isRisk = ({ facts }: Engagement): boolean => facts.topics.includes(RISK_MANAGEMENT_TOPIC);

/** Counters and audiences of articles, as sums to which articles are added and from which they are taken. All of them are whole numbers. */
export class Totals {
  readonly #counters = { ...ZERO };
  readonly #audience: AudienceSums = { '24h': [...NOBODY], '7d': [...NOBODY] };

  /** Adds an article with sign 1, and takes it away with sign -1. */
  add(article: Engagement, sign: 1 | -1 = 1): void {
    const { growth, growthBefore } = article;
    const sums = this.#counters;
    const { '24h': day, '7d': week } = this.#audience;
    for (let i = 0; i < MEASURES.length; i++) {
      day[i] = (day[i] ?? 0) + sign * article.day(i);
      week[i] = (week[i] ?? 0) + sign * article.week(i);
    }
    sums.before24h += sign * article.dayBefore();
    sums.before24hBroker += sign * article.dayBefore(BROKER);
    sums.before24hCarrier += sign * article.dayBefore(CARRIER);
    sums.before7d += sign * article.weekBefore();
    sums.before7dBroker += sign * article.weekBefore(BROKER);
    sums.before7dCarrier += sign * article.weekBefore(CARRIER);
    sums.growthCurrent += sign * growth;
    sums.growthPrevious += sign * growthBefore;
    if (growth > 0) sums.growthItems += sign;
    if (growthBefore > 0) sums.growthItemsBefore += sign;
    if (isRisk(article)) this.#addRisk(article, sign);
  }

  get audience(): AudienceSums {
    return { '24h': [...this.#audience['24h']], '7d': [...this.#audience['7d']] };
  }

  get counters(): Counters {
    const { '24h': day, '7d': week } = this.#audience;
    return {
      ...this.#counters,
      engagement24h: day[0] ?? 0,
      engagement24hBroker: day[BROKER] ?? 0,
      engagement24hCarrier: day[CARRIER] ?? 0,
      engagement7d: week[0] ?? 0,
      engagement7dBroker: week[BROKER] ?? 0,
      engagement7dCarrier: week[CARRIER] ?? 0,
    };
  }

  #addRisk(article: Engagement, sign: 1 | -1): void {
    const { growth, growthBefore } = article;
    const sums = this.#counters;
    sums.engagement24hRm += sign * article.day();
    sums.engagement7dRm += sign * article.week();
    sums.before24hRm += sign * article.dayBefore();
    sums.before7dRm += sign * article.weekBefore();
    sums.growthCurrentRm += sign * growth;
    sums.growthPreviousRm += sign * growthBefore;
    if (growth > 0) sums.growthItemsRm += sign;
    if (growthBefore > 0) sums.growthItemsBeforeRm += sign;
  }
}
