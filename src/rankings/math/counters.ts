import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { MEASURES, type Measure } from '../../db/click-columns.ts';
import { WINDOW_NAMES, type WindowName } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import type { Shares } from '../../engagement/weight.ts';
import type { Engagement } from './scores.ts';
import type { AudienceSums } from './views.ts';

type Summed = readonly [articles: 'all' | 'risk', WindowName, measure?: Measure];

/** What each counter sums: engagement, which no answer shows. */
const SUMMED = {
  engagement24h: ['all', 'day'],
  engagement24hBroker: ['all', 'day', 'broker'],
  engagement24hCarrier: ['all', 'day', 'carrier'],
  engagement24hRm: ['risk', 'day'],
  engagement7d: ['all', 'week'],
  engagement7dBroker: ['all', 'week', 'broker'],
  engagement7dCarrier: ['all', 'week', 'carrier'],
  engagement7dRm: ['risk', 'week'],
  before24h: ['all', 'dayBefore'],
  before24hBroker: ['all', 'dayBefore', 'broker'],
  before24hCarrier: ['all', 'dayBefore', 'carrier'],
  before24hRm: ['risk', 'dayBefore'],
  before7d: ['all', 'weekBefore'],
  before7dBroker: ['all', 'weekBefore', 'broker'],
  before7dCarrier: ['all', 'weekBefore', 'carrier'],
  before7dRm: ['risk', 'weekBefore'],
  growthCurrent: ['all', 'growth'],
  growthCurrentRm: ['risk', 'growth'],
  growthPrevious: ['all', 'growthBefore'],
  growthPreviousRm: ['risk', 'growthBefore'],
} as const satisfies Record<string, Summed>;

const NO_ITEMS = { growthItems: 0, growthItemsRm: 0, growthItemsBefore: 0, growthItemsBeforeRm: 0 };

/** What trending and growth rank topics by. Columns of `topic_windows`. */
export type Counters = Record<keyof typeof SUMMED | keyof typeof NO_ITEMS, number>;
const SUMS = Object.entries<Summed>(SUMMED);
export const COUNTERS = Object.keys({ ...SUMMED, ...NO_ITEMS }) as (keyof Counters)[];

export const isRisk = ({ facts }: Engagement): boolean => facts.topics.includes(RISK_MANAGEMENT_TOPIC);

/** The sums of a set of articles in every window. */
type Windows = Record<WindowName, Sums>;

const windows = (): Windows => ({
  day: new Sums(),
  week: new Sums(),
  dayBefore: new Sums(),
  weekBefore: new Sums(),
  growth: new Sums(),
  growthBefore: new Sums(),
});

/** Counters and audiences of articles, as sums to which articles are added and from which they are taken. All of them are whole numbers. */
export class Totals {
  readonly all = windows();
  readonly risk = windows();
  readonly #items = { ...NO_ITEMS };

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
    const sums = SUMS.map(([name, [articles, window, measure]]) => [
      name,
      this[articles][window].engagement(shares, measure ? MEASURES.indexOf(measure) : 0),
    ]);
    return { ...(Object.fromEntries(sums) as Counters), ...this.#items };
  }
}
