import { type Hourly, type Score, ZERO_SCORE } from '../../engagement/score.ts';
import { LIST, type SiteViews } from './ranking-rows.ts';
import { RISING_FLOOR, type RisingClock } from './rising.ts';
import { CandidateKind, RisingCandidates } from './rising-candidates.ts';
import { type Engagement, Scores } from './scores.ts';
import { storyIdOf } from './story-lists.ts';

/** Maximum number of rows per article or story. If there are more, unused rows are removed. */
const MAX_ROWS_PER_ARTICLE = 3;

/** Combines the hourly engagement of several articles as if one article had received all their clicks. */
export type JoinHours = (ids: readonly number[]) => Hourly;

/** Scores a story like one article with all its clicks. A sender's clicks on ten duplicates thus count only once. */
export class RisingLists {
  #candidates = new RisingCandidates();
  readonly #scores = new Scores();
  /** Scores of stories with several articles, each stored under the lowest content id of its story. */
  readonly #wholes = new Map<number, Engagement>();
  readonly #changed = new Set<number>();

  change(before: Engagement | null, after: Engagement | null): void {
    if (after) this.#set(after.id, after);
    else if (before) this.#candidates.delete(before.id);
    for (const article of [before, after]) if (article) this.#changed.add(storyIdOf(article));
  }

  /** Returns rising articles and stories by momentum, then id. Contains the first 50 of the site and of each topic. */
  lists(clock: RisingClock, articlesOf: (story: number) => readonly Engagement[], together: JoinHours) {
    for (const story of this.#changed) this.#join(story, articlesOf(story), together);
    this.#changed.clear();
    if (this.#candidates.rowsPerArticle > MAX_ROWS_PER_ARTICLE) this.#candidates = this.#candidates.renewed();
    const candidates = this.#candidates;
    const rows = candidates.sorted(clock);
    const [articles, stories] = [new OpenRanks(candidates), new OpenRanks(candidates)];
    const listed: Pick<SiteViews, 'rising' | 'risingStories'> = { rising: [], risingStories: [] };
    for (const row of rows) {
      const kind = candidates.kinds[row];
      if (kind !== CandidateKind.Story && articles.take(row)) {
        const { id, facts } = candidates.article(row);
        listed.rising.push([id, facts.topics]);
      }
      if (kind !== CandidateKind.Part && stories.take(row)) {
        const whole = candidates.article(row);
        const momenta = articlesOf(storyIdOf(whole)).map((article) => ({
          id: article.id,
          own: article.momentum(clock),
        }));
        const ids = momenta.sort((a, b) => b.own - a.own || a.id - b.id).map(({ id }) => id);
        listed.risingStories.push([ids, whole.facts.topics]);
      }
    }
    return listed;
  }

  #set(key: number, article: Engagement): void {
    if (article.rising >= RISING_FLOOR) this.#candidates.set(key, article);
    else this.#candidates.delete(key);
  }

  #join(story: number, articles: readonly Engagement[], together: JoinHours): void {
    const former = this.#wholes.get(story);
    const ids = articles.map(({ id }) => id);
    for (const id of ids) this.#candidates.setKind(id, ids.length > 1 ? CandidateKind.Part : CandidateKind.Alone);
    if (former) {
      this.#wholes.delete(story);
      this.#scores.delete(former.id);
      this.#candidates.delete(keyOf(story));
    }
    const [first] = articles;
    if (!first || ids.length === 1) return;
    const topics = [...new Set(articles.flatMap(({ facts }) => facts.topics))].sort((a, b) => a - b);
    const facts = { ...first.facts, id: Math.min(...ids), story, topics };
    const whole = this.#scores.set(facts, { ...SILENT_SCORES, hourly: together(ids) });
    this.#wholes.set(story, whole);
    this.#set(keyOf(story), whole);
    this.#candidates.setKind(keyOf(story), CandidateKind.Story);
  }
}

/** Story keys are negative, because article ids are positive. */
const keyOf = (story: number): number => -story;

/** Counts the ranks taken on the site and in each topic, both in total and among Risk Management articles only. */
class OpenRanks {
  readonly #candidates: RisingCandidates;
  readonly #all: Uint8Array;
  readonly #risk: Uint8Array;

  constructor(candidates: RisingCandidates) {
    this.#candidates = candidates;
    this.#all = new Uint8Array(candidates.topicCount + 1);
    this.#risk = new Uint8Array(candidates.topicCount + 1);
  }

  /** Takes a rank for the row in each of its topics. Returns true if any of these topics had a free rank. */
  take(row: number): boolean {
    const isAmongFirst = this.#take(this.#all, row);
    return (this.#candidates.isRisk[row] && this.#take(this.#risk, row)) || isAmongFirst;
  }

  #take(lists: Uint8Array, row: number): boolean {
    const { places, firstPlaces } = this.#candidates;
    let isAmongFirst = takeOne(lists, lists.length - 1);
    const end = firstPlaces[row + 1] ?? 0;
    for (let i = firstPlaces[row] ?? 0; i < end; i++) isAmongFirst = takeOne(lists, places[i] ?? 0) || isAmongFirst;
    return isAmongFirst;
  }
}

function takeOne(lists: Uint8Array, list: number): boolean {
  const taken = lists[list] ?? 0;
  if (taken < LIST) lists[list] = taken + 1;
  return taken < LIST;
}

const SILENT_SCORES: Score = {
  day: ZERO_SCORE,
  week: ZERO_SCORE,
  dayBefore: ZERO_SCORE,
  weekBefore: ZERO_SCORE,
  growth: ZERO_SCORE,
  growthBefore: ZERO_SCORE,
  hourly: null,
};
