import type { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { KeptRanking, type SiteQuestion } from '../../../src/rankings/math/rank-site.ts';
import type { Engagement } from '../../../src/rankings/math/scores.ts';

/** The rankings of the site, made at once from all articles in ascending order of ids. */
export function rankSite(articles: readonly Engagement[], orders: PreviousOrders, question: SiteQuestion) {
  const kept = new KeptRanking(question);
  for (const article of articles) kept.change(null, article);
  return kept.ranking(articles, orders);
}
