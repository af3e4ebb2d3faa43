import { RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import { windowsAt } from '../engagement/hours.ts';
import { momentum, RISING_FLOOR, type RisingArticle, risingClock } from './rising.ts';
import { LIST, type SiteViews } from './views.ts';
import type { Engagement } from './window.ts';

/**
 * Rising articles with their topics, most momentum first, ties by ascending id. The list keeps those that are among the first 50 of
 * the site, of a topic, or of either within Risk Management, so that it answers every question.
 */
export function risingList(articles: readonly Engagement[], hour: number): SiteViews['rising'] {
  const { from, to } = windowsAt(hour).week;
  const site = new Float64Array(to - from);
  for (const { hourly } of articles) {
    hourly?.hours.forEach((at, i) => {
      site[at - from] = (site[at - from] ?? 0) + (hourly.weights[i] ?? 0);
    });
  }
  const clock = risingClock(hour, site);
  const ranked = articles
    .filter(({ week }) => (week[0] ?? 0) >= RISING_FLOOR)
    .map((article) => ({ article, momentum: momentum(asRising(article), clock) }))
    .sort((a, b) => b.momentum - a.momentum || a.article.id - b.article.id);
  const taken = new Map<string, number>();
  const isAmongFirst = (list: string) => {
    const place = taken.get(list) ?? 0;
    taken.set(list, place + 1);
    return place < LIST;
  };
  return ranked.flatMap(({ article: { id, facts } }): SiteViews['rising'] => {
    const { topics } = facts;
    const lists = ['all', ...topics.map(String)];
    const scopes = topics.includes(RISK_MANAGEMENT_TOPIC) ? lists.flatMap((list) => [list, `${list} rm`]) : lists;
    // Every list is counted, whichever of them has kept the article.
    return scopes.map(isAmongFirst).some(Boolean) ? [[id, topics]] : [];
  });
}

const asRising = ({ id, week, hourly }: Engagement): RisingArticle => ({
  id,
  engagement: week[0] ?? 0,
  hours: hourly?.hours ?? [],
  weights: hourly?.weights ?? [],
});
