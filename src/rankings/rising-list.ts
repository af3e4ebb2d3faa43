import { RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import { windowsAt } from '../engagement/hours.ts';
import { momentum, RISING_FLOOR, type RisingArticle, risingClock } from './rising.ts';
import { SITE } from './site.ts';
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
    const count = hourly?.hours.length ?? 0;
    for (let i = 0; i < count; i++) {
      const at = (hourly?.hours[i] ?? 0) - from;
      site[at] = (site[at] ?? 0) + (hourly?.weights[i] ?? 0);
    }
  }
  const clock = risingClock(hour, site);
  const ranked = articles
    .filter(({ week }) => (week[0] ?? 0) >= RISING_FLOOR)
    .map((article) => ({ article, momentum: momentum(asRising(article), clock) }))
    .sort((a, b) => b.momentum - a.momentum || a.article.id - b.article.id);
  const [everything, riskManagement] = [new Places(), new Places()];
  const kept: SiteViews['rising'] = [];
  for (const { article } of ranked) {
    const { topics } = article.facts;
    const isKept = everything.take(topics);
    const isKeptOfRisk = topics.includes(RISK_MANAGEMENT_TOPIC) && riskManagement.take(topics);
    if (isKept || isKeptOfRisk) kept.push([article.id, topics]);
  }
  return kept;
}

/** How many places of each topic's list, and of the list of all, are taken. */
class Places {
  readonly #taken = new Map<number, number>();

  /** Takes a place in every list of these topics; whether one of them was among the first. */
  take(topics: readonly number[]): boolean {
    let isAmongFirst = this.#takeOne(SITE);
    for (const topic of topics) isAmongFirst = this.#takeOne(topic) || isAmongFirst;
    return isAmongFirst;
  }

  #takeOne(topic: number): boolean {
    const place = this.#taken.get(topic) ?? 0;
    if (place < LIST) this.#taken.set(topic, place + 1);
    return place < LIST;
  }
}

const asRising = ({ id, week, hourly }: Engagement): RisingArticle => ({
  id,
  engagement: week[0] ?? 0,
  hours: hourly?.hours ?? [],
  weights: hourly?.weights ?? [],
});
