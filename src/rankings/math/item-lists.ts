import { isRisk } from './counters.ts';
import { type EntryScore, IncrementalTop, idOf } from './incremental-top.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { LIST, type PeriodLists, type PreviousRanks } from './ranking-rows.ts';
import type { Engagement } from './scores.ts';

export const PERIOD_SCORES: Record<'24h' | '7d', { now: EntryScore; before: EntryScore }> = {
  '24h': { now: (article) => article.day(), before: (article) => article.dayBefore() },
  '7d': { now: (article) => article.week(), before: (article) => article.weekBefore() },
};

const NAMES = ['24h', '7d', '24h-rm', '7d-rm'] as const satisfies readonly (keyof PeriodLists)[];

export class ItemLists {
  readonly #lists = NAMES.map((name) => new IncrementalTop(scoreOf(name), LIST));

  change(before: Engagement | null, after: Engagement | null): void {
    for (const list of this.#lists) list.change(before, after);
  }

  lists(
    articles: readonly Engagement[],
    orders: PreviousOrders,
  ): { items: PeriodLists; previous: PeriodLists<PreviousRanks> } {
    const listed = NAMES.map((name, i) => {
      const items = this.#lists[i]?.items(() => articles) ?? [];
      const scope = () => (isOfRisk(name) ? articles.filter(isRisk) : articles);
      const ranks = orders.ranks(`items ${name}`, items, scope, PERIOD_SCORES[periodOf(name)].before);
      return { name, ids: items.map(idOf), ranks };
    });
    const each = <T>(part: (list: (typeof listed)[number]) => T) =>
      Object.fromEntries(listed.map((list) => [list.name, part(list)])) as PeriodLists<T>;
    return { items: each(({ ids }) => ids), previous: each(({ ranks }) => ranks) };
  }
}

const isOfRisk = (name: keyof PeriodLists) => name.endsWith('-rm');
const periodOf = (name: keyof PeriodLists) => (name.startsWith('24h') ? '24h' : '7d');

function scoreOf(name: keyof PeriodLists): EntryScore {
  const { now } = PERIOD_SCORES[periodOf(name)];
  return isOfRisk(name) ? (article) => (isRisk(article) ? now(article) : 0) : now;
}
