import { MEASURES } from '../../db/click-columns.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { Sums } from '../../engagement/sums.ts';
import type { Audience } from '../dimensions.ts';
import type { ArticleFacts } from '../facts.ts';
import { type EntryScore, IncrementalTop, idOf } from './incremental-top.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { GROUPS, type Groups, LIST } from './ranking-rows.ts';
import type { Engagement } from './scores.ts';
import { topItems } from './top.ts';

/** Groups of a breakdown. A site may have tens of thousands, so only the groups of changed articles are updated. */
export interface Grouping {
  /** Replaces an article. `before` is `null` if the article is new, and `after` is `null` if it was removed. */
  change(before: Engagement | null, after: Engagement | null): void;
  /** Returns the groups by descending engagement. `name` identifies breakdown and scope in the cache `orders`. */
  groups(scope: Scope, baseline: TrafficBaseline | null, orders: PreviousOrders, name: string): Groups;
}

/** Returns the articles to group. This is a function instead of a list, because the long list is rarely needed. */
type Scope = () => readonly Engagement[];

/** Cache size, as a multiple of the number of listed groups. A smaller cache would often reload the last groups. */
const CACHE_FACTOR = 4;

/** Minimum engagement of an article in audience groups. Below it, a response could show what one person reads. */
export const AUDIENCE_FLOOR = 5;

type Key = string | number;

const weekOf: EntryScore = (article) => article.week();
const weekBeforeOf: EntryScore = (article) => article.weekBefore();

interface CachedGroup {
  sums: Sums;
  list: IncrementalTop;
}

export class ContentGroups implements Grouping {
  readonly #keysOf: (facts: ArticleFacts) => readonly Key[];
  readonly #slugs: readonly string[] | undefined;
  /** Upper bound on each group's engagement. It is the sum over the articles, before the whole group is discounted. */
  readonly #totals = new Map<Key, number>();
  /** Sums of recently listed groups. The group that was listed least recently comes first. */
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

  groups(scope: Scope, baseline: TrafficBaseline | null, orders: PreviousOrders, name: string): Groups {
    const listed = this.#listed(scope, baseline);
    let members: Map<Key, Engagement[]> | undefined;
    const membersBefore = () => {
      members ??= this.#members(listed, scope, weekBeforeOf);
      return members;
    };
    return listed.map((key) => {
      const slug = groupSlugOf(key);
      const list =
        this.#cachedGroups.get(key)?.list.items(() => this.#members([key], scope, weekOf).get(key) ?? []) ?? [];
      const ranks = orders.ranks(`${name} ${slug}`, list, () => membersBefore().get(key) ?? [], weekBeforeOf);
      return [slug, list.map(idOf), ranks];
    });
  }

  #change(key: Key, before: Engagement | null, after: Engagement | null): void {
    const more = (after ? weekOf(after) : 0) - (before ? weekOf(before) : 0);
    if (more !== 0) this.#totals.set(key, (this.#totals.get(key) ?? 0) + more);
    const cachedGroup = this.#cachedGroups.get(key);
    if (!cachedGroup) return;
    cachedGroup.list.change(before, after);
    if (before) before.addTo(cachedGroup.sums, 'week', -1);
    if (after) after.addTo(cachedGroup.sums, 'week', 1);
  }

  /** Returns the groups to list. Sums are computed only for groups whose upper bound is high enough. */
  #listed(scope: Scope, baseline: TrafficBaseline | null): Key[] {
    const slugs = this.#slugs;
    const place = (key: Key) => (slugs ? slugs.indexOf(String(key)) : key);
    const totals = [...this.#totals].filter(([key, total]) => total > 0 && (!slugs || slugs.includes(String(key))));
    const totalOf = ([, total]: (typeof totals)[number]) => total;
    const placeOf = ([key]: (typeof totals)[number]) => place(key);
    const engagement = (key: Key) => this.#cachedGroups.get(key)?.sums.engagement(baseline) ?? 0;
    for (let most = GROUPS, last = 0; ; most *= 2) {
      const candidates = topItems(totals, totalOf, placeOf, most);
      const keys = candidates.filter(([, total]) => total >= last).map(([key]) => key);
      this.#cacheGroups(keys, scope);
      const listed = topItems(keys, engagement, place, GROUPS);
      last = listed.length < GROUPS ? 0 : engagement(listed.at(-1) ?? '');
      if (candidates.length === totals.length || (candidates.at(-1)?.[1] ?? 0) < last) {
        this.#evictExcept(keys);
        return listed;
      }
    }
  }

  #cacheGroups(keys: readonly Key[], scope: Scope): void {
    const isNew = keys.filter((key) => !this.#cachedGroups.has(key));
    const members = isNew.length > 0 ? this.#members(isNew, scope, weekOf) : new Map<Key, Engagement[]>();
    for (const [key, articles] of members) {
      const cachedGroup = { sums: new Sums(), list: new IncrementalTop(weekOf, LIST) };
      for (const article of articles) {
        article.addTo(cachedGroup.sums, 'week');
        cachedGroup.list.change(null, article);
      }
      this.#cachedGroups.set(key, cachedGroup);
    }
  }

  /** Removes the groups that were listed least recently. Loading a group again takes a pass over all articles. */
  #evictExcept(candidates: readonly Key[]): void {
    for (const key of candidates) {
      const cachedGroup = this.#cachedGroups.get(key);
      this.#cachedGroups.delete(key);
      if (cachedGroup) this.#cachedGroups.set(key, cachedGroup);
    }
    for (const key of this.#cachedGroups.keys()) {
      if (this.#cachedGroups.size <= CACHE_FACTOR * candidates.length) break;
      this.#cachedGroups.delete(key);
    }
  }

  #members(keys: readonly Key[], scope: Scope, score: EntryScore): Map<Key, Engagement[]> {
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

/** Returns the stored form of a group key: a slug, or a name and a host separated by a line break. */
export const groupSlugOf = (key: Key): string => (String(key).includes('\n') ? String(key) : String(key).toLowerCase());

/** Groups articles by audience. An article needs an engagement of `AUDIENCE_FLOOR`, and `minClicks` of the audience. */
export class AudienceGroups implements Grouping {
  readonly #groups: {
    slug: string;
    measure: number;
    now: EntryScore;
    before: EntryScore;
    sums: Sums;
    list: IncrementalTop;
  }[];

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

  groups(scope: Scope, baseline: TrafficBaseline | null, orders: PreviousOrders, name: string): Groups {
    return this.#groups
      .map((group) => ({ ...group, total: group.sums.engagement(baseline, group.measure) }))
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total)
      .map(({ slug, before, list }) => {
        const items = list.items(scope);
        return [slug, items.map(idOf), orders.ranks(`${name} ${slug}`, items, scope, before)];
      });
  }
}
