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
    const { day, week, dayBefore, weekBefore, growth, growthBefore } = article;
    const sums = this.#counters;
    addParts(this.#audience['24h'], day, sign);
    addParts(this.#audience['7d'], week, sign);
    if (dayBefore !== NOBODY) {
      sums.before24h += sign * (dayBefore[0] ?? 0);
      sums.before24hBroker += sign * (dayBefore[BROKER] ?? 0);
      sums.before24hCarrier += sign * (dayBefore[CARRIER] ?? 0);
    }
    if (weekBefore !== NOBODY) {
      sums.before7d += sign * (weekBefore[0] ?? 0);
      sums.before7dBroker += sign * (weekBefore[BROKER] ?? 0);
      sums.before7dCarrier += sign * (weekBefore[CARRIER] ?? 0);
    }
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

  #addRisk({ day, week, dayBefore, weekBefore, growth, growthBefore }: Engagement, sign: 1 | -1): void {
    const sums = this.#counters;
    sums.engagement24hRm += sign * (day[0] ?? 0);
    sums.engagement7dRm += sign * (week[0] ?? 0);
    sums.before24hRm += sign * (dayBefore[0] ?? 0);
    sums.before7dRm += sign * (weekBefore[0] ?? 0);
    sums.growthCurrentRm += sign * growth;
    sums.growthPreviousRm += sign * growthBefore;
    if (growth > 0) sums.growthItemsRm += sign;
    if (growthBefore > 0) sums.growthItemsBeforeRm += sign;
  }
}

function addParts(total: number[], parts: Parts, sign: 1 | -1): void {
  if (parts === NOBODY) return;
  for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + sign * (parts[i] ?? 0);
}
