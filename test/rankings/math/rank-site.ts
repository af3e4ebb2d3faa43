import type { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { IncrementalSiteRanking, type SiteQuestion } from '../../../src/rankings/math/rank-site.ts';
import { SiteClock } from '../../../src/rankings/math/rising.ts';
import { type JoinHours, RisingLists } from '../../../src/rankings/math/rising-list.ts';
import type { Engagement } from '../../../src/rankings/math/scores.ts';

export function risingOf(articles: readonly Engagement[], hour: number): number[] {
  const [clock, list] = [new SiteClock(hour), new RisingLists()];
  for (const article of articles) {
    article.visitTicks((at, ticks) => clock.add(at, ticks));
    list.change(null, article);
  }
  return list.lists(clock.now, () => [], ALONE).rising.map(([id]) => id);
}

export const ALONE: JoinHours = () => {
  throw new Error('no story has several articles');
};

/** Ranks the whole site at once. The articles must be in ascending order of id. */
export function rankSite(
  articles: readonly Engagement[],
  orders: PreviousOrders,
  { together = ALONE, ...question }: SiteQuestion & { together?: JoinHours },
) {
  const kept = new IncrementalSiteRanking(question);
  for (const article of articles) kept.change(null, article);
  return kept.ranking(articles, orders, together);
}
