import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { DaySums } from '../../db/values.ts';
import type { DayArticle } from '../facts.ts';

/** Range of days since the epoch, from `from` (inclusive) to `to` (exclusive). */
export interface DayRange {
  from: number;
  to: number;
}

export const rangeBefore = ({ from, to }: DayRange): DayRange => ({ from: from - (to - from), to: from });

/** Returns the range one year earlier that has the same weekdays. */
export const yearBefore = ({ from, to }: DayRange): DayRange => ({ from: from - YEAR_DAYS, to: to - YEAR_DAYS });
const YEAR_DAYS = 52 * 7;

export type Key = string | number;

export class ArticleSums {
  readonly #keys = new Map<Key, Map<number, number>>();

  add(key: Key, id: number, engagement: number): void {
    const sums = this.#keys.get(key) ?? new Map<number, number>();
    this.#keys.set(key, sums);
    sums.set(id, (sums.get(id) ?? 0) + engagement);
  }

  keys(): Key[] {
    return [...this.#keys.keys()];
  }

  of(key: Key): ReadonlyMap<number, number> {
    return this.#keys.get(key) ?? NO_SUMS;
  }

  total(key: Key): number {
    let total = 0;
    for (const engagement of this.of(key).values()) total += engagement;
    return total;
  }

  ranking(key: Key): number[] {
    return [...this.of(key)].sort(([a, x], [b, y]) => y - x || a - b).map(([id]) => id);
  }
}

const NO_SUMS: ReadonlyMap<number, number> = new Map();

export interface RangeQuery {
  riskManagement: boolean;
  /** Returns the keys of all groups in which an article is counted on a day. */
  keysOf: (article: DayArticle) => readonly Key[];
}

export class RangeSums {
  readonly articles = { now: new ArticleSums(), before: new ArticleSums() };
  readonly topics = { now: new Map<number, number>(), before: new Map<number, number>() };
  readonly sources = new Map<number, string>();
  readonly #rangeQuery: RangeQuery;

  constructor(rangeQuery: RangeQuery) {
    this.#rangeQuery = rangeQuery;
  }

  /** Adds the sums of a day. Callers must add days in ascending order. */
  add(when: 'now' | 'before', { origins, articles, topics }: DaySums): void {
    const { riskManagement, keysOf } = this.#rangeQuery;
    for (const [id, all, rm] of topics) {
      const engagement = riskManagement ? rm : all;
      this.topics[when].set(id, (this.topics[when].get(id) ?? 0) + engagement);
    }
    for (const [id, engagement, place, topics, companies, countries, authors, section] of articles) {
      if (riskManagement && !topics.includes(RISK_MANAGEMENT_TOPIC)) continue;
      const [contentType, sourceType, source, domain] = origins[place] ?? ['', null, '', ''];
      this.sources.set(id, source);
      const facts = { id, contentType, sourceType, source, domain, topics, companies, countries, authors, section };
      for (const key of keysOf(facts)) this.articles[when].add(key, id, engagement);
    }
  }

  ranksBefore(key: Key): Map<number, number> {
    return new Map(this.articles.before.ranking(key).map((id, i) => [id, i + 1]));
  }
}
