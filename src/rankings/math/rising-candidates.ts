import { isRisk } from './counters.ts';
import type { RisingClock } from './rising.ts';
import type { Engagement } from './scores.ts';

/**
 * Articles that may rise, in rows: every publication goes through all of them, tens of thousands. The facts of a row never change; an
 * article whose own do gets another row.
 */
export class RisingCandidates {
  /** Null: the article has another row, or none. */
  readonly #articles: (Engagement | null)[] = [];
  readonly isRisk: boolean[] = [];
  /** Topics of all rows as consecutive numbers, and where those of a row begin. */
  readonly places: number[] = [];
  readonly firstPlaces: number[] = [0];
  readonly #momenta: number[] = [];
  readonly #rowOf = new Map<number, number>();
  readonly #numbers = new Map<number, number>();
  /** Rows in the order of the last sorting, then new ones. */
  readonly #order: number[] = [];

  /** How many different topics there are. */
  get topicCount(): number {
    return this.#numbers.size;
  }

  /** How many rows there are for each article. */
  get rowsPerArticle(): number {
    return this.#articles.length / Math.max(1, this.#rowOf.size);
  }

  /** The article of a row of `sorted`. */
  article(row: number): Engagement {
    const article = this.#articles[row];
    if (!article) throw new Error(`no article in row ${row}`);
    return article;
  }

  set(article: Engagement): void {
    const known = this.#rowOf.get(article.id);
    if (known !== undefined && this.article(known).facts === article.facts) {
      this.#articles[known] = article;
      return;
    }
    this.delete(article.id);
    const row = this.#articles.push(article) - 1;
    this.isRisk.push(isRisk(article));
    for (const topic of article.facts.topics) this.places.push(this.#numberOf(topic));
    this.firstPlaces.push(this.places.length);
    this.#momenta.push(0);
    this.#rowOf.set(article.id, row);
    this.#order.push(row);
  }

  delete(id: number): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) return;
    this.#articles[row] = null;
    this.#rowOf.delete(id);
  }

  /** Rows by momentum, ties by ascending id. The clock moves most of them together, and what is nearly sorted is sorted fast. */
  sorted(clock: RisingClock): readonly number[] {
    const [articles, momenta] = [this.#articles, this.#momenta];
    const order = this.#order;
    // Row by row, because the numbers of neighbours are neighbours in memory.
    for (let row = 0; row < articles.length; row++) momenta[row] = articles[row]?.momentum(clock) ?? 0;
    let count = 0;
    for (const row of order) if (articles[row]) order[count++] = row;
    order.length = count;
    return order.sort(
      (a, b) => (momenta[b] ?? 0) - (momenta[a] ?? 0) || (articles[a]?.id ?? 0) - (articles[b]?.id ?? 0),
    );
  }

  #numberOf(topic: number): number {
    const known = this.#numbers.get(topic) ?? this.#numbers.size;
    this.#numbers.set(topic, known);
    return known;
  }
}
