import { MEASURES } from '../../db/click-columns.ts';
import { Sums } from '../../engagement/sums.ts';
import type { Shares } from '../../engagement/weight.ts';
import type { ArticleFacts } from '../facts.ts';
import type { Audience } from './figures/audience-index.ts';
import { articleId, IncrementalTop, type Score } from './kept-top.ts';
import type { PreviousOrders } from './previous-orders.ts';
import type { Engagement } from './scores.ts';
import { topItems } from './top.ts';
import { GROUPS, type Groups, LIST } from './views.ts';

/**
 * Groups of a breakdown, kept while articles change: the site has tens of thousands of them and publishes every few seconds, so a
 * publication costs what has changed since the last one.
 */
export interface Grouping {
  /** An article of the scope as it was and as it is now; null: it was not in it, or is no longer. */
  change(before: Engagement | null, after: Engagement | null): void;
  /** The groups, most engaged first; `scope`: all its articles, `name`: that of the scope and breakdown in `orders`. */
  groups(scope: Scope, shares: Shares | null, orders: PreviousOrders, name: string): Groups;
}

/** The articles of a scope; found only where somebody asks, because there are so many. */
type Scope = () => readonly Engagement[];

/** Groups whose articles are kept, for each candidate: those at the edge of an answer come and go. */
const CACHE_FACTOR = 4;

/** Engagement from which an article is listed in groups by audience. */
export const AUDIENCE_FLOOR = 5;

/** What an article is grouped by: text, or an id. */
type Key = string | number;

const weekOf: Score = (article) => article.week();
const weekBeforeOf: Score = (article) => article.weekBefore();

/** A group that may be listed. */
interface CachedGroup {
  sums: Sums;
  list: IncrementalTop;
}

/** Groups by what articles are. `slugs`: a closed list, whose order decides ties; without it ties are by key. */
export class ContentGroups implements Grouping {
  readonly #keysOf: (facts: ArticleFacts) => readonly Key[];
  readonly #slugs: readonly string[] | undefined;
  /** What the articles of a group have one by one: it has no more engagement than that. */
  readonly #totals = new Map<Key, number>();
  /** The longest unlisted first. */
  readonly #cachedGroups = new Map<Key, CachedGroup>();

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

  groups(scope: Scope, shares: Shares | null, orders: PreviousOrders, name: string): Groups {
    const listed = this.#listed(scope, shares);
    let members: Map<Key, Engagement[]> | undefined;
    const membersBefore = () => {
      members ??= this.#members(listed, scope, weekBeforeOf);
      return members;
    };
    return listed.map((key) => {
      const slug = slugOf(key);
      const list =
        this.#cachedGroups.get(key)?.list.items(() => this.#members([key], scope, weekOf).get(key) ?? []) ?? [];
      const ranks = orders.ranks(`${name} ${slug}`, list, () => membersBefore().get(key) ?? [], weekBeforeOf);
      return [slug, list.map(articleId), ranks];
    });
  }

  #change(key: Key, before: Engagement | null, after: Engagement | null): void {
    const more = (after ? weekOf(after) : 0) - (before ? weekOf(before) : 0);
    if (more !== 0) this.#totals.set(key, (this.#totals.get(key) ?? 0) + more);
    const kept = this.#cachedGroups.get(key);
    if (!kept) return;
    kept.list.change(before, after);
    if (before) before.addTo(kept.sums, 'week', -1);
    if (after) after.addTo(kept.sums, 'week', 1);
  }

  /** The groups of an answer. Only those are summed that may be among them: a group has no more than its articles have one by one. */
  #listed(scope: Scope, shares: Shares | null): Key[] {
    const slugs = this.#slugs;
    const place = (key: Key) => (slugs ? slugs.indexOf(String(key)) : key);
    const totals = [...this.#totals].filter(([key, total]) => total > 0 && (!slugs || slugs.includes(String(key))));
    const totalOf = ([, total]: (typeof totals)[number]) => total;
    const placeOf = ([key]: (typeof totals)[number]) => place(key);
    const engagement = (key: Key) => this.#cachedGroups.get(key)?.sums.engagement(shares) ?? 0;
    for (let most = GROUPS, last = 0; ; most *= 2) {
      const candidates = topItems(totals, totalOf, placeOf, most);
      const keys = candidates.filter(([, total]) => total >= last).map(([key]) => key);
      this.#cacheGroups(keys, scope);
      const listed = topItems(keys, engagement, place, GROUPS);
      last = listed.length < GROUPS ? 0 : engagement(listed.at(-1) ?? '');
      // What is left out here has less than the last of these.
      if (candidates.length === totals.length || (candidates.at(-1)?.[1] ?? 0) < last) {
        this.#evictExcept(keys);
        return listed;
      }
    }
  }

  /** Sums the groups that have come among the first, all in one pass. */
  #cacheGroups(keys: readonly Key[], scope: Scope): void {
    const isNew = keys.filter((key) => !this.#cachedGroups.has(key));
    const members = isNew.length > 0 ? this.#members(isNew, scope, weekOf) : new Map<Key, Engagement[]>();
    for (const [key, articles] of members) {
      const kept = { sums: new Sums(), list: new IncrementalTop(weekOf, LIST) };
      for (const article of articles) {
        article.addTo(kept.sums, 'week');
        kept.list.change(null, article);
      }
      this.#cachedGroups.set(key, kept);
    }
  }

  /** Forgets groups that have not been candidates for long: to sum one again takes a pass over all articles. */
  #evictExcept(candidates: readonly Key[]): void {
    for (const key of candidates) {
      const kept = this.#cachedGroups.get(key);
      this.#cachedGroups.delete(key);
      if (kept) this.#cachedGroups.set(key, kept);
    }
    for (const key of this.#cachedGroups.keys()) {
      if (this.#cachedGroups.size <= CACHE_FACTOR * candidates.length) break;
      this.#cachedGroups.delete(key);
    }
  }

  /** The articles of these groups that have a score. */
  #members(keys: readonly Key[], scope: Scope, score: Score): Map<Key, Engagement[]> {
    const found = new Map<Key, Engagement[]>(keys.map((key) => [key, []]));
    for (const article of scope()) {
      for (const key of this.#keysOf(article.facts)) {
        const members = found.get(key);
        if (members && score(article) > 0) members.push(article);
      }
    }
    return found;
  }
}

/** What a group is stored as: a slug, or a name and a host with a line break between them. */
export const slugOf = (key: Key): string => (String(key).includes('\n') ? String(key) : String(key).toLowerCase());

/** An author is one of a source; a section has its name from anywhere. */
export const authorKeys = ({ authors, domain }: Pick<ArticleFacts, 'authors' | 'domain'>): string[] =>
  authors.map((name) => `${name}\n${domain}`);
export const sectionKeys = ({ section }: Pick<ArticleFacts, 'section'>): string[] => (section ? [`${section}\n`] : []);

/** Groups by who reads: slugs and their measures. An article is listed from a total engagement and `minClicks` of the audience on. */
export class AudienceGroups implements Grouping {
  readonly #groups: { slug: string; measure: number; now: Score; before: Score; sums: Sums; list: IncrementalTop }[];

  constructor(audiences: readonly Audience[], minClicks: number) {
    this.#groups = audiences.map(({ slug, measure: name }) => {
      const measure = MEASURES.indexOf(name);
      const scoreIn = (window: 'week' | 'weekBefore') => (article: Engagement) => {
        const own = article[window](measure);
        return article[window]() >= AUDIENCE_FLOOR && own >= minClicks ? own : 0;
      };
      const now = scoreIn('week');
      return {
        slug,
        measure,
        now,
        before: scoreIn('weekBefore'),
        sums: new Sums(),
        list: new IncrementalTop(now, LIST),
      };
    });
  }

  change(before: Engagement | null, after: Engagement | null): void {
    for (const { now, sums, list } of this.#groups) {
      if (before && now(before) > 0) before.addTo(sums, 'week', -1);
      if (after && now(after) > 0) after.addTo(sums, 'week', 1);
      list.change(before, after);
    }
  }

  groups(scope: Scope, shares: Shares | null, orders: PreviousOrders, name: string): Groups {
    return this.#groups
      .map((group) => ({ ...group, total: group.sums.engagement(shares, group.measure) }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total)
      .map(({ slug, before, list }) => {
        const items = list.items(scope);
        return [slug, items.map(articleId), orders.ranks(`${name} ${slug}`, items, scope, before)];
      });
  }
}
