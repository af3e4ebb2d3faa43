import { type Hourly, NOBODY, type Score } from '../../engagement/score.ts';
import type { RisingClock } from './rising.ts';
import { RisingList } from './rising-list.ts';
import { type Engagement, Scores } from './scores.ts';
import type { SiteViews } from './views.ts';

/** The hours of `7d` of several articles as if all their clicks were on one. */
export type Together = (ids: readonly number[]) => Hourly;

/** Rising stories: each rises as one article would that had all their clicks, so that one sender on ten copies is one sender. */
export class RisingStories {
  readonly #list = new RisingList();
  readonly #scores = new Scores();
  /** Stories by id, with what they are ranked by: that of their only article, or one with the id of their first. */
  readonly #ranked = new Map<number, { as: Engagement; articles: readonly Engagement[] }>();
  readonly #changed = new Set<number>();

  touch(story: number): void {
    this.#changed.add(story);
  }

  /** Stories with their topics, most momentum first, each as its articles, those with most momentum first. */
  list(
    clock: RisingClock,
    articlesOf: (story: number) => readonly Engagement[],
    together: Together,
  ): SiteViews['risingStories'] {
    for (const story of this.#changed) this.#remove(story);
    for (const story of this.#changed) {
      const articles = articlesOf(story);
      const as = this.#engagement(articles, together);
      if (!as) continue;
      this.#ranked.set(story, { as, articles });
      this.#list.set(as);
    }
    this.#changed.clear();
    const byId = new Map(Array.from(this.#ranked.values(), (ranked) => [ranked.as.id, ranked]));
    const listed = this.#list.list(
      clock,
      Array.from(this.#ranked.values(), ({ as }) => as),
    );
    return listed.map(([id, topics]) => {
      const momenta = (byId.get(id)?.articles ?? []).map((article) => ({
        id: article.id,
        own: article.momentum(clock),
      }));
      return [momenta.sort((a, b) => b.own - a.own || a.id - b.id).map((article) => article.id), topics];
    });
  }

  #remove(story: number): void {
    const ranked = this.#ranked.get(story);
    if (!ranked) return;
    this.#ranked.delete(story);
    this.#list.delete(ranked.as.id);
    this.#scores.delete(ranked.as.id);
  }

  #engagement(articles: readonly Engagement[], together: Together): Engagement | null {
    const [first] = articles;
    if (!first || articles.length === 1) return first ?? null;
    const ids = articles.map(({ id }) => id);
    const topics = [...new Set(articles.flatMap(({ facts }) => facts.topics))].sort((a, b) => a - b);
    return this.#scores.set({ ...first.facts, id: Math.min(...ids), topics }, { ...SILENT, hourly: together(ids) });
  }
}

const SILENT: Score = {
  day: NOBODY,
  week: NOBODY,
  dayBefore: NOBODY,
  weekBefore: NOBODY,
  growth: NOBODY,
  growthBefore: NOBODY,
  hourly: null,
};
