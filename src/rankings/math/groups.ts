import { MEASURES, type Measure } from '../../db/click-columns.ts';
import type { ArticleFacts } from '../facts.ts';
import { articleId, KeptTop, type Score } from './kept-top.ts';
import type { PreviousOrders } from './previous-orders.ts';
import type { Engagement } from './scores.ts';
import { top } from './top.ts';
import { GROUPS, type Groups, LIST } from './views.ts';

/**
 * Groups of a breakdown, kept while articles change: the site has tens of thousands of them and publishes every few seconds, so a
 * publication costs what has changed since the last one.
 */
export interface Grouping {
  /** An article of the scope as it was and as it is now; null: it was not in it, or is no longer. */
  change(before: Engagement | null, after: Engagement | null): void;
  /** The groups, most engaged first; `scope`: all its articles, `name`: that of the scope and breakdown in `orders`. */
  groups(scope: Scope, orders: PreviousOrders, name: string): Groups;
}

/** The articles of a scope; found only where somebody asks, because there are so many. */
type Scope = () => readonly Engagement[];

/** Lists of groups that are kept: groups at the edge of an answer come and go. */
const KEPT_LISTS = 2 * GROUPS;

/** Engagement from which an article is listed in groups by audience. */
const AUDIENCE_FLOOR = 5;

/** What an article is grouped by: text, or an id. */
type Key = string | number;

const weekOf: Score = (article) => article.week();
const weekBeforeOf: Score = (article) => article.weekBefore();

/** Groups by what articles are. `slugs`: a closed list, whose order decides ties; without it ties are by key. */
export class ContentGroups implements Grouping {
  readonly #keysOf: (facts: ArticleFacts) => readonly Key[];
  readonly #slugs: readonly string[] | undefined;
  readonly #totals = new Map<Key, number>();
  /** Of groups in the last answers, the longest absent first. */
  readonly #lists = new Map<Key, KeptTop>();

  constructor(keysOf: (facts: ArticleFacts) => readonly Key[], slugs?: readonly string[]) {
    this.#keysOf = keysOf;
    this.#slugs = slugs;
  }

  change(before: Engagement | null, after: Engagement | null): void {
    if (before && after && before.facts === after.facts) {
      for (const key of this.#keysOf(after.facts)) this.#change(key, before, after);
      return;
    }
    if (before) for (const key of this.#keysOf(before.facts)) this.#change(key, before, null);
    if (after) for (const key of this.#keysOf(after.facts)) this.#change(key, null, after);
  }

  groups(scope: Scope, orders: PreviousOrders, name: string): Groups {
    const listed = this.#listed();
    this.#list(listed, scope);
    let members: Map<Key, Engagement[]> | undefined;
    const membersBefore = () => {
      members ??= this.#members(listed, scope, weekBeforeOf);
      return members;
    };
    return listed.map((key) => {
      const slug = slugOf(key);
      const list = this.#lists.get(key)?.items(() => this.#members([key], scope, weekOf).get(key) ?? []) ?? [];
      const ranks = orders.ranks(`${name} ${slug}`, list, () => membersBefore().get(key) ?? [], weekBeforeOf);
      return [slug, list.map(articleId), ranks];
    });
  }

  #change(key: Key, before: Engagement | null, after: Engagement | null): void {
    const more = (after ? weekOf(after) : 0) - (before ? weekOf(before) : 0);
    if (more !== 0) this.#totals.set(key, (this.#totals.get(key) ?? 0) + more);
    this.#lists.get(key)?.change(before, after);
  }

  #listed(): Key[] {
    const slugs = this.#slugs;
    const totals = [...this.#totals].filter(([key]) => !slugs || slugs.includes(String(key)));
    const total = ([, engagement]: [Key, number]) => engagement;
    if (!slugs) return top(totals, total, ([key]) => key, GROUPS);
    return top(totals, total, ([key]) => slugs.indexOf(String(key)), GROUPS).flatMap((place) => slugs[place] ?? []);
  }

  /** Makes the lists of groups that have come among the first, all in one pass. */
  #list(listed: readonly Key[], scope: Scope): void {
    const isNew = listed.filter((key) => !this.#lists.has(key));
    const members = isNew.length > 0 ? this.#members(isNew, scope, weekOf) : new Map<Key, Engagement[]>();
    for (const key of listed) {
      const list = this.#lists.get(key) ?? topOf(members.get(key) ?? []);
      this.#lists.delete(key);
      this.#lists.set(key, list);
    }
    for (const key of this.#lists.keys()) {
      if (this.#lists.size <= KEPT_LISTS) break;
      this.#lists.delete(key);
    }
  }

  /** The articles of these groups that have a score. */
  #members(keys: readonly Key[], scope: Scope, score: Score): Map<Key, Engagement[]> {
    const found = new Map<Key, Engagement[]>(keys.map((key) => [key, []]));
    for (const article of scope()) {
      if (score(article) > 0) for (const key of this.#keysOf(article.facts)) found.get(key)?.push(article);
    }
    return found;
  }
}

function topOf(articles: readonly Engagement[]): KeptTop {
  const list = new KeptTop(weekOf, LIST);
  for (const article of articles) list.change(null, article);
  return list;
}

const slugOf = (key: Key): string => String(key).toLowerCase();

/** Groups by who reads: slugs and their measures. An article is listed from a total engagement and `minClicks` of the audience on. */
export class AudienceGroups implements Grouping {
  readonly #groups: { slug: string; now: Score; before: Score; total: number; list: KeptTop }[];

  constructor(audiences: readonly (readonly [slug: string, measure: Measure])[], minClicks: number) {
    this.#groups = audiences.map(([slug, measure]) => {
      const column = MEASURES.indexOf(measure);
      const scoreIn = (window: 'week' | 'weekBefore') => (article: Engagement) => {
        const own = article[window](column);
        return article[window]() >= AUDIENCE_FLOOR && own >= minClicks ? own : 0;
      };
      const now = scoreIn('week');
      return { slug, now, before: scoreIn('weekBefore'), total: 0, list: new KeptTop(now, LIST) };
    });
  }

  change(before: Engagement | null, after: Engagement | null): void {
    for (const group of this.#groups) {
      group.total += (after ? group.now(after) : 0) - (before ? group.now(before) : 0);
      group.list.change(before, after);
    }
  }

  groups(scope: Scope, orders: PreviousOrders, name: string): Groups {
    return this.#groups
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total)
      .map(({ slug, before, list }) => {
        const items = list.items(scope);
        return [slug, items.map(articleId), orders.ranks(`${name} ${slug}`, items, scope, before)];
      });
  }
}
