import { type COMPANY_TYPES, CONTINENTS, SENIORITIES } from './audiences.ts';

/** The arithmetic of rolling windows: pure, whole UTC hours (hours since the epoch), time always an argument. */

const DAY = 24;
const WEEK = 168;
/** Hours that any window looks back: 7 days and the 7 before. */
export const HORIZON = 2 * WEEK;

export const hourOf = (epochMilliseconds: number): number => Math.floor(epochMilliseconds / 3_600_000);

/** First hours of the windows that end with `hour`, which is still running. */
export const windowStarts = (hour: number) => ({
  day: hour - DAY + 1,
  week: hour - WEEK + 1,
  previous: hour - HORIZON + 1,
});

/** The first of the hours that may still grow: the running and the previous one. What is older is sealed. */
export const liveFrom = (hour: number): number => hour - 1;

/** A total's parts, in this order wherever one stands as an array: everyone, two audiences, then continents and seniorities. */
export const MEASURES = ['all', 'broker', 'carrier', ...CONTINENTS, ...SENIORITIES] as const satisfies readonly (
  | 'all'
  | (typeof COMPANY_TYPES)[number]
  | (typeof CONTINENTS)[number]
  | (typeof SENIORITIES)[number]
)[];
/** Topics need the first three only. */
export const AUDIENCES = 3;

/** What rankings need to know of an article beside its clicks. */
export interface ArticleFacts {
  id: number;
  topics: number[];
  contentType: string;
  /** Slug of the source-type breakdown; null where it is in none. */
  sourceType: string | null;
  /** Source name. */
  source: string;
}

/** The absolute number of clicks that an article has in one hour, by measure. Totals only grow: the larger one is the newer. */
export interface HourTotal {
  contentId: number;
  hour: number;
  counts: number[];
}

/** Sums over the sealed hours of each window. `day` and `week` by measure. */
export interface Sealed {
  contentId: number;
  day: number[];
  week: number[];
  previous: number;
}

/** An article's clicks in each window. */
export interface Engagement extends Sealed {
  facts: ArticleFacts;
}

/** What a telling changed: nothing, something in the windows, or an hour that is sealed and must be loaded anew. */
export type News = 'known' | 'changed' | 'late';

export class RollingWindow {
  /** The hour the sealed sums were made for. */
  readonly hour: number;
  readonly #sealed: Map<number, Sealed>;
  readonly #facts: Map<number, ArticleFacts>;
  /** By article, then hour. */
  readonly #live = new Map<number, Map<number, number[]>>();

  constructor(hour: number, sealed: Iterable<Sealed>, facts: Iterable<ArticleFacts>) {
    this.hour = hour;
    this.#sealed = new Map(Array.from(sealed, (sums) => [sums.contentId, sums]));
    this.#facts = new Map(Array.from(facts, (article) => [article.id, article]));
  }

  /**
   * Takes note of a total, in whatever order and however often it comes. Facts count for articles that are new here only:
   * those told may be older than those loaded, and whoever changes them has all loaded anew.
   */
  tell({ contentId, hour, counts }: HourTotal, facts?: ArticleFacts): News {
    if (hour < liveFrom(this.hour)) return 'late';
    if (facts && !this.#facts.has(contentId)) this.#facts.set(contentId, facts);
    const hours = this.#live.get(contentId) ?? new Map<number, number[]>();
    const known = hours.get(hour);
    if (known && counts.every((count, i) => count <= (known[i] ?? 0))) return 'known';
    hours.set(
      hour,
      counts.map((count, i) => Math.max(count, known?.[i] ?? 0)),
    );
    this.#live.set(contentId, hours);
    return 'changed';
  }

  /** Every article with clicks in the windows that end with the window's hour. */
  *engagement(): Iterable<Engagement> {
    for (const contentId of new Set([...this.#sealed.keys(), ...this.#live.keys()])) {
      const facts = this.#facts.get(contentId);
      // Clicks of an article that is gone, or no longer of this topic, count no more.
      if (!facts) continue;
      const sealed = this.#sealed.get(contentId);
      const live = this.#liveSum(contentId);
      const plus = (sums: number[] = []) =>
        (live.length > sums.length ? live : sums).map((_, i) => (live[i] ?? 0) + (sums[i] ?? 0));
      yield { contentId, facts, day: plus(sealed?.day), week: plus(sealed?.week), previous: sealed?.previous ?? 0 };
    }
  }

  #liveSum(contentId: number): number[] {
    const sum: number[] = [];
    for (const [hour, counts] of this.#live.get(contentId) ?? []) {
      if (hour > this.hour) continue;
      for (const [i, count] of counts.entries()) sum[i] = (sum[i] ?? 0) + count;
    }
    return sum;
  }
}
