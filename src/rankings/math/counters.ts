import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { MEASURES } from '../../db/click-columns.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { WINDOW_NAMES, type WindowName } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import type { AudienceSums } from './ranking-rows.ts';
import type { Engagement } from './scores.ts';

type Windowed = `${'engagement' | 'before'}${'24h' | '7d'}`;
type OfAudiences<N extends string> = `${N}${'' | 'Broker' | 'Carrier' | 'Rm'}`;
/** Engagement figures for sorting topics. They are columns of `topic_windows`, and no response contains them. */
export type Counter = OfAudiences<Windowed> | `growth${'Current' | 'Previous' | 'Items' | 'ItemsBefore'}${'' | 'Rm'}`;
export type Counters = Record<Counter, number>;

const BROKER = MEASURES.indexOf('broker');
const CARRIER = MEASURES.indexOf('carrier');

export const isRisk = ({ facts }: Engagement): boolean => facts.topics.includes(RISK_MANAGEMENT_TOPIC);

type Windows = Record<WindowName, Sums>;

const windows = (): Windows => ({
  day: new Sums(),
  week: new Sums(),
  dayBefore: new Sums(),
  weekBefore: new Sums(),
  growth: new Sums(),
  growthBefore: new Sums(),
});

/** Sums of engagement over a group of articles, updated one article at a time. All values are integers. */
export class Totals {
  readonly all = windows();
  readonly risk = windows();
  readonly #items = { growthItems: 0, growthItemsRm: 0, growthItemsBefore: 0, growthItemsBeforeRm: 0 };

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

  audience(baseline: TrafficBaseline | null): AudienceSums {
    const parts = (sums: Sums) => MEASURES.map((_, i) => sums.engagement(baseline, i));
    return { '24h': parts(this.all.day), '7d': parts(this.all.week) };
  }

  counters(baseline: TrafficBaseline | null): Counters {
    const { all, risk } = this;
    const of = (sums: Sums, measure = 0) => sums.engagement(baseline, measure);
    const by = <N extends Windowed>(name: N, window: WindowName) =>
      ({
        [name]: of(all[window]),
        [`${name}Broker`]: of(all[window], BROKER),
        [`${name}Carrier`]: of(all[window], CARRIER),
        [`${name}Rm`]: of(risk[window]),
      }) as Record<OfAudiences<N>, number>;
    return {
      ...by('engagement24h', 'day'),
      ...by('engagement7d', 'week'),
      ...by('before24h', 'dayBefore'),
      ...by('before7d', 'weekBefore'),
      growthCurrent: of(all.growth),
      growthCurrentRm: of(risk.growth),
      growthPrevious: of(all.growthBefore),
      growthPreviousRm: of(risk.growthBefore),
      ...this.#items,
    };
  }
}

export const COUNTERS = Object.keys(new Totals().counters(null)) as Counter[];
