import { RISING_FLOOR, SiteClock } from './rising.ts';
import { RisingCandidates } from './rising-candidates.ts';
import type { Engagement } from './scores.ts';
import { LIST, type SiteViews } from './views.ts';

/** Rows for each candidate beyond which those of the past are dropped. */
const MOST_ROWS = 3;

/** Rising articles of an hour, kept while articles change. */
export class RisingList {
  readonly #clock: SiteClock;
  #candidates = new RisingCandidates();

  constructor(hour: number) {
    this.#clock = new SiteClock(hour);
  }

  /** An article as it was and as it is now; null: it was not there, or is no longer. */
  change(before: Engagement | null, after: Engagement | null): void {
    before?.visitTicks((hour, ticks) => this.#clock.add(hour, -ticks));
    after?.visitTicks((hour, ticks) => this.#clock.add(hour, ticks));
    if (after && mayRise(after)) this.#candidates.set(after);
    else if (before) this.#candidates.delete(before.id);
  }

  /**
   * Articles with their topics, most momentum first, ties by ascending id. The list keeps those that are among the first 50 of the
   * site, of a topic, or of either within Risk Management, so that it answers every question. `articles`: all of them.
   */
  list(articles: readonly Engagement[]): SiteViews['rising'] {
    if (this.#candidates.rowsPerArticle > MOST_ROWS) {
      this.#candidates = new RisingCandidates();
      for (const article of articles) if (mayRise(article)) this.#candidates.set(article);
    }
    const candidates = this.#candidates;
    const { isRisk, places, firstPlaces, topicCount } = candidates;
    const rows = candidates.sorted(this.#clock.now);
    const [everything, riskManagement] = [new OpenRanks(topicCount), new OpenRanks(topicCount)];
    const kept: SiteViews['rising'] = [];
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
