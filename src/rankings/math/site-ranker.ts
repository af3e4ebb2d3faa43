import { isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { IncrementalSiteRanking, type SiteQuestion } from './rank-site.ts';
import type { TopicRanking } from './rank-topic.ts';
import type { SiteViews } from './ranking-rows.ts';
import type { JoinHours } from './rising-list.ts';
import type { Engagement } from './scores.ts';

/** Maximum fraction of changed articles for an incremental update. If it is exceeded, a full computation is faster. */
const MAX_CHANGED_FRACTION = 0.5;

type Change = readonly [before: Engagement | null, after: Engagement | null];

/** Finds changed articles by object identity, so callers must not modify a list after passing it. */
export class SiteRanker {
  #articles: readonly Engagement[] = [];
  #question: SiteQuestion = { hour: 0, minClicks: 0, baseline: null };
  #siteRanking: IncrementalSiteRanking | null = null;

  /** Resolves to the same ranking as a full computation. `articles` must be in ascending order of id. */
  async rank(
    articles: readonly Engagement[],
    orders: PreviousOrders,
    { together, ...question }: SiteQuestion & { together: JoinHours },
  ): Promise<TopicRanking<SiteViews>> {
    const { siteRanking, changes } = this.#begin(articles, question);
    // If an update throws an error, the next call must not reuse a half-updated ranking.
    this.#siteRanking = null;
    for (const [before, after] of changes) {
      siteRanking.change(before, after);
      if (isTurnOver()) await nextTurn();
    }
    const ranking = siteRanking.ranking(articles, orders, together);
    this.#articles = articles;
    this.#question = question;
    this.#siteRanking = siteRanking;
    return ranking;
  }

  #begin(
    articles: readonly Engagement[],
    question: SiteQuestion,
  ): { siteRanking: IncrementalSiteRanking; changes: Iterable<Change> } {
    const { hour, minClicks, baseline } = this.#question;
    if (
      this.#siteRanking &&
      hour === question.hour &&
      minClicks === question.minClicks &&
      baseline === question.baseline
    ) {
      const changes = changesBetween(this.#articles, articles);
      if (changes.length <= MAX_CHANGED_FRACTION * articles.length) return { siteRanking: this.#siteRanking, changes };
    }
    return {
      siteRanking: new IncrementalSiteRanking(question),
      changes: articles.map((article) => [null, article] as const),
    };
  }
}

function changesBetween(before: readonly Engagement[], after: readonly Engagement[]): Change[] {
  const changes: Change[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [was, is] = [before[i] ?? null, after[j] ?? null];
    if (was === is) {
      i++;
      j++;
      continue;
    }
    const [wasId, isId] = [was?.id ?? Number.POSITIVE_INFINITY, is?.id ?? Number.POSITIVE_INFINITY];
    if (wasId === isId) changes.push([was, is]);
    else changes.push(wasId < isId ? [was, null] : [null, is]);
    if (wasId <= isId) i++;
    if (isId <= wasId) j++;
  }
  return changes;
}
