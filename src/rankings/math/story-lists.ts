import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { Sums } from '../../engagement/sums.ts';
import { isRisk } from './counters.ts';
import { type EntryScore, idOf } from './incremental-top.ts';
import { PERIOD_SCORES } from './item-lists.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { LIST, type PeriodLists, type RankedStories } from './ranking-rows.ts';
import type { Engagement } from './scores.ts';
import { topItems } from './top.ts';

interface Story {
  id: number;
  articles: readonly Engagement[];
}

const LISTS = [
  { name: '24h', scores: PERIOD_SCORES['24h'], window: 'day', before: 'dayBefore', isOfRisk: false },
  { name: '7d', scores: PERIOD_SCORES['7d'], window: 'week', before: 'weekBefore', isOfRisk: false },
  { name: '24h-rm', scores: PERIOD_SCORES['24h'], window: 'day', before: 'dayBefore', isOfRisk: true },
  { name: '7d-rm', scores: PERIOD_SCORES['7d'], window: 'week', before: 'weekBefore', isOfRisk: true },
] as const;
type List = (typeof LISTS)[number];

export const storyIdOf = ({ id, facts }: Engagement): number => facts.story ?? id;

/** Ranks stories, and updates only those that changed. All articles of a story are discounted as one group. */
export class StoryLists {
  /** Articles by story. Most stories have a single article, which is stored without an array to save memory. */
  readonly #articles = new Map<number, Engagement | readonly Engagement[]>();
  /** Upper bounds on the engagement of each story, by list. A bound is the sum over the articles of the story. */
  readonly #totals = LISTS.map(() => new Map<number, number>());

  change(before: Engagement | null, after: Engagement | null): void {
    if (before) {
      const story = storyIdOf(before);
      const [first, ...others] = this.articlesOf(story).filter(({ id }) => id !== before.id);
      if (first) this.#articles.set(story, others.length > 0 ? [first, ...others] : first);
      else this.#articles.delete(story);
      this.#add(before, -1);
    }
    if (after) {
      const story = storyIdOf(after);
      const others = this.articlesOf(story);
      this.#articles.set(story, others.length > 0 ? [...others, after] : after);
      this.#add(after, 1);
    }
  }

  articlesOf(story: number): readonly Engagement[] {
    const articles = this.#articles.get(story) ?? [];
    return 'id' in articles ? [articles] : articles;
  }

  lists(baseline: TrafficBaseline | null, orders: PreviousOrders): PeriodLists<RankedStories> {
    return Object.fromEntries(
      LISTS.map((list, i) => [list.name, this.#list(list, this.#totals[i] ?? new Map(), baseline, orders)]),
    ) as PeriodLists<RankedStories>;
  }

  #add(article: Engagement, sign: 1 | -1): void {
    for (const [i, { scores, isOfRisk }] of LISTS.entries()) {
      const own = isOfRisk && !isRisk(article) ? 0 : scores.now(article);
      const totals = this.#totals[i];
      if (own === 0 || !totals) continue;
      const story = storyIdOf(article);
      const total = (totals.get(story) ?? 0) + sign * own;
      if (total > 0) totals.set(story, total);
      else totals.delete(story);
    }
  }

  #list(
    list: List,
    totals: ReadonlyMap<number, number>,
    baseline: TrafficBaseline | null,
    orders: PreviousOrders,
  ): RankedStories {
    const { name, scores, isOfRisk } = list;
    const storyOf = (id: number): Story => ({
      id,
      articles: isOfRisk ? this.articlesOf(id).filter(isRisk) : this.articlesOf(id),
    });
    const listed = this.#first(totals, (id) => engagementOf(storyOf(id), list.window, scores.now, baseline)).map(
      storyOf,
    );
    const before = (story: Story) => engagementOf(story, list.before, scores.before, baseline);
    const ranks = orders.ranks(`stories ${name}`, listed, () => [...this.#articles.keys()].map(storyOf), before);
    return listed.map(({ id, articles }, i) => {
      const first = topItems(articles, scores.now, idOf, LIST);
      return [id, first.map(idOf), ranks[i] ?? null];
    });
  }

  /** Returns the first stories of a list. Sums are computed only for stories whose upper bound is high enough. */
  #first(totals: ReadonlyMap<number, number>, engagement: (id: number) => number): number[] {
    for (let most = 2 * LIST; ; most *= 2) {
      const candidates = topItems(
        totals,
        ([, total]) => total,
        ([id]) => id,
        most,
      );
      const weighed = new Map(candidates.map(([id]) => [id, engagement(id)]));
      const listed = topItems(
        weighed.keys(),
        (id) => weighed.get(id) ?? 0,
        (id) => id,
        LIST,
      );
      const last = listed.at(-1) ?? 0;
      const least = listed.length < LIST ? 0 : (weighed.get(last) ?? 0);
      const [id, bound] = candidates.at(-1) ?? [0, 0];
      // Other stories with the same bound have higher ids.
      if (candidates.length === totals.size || bound < least || (bound === least && last <= id)) return listed;
    }
  }
}

function engagementOf(
  { articles }: Story,
  window: List['window' | 'before'],
  score: EntryScore,
  baseline: TrafficBaseline | null,
) {
  const [first] = articles;
  if (first && articles.length === 1) return score(first);
  const sums = new Sums();
  for (const article of articles) article.addTo(sums, window);
  return sums.engagement(baseline);
}
