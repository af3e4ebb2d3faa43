import { isRisk } from './counters.ts';
import type { RisingClock } from './rising.ts';
import type { Engagement } from './scores.ts';

const NO_MOMENTUM = -1;
/** Number of moves per item above which a full sort replaces the insertion sort. */
const MAX_MOVES_PER_ITEM = 4;

export const CandidateKind = { Alone: 0, Part: 1, Story: 2 } as const;

/** Rising articles and stories as rows of flat arrays, which are fast to scan. Changed facts require a new row. */
export class RisingCandidates {
  /** Articles by row. An entry is `null` if the article was removed or moved to another row. */
  readonly #articles: (Engagement | null)[] = [];
  readonly kinds: number[] = [];
  readonly isRisk: boolean[] = [];
  /** Topic numbers of all rows in one array. `firstPlaces` contains the index at which each row's topics start. */
  readonly places: number[] = [];
  readonly firstPlaces: number[] = [0];
  readonly #momenta: number[] = [];
  readonly #rowOf = new Map<number, number>();
  readonly #numbers = new Map<number, number>();
  /** Rows in the order of the last sort, followed by new rows. */
  readonly #order: number[] = [];

  get topicCount(): number {
    return this.#numbers.size;
  }

  get rowsPerArticle(): number {
    return this.#articles.length / Math.max(1, this.#rowOf.size);
  }

  renewed(): RisingCandidates {
    const renewed = new RisingCandidates();
    for (const [key, row] of this.#rowOf) {
      renewed.set(key, this.article(row));
      renewed.setKind(key, this.kinds[row] ?? CandidateKind.Alone);
    }
    return renewed;
  }

  article(row: number): Engagement {
    return this.#articles[row] as Engagement;
  }

  set(key: number, article: Engagement): void {
    const known = this.#rowOf.get(key);
    if (known !== undefined && this.#articles[known]?.facts === article.facts) {
      this.#articles[known] = article;
      return;
    }
    this.delete(key);
    const row = this.#articles.push(article) - 1;
    this.kinds.push(CandidateKind.Alone);
    this.isRisk.push(isRisk(article));
    for (const topic of article.facts.topics) this.places.push(this.#numberOf(topic));
    this.firstPlaces.push(this.places.length);
    this.#momenta.push(0);
    this.#rowOf.set(key, row);
    this.#order.push(row);
  }

  setKind(key: number, kind: number): void {
    const row = this.#rowOf.get(key);
    if (row !== undefined) this.kinds[row] = kind;
  }

  delete(key: number): void {
    const row = this.#rowOf.get(key);
    if (row === undefined) return;
    this.#articles[row] = null;
    this.#rowOf.delete(key);
  }

  /** Sorts rows by momentum, then id. Most rows keep their order, so an insertion sort is fast. */
  sorted(clock: RisingClock): readonly number[] {
    const [articles, momenta, order] = [this.#articles, this.#momenta, this.#order];
    // The loop reads the arrays in order, which is fast because of the CPU cache.
    for (let row = 0; row < articles.length; row++) momenta[row] = articles[row]?.momentum(clock) ?? NO_MOMENTUM;
    let count = 0;
    for (const row of order) if (momenta[row] !== NO_MOMENTUM) order[count++] = row;
    order.length = count;
    return sortNearly(
      order,
      (a, b) => (momenta[b] ?? 0) - (momenta[a] ?? 0) || this.article(a).id - this.article(b).id,
    );
  }

  #numberOf(topic: number): number {
    const known = this.#numbers.get(topic) ?? this.#numbers.size;
    this.#numbers.set(topic, known);
    return known;
  }
}

function sortNearly(list: number[], compare: (a: number, b: number) => number): readonly number[] {
  let left = MAX_MOVES_PER_ITEM * list.length;
  for (let i = 1; i < list.length; i++) {
    const own = list[i] ?? 0;
    let at = i;
    for (; at > 0 && compare(list[at - 1] ?? 0, own) > 0; at--) list[at] = list[at - 1] ?? 0;
    list[at] = own;
    left -= i - at;
    if (left < 0) return list.sort(compare);
  }
  return list;
}
