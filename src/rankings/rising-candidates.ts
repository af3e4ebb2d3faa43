import { isRisk } from './counters.ts';
import { momentumOf, type RisingClock } from './rising.ts';
import type { Engagement } from './window.ts';

/**
 * Articles that may rise, in columns: every publication goes through all of them, tens of thousands. A row never changes; an
 * article that does gets another one.
 */
export class RisingCandidates {
  readonly ids: number[] = [];
  readonly topics: number[][] = [];
  readonly isRisk: boolean[] = [];
  /** Topics of all rows as consecutive numbers, and where those of a row begin. */
  readonly places: number[] = [];
  readonly firstPlaces: number[] = [0];
  readonly #engagement: number[] = [];
  readonly #momenta: number[] = [];
  /** Hours and weights of all rows, and where those of a row begin. */
  readonly #hours: number[] = [];
  readonly #weights: number[] = [];
  readonly #firstHours: number[] = [0];
  /** False: the article has another row, or none. */
  readonly #isCurrent: boolean[] = [];
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
    return this.ids.length / Math.max(1, this.#rowOf.size);
  }

  set(article: Engagement): void {
    const { id, week, hourly, facts } = article;
    this.delete(id);
    const row = this.ids.push(id) - 1;
    this.topics.push(facts.topics);
    this.isRisk.push(isRisk(article));
    for (const topic of facts.topics) this.places.push(this.#numberOf(topic));
    this.firstPlaces.push(this.places.length);
    this.#engagement.push(week[0] ?? 0);
    this.#momenta.push(0);
    for (const hour of hourly?.hours ?? []) this.#hours.push(hour);
    for (const weight of hourly?.weights ?? []) this.#weights.push(weight);
    this.#firstHours.push(this.#hours.length);
    this.#isCurrent.push(true);
    this.#rowOf.set(id, row);
    this.#order.push(row);
  }

  delete(id: number): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) return;
    this.#isCurrent[row] = false;
    this.#rowOf.delete(id);
  }

  /** Rows by momentum, ties by ascending id. The clock moves most of them together, and what is nearly sorted is sorted fast. */
  sorted(clock: RisingClock): readonly number[] {
    const [ids, momenta, starts] = [this.ids, this.#momenta, this.#firstHours];
    const order = this.#order;
    let count = 0;
    for (const row of order) {
      if (!this.#isCurrent[row]) continue;
      order[count++] = row;
      const part = { from: starts[row] ?? 0, to: starts[row + 1] ?? 0 };
      momenta[row] = momentumOf(this.#engagement[row] ?? 0, this.#hours, this.#weights, clock, part);
    }
    order.length = count;
    return order.sort((a, b) => (momenta[b] ?? 0) - (momenta[a] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0));
  }

  #numberOf(topic: number): number {
    const known = this.#numbers.get(topic) ?? this.#numbers.size;
    this.#numbers.set(topic, known);
    return known;
  }
}
