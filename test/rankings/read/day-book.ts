import { engagement, type OracleArticle, type OracleClick, type OracleShares } from '../oracle.ts';

/** Recounts daily engagement, as a reference. It shares no code with the service. */

interface Entry {
  article: OracleArticle;
  engagement: number;
}
export interface BookDay {
  entries: readonly Entry[];
  /** Engagement of all articles and of those in Risk Management, by topic. */
  topics: ReadonlyMap<number, readonly [all: number, rm: number]>;
  /** Engagement by article, including deleted ones. */
  contents: ReadonlyMap<number, number>;
}
export interface Range {
  /** The ends of a range are inclusive days since the epoch. */
  from: number;
  to: number;
  rm: boolean;
}

const RISK_MANAGEMENT = 47;
const isRm = ({ topics }: OracleArticle) => topics.includes(RISK_MANAGEMENT);

export function bookDay(
  clicks: ReadonlyMap<number, readonly OracleClick[]>,
  articles: readonly OracleArticle[],
  shares: OracleShares,
): BookDay {
  const clicksOf = (id: number) => clicks.get(id) ?? [];
  const read = articles.filter(({ id }) => clicksOf(id).length > 0);
  const groupOf = (own: readonly OracleArticle[]) =>
    engagement(
      own.map(({ id }) => clicksOf(id)),
      shares,
    );
  const ids = [...new Set(read.flatMap(({ topics }) => topics))];
  return {
    entries: read.map((article) => ({ article, engagement: groupOf([article]) })),
    topics: new Map(
      ids.map((id) => {
        const own = read.filter(({ topics }) => topics.includes(id));
        return [id, [groupOf(own), groupOf(own.filter(isRm))]];
      }),
    ),
    contents: new Map(Array.from(clicks, ([id, own]) => [id, engagement([own], shares)])),
  };
}

const less = (a: number | string, b: number | string) => (a < b ? -1 : 1);

export const byEngagement = <K extends number | string>(
  sums: ReadonlyMap<K, number>,
  order: (key: K) => number | string = (key) => key,
): K[] =>
  [...sums]
    .filter(([, sum]) => sum > 0)
    .sort(([a, x], [b, y]) => y - x || less(order(a), order(b)))
    .map(([key]) => key);

export class DayBook {
  readonly #dayOf: (day: number) => BookDay | undefined;

  constructor(dayOf: (day: number) => BookDay | undefined) {
    this.#dayOf = dayOf;
  }

  #days({ from, to }: Range): BookDay[] {
    return Array.from({ length: to - from + 1 }, (_, i) => this.#dayOf(from + i)).flatMap((day) => day ?? []);
  }

  #entries(range: Range): Entry[] {
    return this.#days(range)
      .flatMap(({ entries }) => entries)
      .filter(({ article }) => !range.rm || isRm(article));
  }

  sums<K extends number | string>(range: Range, keysOf: (article: OracleArticle) => readonly K[]): Map<K, number> {
    const found = new Map<K, number>();
    for (const { article, engagement: own } of this.#entries(range))
      for (const key of keysOf(article)) found.set(key, (found.get(key) ?? 0) + own);
    return found;
  }

  topics(range: Range): Map<number, number> {
    const found = new Map<number, number>();
    for (const { topics } of this.#days(range))
      for (const [id, [all, rm]] of topics) found.set(id, (found.get(id) ?? 0) + (range.rm ? rm : all));
    return found;
  }

  /** Returns only articles that still exist. */
  ranked(
    range: Range,
    {
      limit,
      before,
      counts,
      isThere,
    }: { limit: number; before: Range; counts: (article: OracleArticle) => boolean; isThere: (id: number) => boolean },
  ): [id: number, previousRank: number | null][] {
    const ids = (over: Range) => byEngagement(this.sums(over, (article) => (counts(article) ? [article.id] : [])));
    const earlier = ids(before);
    return ids(range)
      .filter(isThere)
      .slice(0, limit)
      .map((id) => [id, earlier.indexOf(id) + 1 || null]);
  }

  /** Each source has the name that it had on the latest day. */
  sources(topicId: number, { range, before }: { range: Range; before: Range }): string[] {
    const names = new Map<number, string>();
    for (const over of [before, range])
      for (const { article } of this.#entries(over)) names.set(article.id, article.source);
    const sums = new Map<string, number>();
    for (const [id, sum] of this.sums(range, ({ id, topics }) => (topics.includes(topicId) ? [id] : [])))
      sums.set(names.get(id) ?? '', (sums.get(names.get(id) ?? '') ?? 0) + sum);
    return byEngagement(sums);
  }

  growing(
    topicIds: readonly number[],
    {
      range,
      before,
      minItems,
      isThere,
    }: { range: Range; before: Range; minItems: number; isThere: (id: number) => boolean },
  ) {
    const [now, past] = [this.topics(range), this.topics(before)];
    return topicIds
      .map((id) => {
        const of = (over: Range) => this.sums(over, ({ topics, id: own }) => (topics.includes(id) ? [own] : []));
        const [current, previous] = [of(range), of(before)];
        const gains = new Map([...current].map(([own, sum]) => [own, sum - (previous.get(own) ?? 0)]));
        const topContent = byEngagement(gains).slice(0, 5).filter(isThere);
        const topSources = this.sources(id, { range, before }).slice(0, 5);
        return { id, c: now.get(id) ?? 0, p: past.get(id) ?? 0, items: current.size, topContent, topSources };
      })
      .filter(({ c, items }) => c >= 10 && items >= minItems)
      .sort(
        (a, b) =>
          Number(b.p === 0) - Number(a.p === 0) || (b.c / b.p || 0) - (a.c / a.p || 0) || b.c - a.c || a.id - b.id,
      );
  }
}

/** Returns daily indices, oldest day first. `first` is the position of the first day with engagement. */
export function indexOf(days: readonly number[], first: number | null): (number | null)[] {
  const highest = Math.max(0, ...days);
  const step = highest >= 50 ? 5 : highest >= 15 ? 20 : null;
  return days.map((own, i) =>
    step === null || first === null || i < first ? null : Math.floor((100 * own) / highest / step + 0.5 + 1e-9) * step,
  );
}
