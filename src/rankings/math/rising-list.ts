import { type Hourly, NOBODY, type Score } from '../../engagement/score.ts';
import { RISING_FLOOR, type RisingClock } from './rising.ts';
import { RisingCandidates } from './rising-candidates.ts';
import { type Engagement, Scores } from './scores.ts';
import { LIST, type SiteViews } from './views.ts';

/** Rows for each candidate beyond which those of the past are dropped. */
const MOST_ROWS = 3;

/** What rises in an hour, articles or stories, kept while they change. */
export class RisingList {
  #candidates = new RisingCandidates();

  set(article: Engagement): void {
    if (mayRise(article)) this.#candidates.set(article);
    else this.#candidates.delete(article.id);
  }

  delete(id: number): void {
    this.#candidates.delete(id);
  }

  /**
   * Ids with their topics, most momentum first, ties by ascending id. The list keeps those that are among the first 50 of the
   * site, of a topic, or of either within Risk Management, so that it answers every question. `all`: whatever was set.
   */
  list(clock: RisingClock, all: Iterable<Engagement>): [id: number, topics: number[]][] {
    if (this.#candidates.rowsPerArticle > MOST_ROWS) {
      this.#candidates = new RisingCandidates();
      for (const article of all) this.set(article);
    }
    const candidates = this.#candidates;
    const { isRisk, places, firstPlaces, topicCount } = candidates;
    const rows = candidates.sorted(clock);
    const [everything, riskManagement] = [new OpenRanks(topicCount), new OpenRanks(topicCount)];
    const kept: [id: number, topics: number[]][] = [];
    for (const row of rows) {
      const [from, to] = [firstPlaces[row] ?? 0, firstPlaces[row + 1] ?? 0];
      const isKept = everything.take(places, from, to);
      const isKeptOfRisk = isRisk[row] && riskManagement.take(places, from, to);
      if (isKept || isKeptOfRisk) kept.push(candidates.entry(row));
    }
    return kept;
  }
}

const mayRise = (article: Engagement): boolean => article.rising >= RISING_FLOOR;

/** How many places of each topic's list, and of the list of all, are taken. */
class OpenRanks {
  readonly #taken: Uint8Array;
  readonly #all: number;

  /** `topics`: how many there are. */
  constructor(topics: number) {
    this.#taken = new Uint8Array(topics + 1);
    this.#all = topics;
  }

  /** Takes a place in every list of the topics from one place of `topics` to another; whether one of them was among the first. */
  take(topics: readonly number[], from: number, to: number): boolean {
    let isAmongFirst = this.#takeOne(this.#all);
    for (let i = from; i < to; i++) isAmongFirst = this.#takeOne(topics[i] ?? 0) || isAmongFirst;
    return isAmongFirst;
  }

  #takeOne(list: number): boolean {
    const taken = this.#taken[list] ?? 0;
    if (taken < LIST) this.#taken[list] = taken + 1;
    return taken < LIST;
  }
}

/** The hours of `7d` of several articles as if all their clicks were on one. */
export type Together = (ids: readonly number[]) => Hourly;

/** Rising stories: each rises as one article would that had all their clicks, so that one sender on ten copies is one sender. */
export class RisingStories {
  readonly #list = new RisingList();
  readonly #scores = new Scores();
  /** What is ranked, by id: of a story with one article that article, of another one with the id of its first. */
  readonly #ranked = new Map<number, { as: Engagement; articles: readonly Engagement[] }>();
  readonly #idOf = new Map<number, number>();
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
      this.#idOf.set(story, as.id);
      this.#ranked.set(as.id, { as, articles });
      this.#list.set(as);
    }
    this.#changed.clear();
    return this.#list.list(clock, this.#all()).map(([id, topics]) => {
      const momenta = (this.#ranked.get(id)?.articles ?? []).map((article) => ({
        id: article.id,
        own: article.momentum(clock),
      }));
      return [momenta.sort((a, b) => b.own - a.own || a.id - b.id).map((article) => article.id), topics];
    });
  }

  *#all(): Iterable<Engagement> {
    for (const { as } of this.#ranked.values()) yield as;
  }

  #remove(story: number): void {
    const id = this.#idOf.get(story);
    if (id === undefined) return;
    this.#idOf.delete(story);
    this.#ranked.delete(id);
    this.#list.delete(id);
    this.#scores.delete(id);
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
