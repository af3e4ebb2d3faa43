import { MEASURES, type Measure } from '../db/click-columns.ts';
import type { ArticleFacts } from './facts.ts';
import type { PreviousOrders } from './previous-orders.ts';
import { articleId } from './rank-topic.ts';
import { Best } from './top.ts';
import { GROUPS, type Groups, LIST } from './views.ts';
import type { Engagement } from './window.ts';

/**
 * Groups of a breakdown: pure. The site has tens of thousands of articles and ranks them every few seconds, so an article costs no
 * allocation here unless it has a place in a list.
 */

/** Makes the groups of a scope, most engaged first; `name` is that of the scope and breakdown in `orders`. */
export type Grouping = (scope: readonly Engagement[], orders: PreviousOrders, name: string) => Groups;

/** Engagement from which an article is listed in groups by audience. */
const AUDIENCE_FLOOR = 5;

/** What an article is grouped by: text, or an id. */
type Key = string | number;

const weekOf = ({ week }: Engagement) => week[0] ?? 0;
const weekBeforeOf = ({ weekBefore }: Engagement) => weekBefore[0] ?? 0;

/** Groups by what articles are. `slugs`: a closed list, whose order decides ties; without it ties are by slug. */
export function byContent(keysOf: (facts: ArticleFacts) => readonly Key[], slugs?: readonly string[]): Grouping {
  return (scope, orders, name) => {
    const totals = new Map<Key, number>();
    for (const article of scope) {
      const own = weekOf(article);
      if (own > 0) for (const key of keysOf(article.facts)) totals.set(key, (totals.get(key) ?? 0) + own);
    }
    const listed = [...totals]
      .map(([key, total]) => ({
        key,
        total,
        slug: String(key).toLowerCase(),
        best: new Best<Engagement, number>(LIST),
      }))
      .filter(({ slug }) => !slugs || slugs.includes(slug))
      .sort((a, b) => b.total - a.total || placeOf(slugs, a.slug, b.slug) || compareSlugs(a.slug, b.slug))
      .slice(0, GROUPS);
    const groups = new Map(listed.map((group) => [group.key, group]));
    for (const article of scope) {
      const own = weekOf(article);
      if (own === 0) continue;
      for (const key of keysOf(article.facts)) {
        const best = groups.get(key)?.best;
        if (best?.takes(own)) best.offer(article, own, article.id);
      }
    }
    const members = membersOf(scope, keysOf, groups);
    return listed.map(({ key, slug, best }) => {
      const list = best.items();
      const ranks = orders.ranks(`${name} ${slug}`, list, () => members().get(key) ?? [], weekBeforeOf);
      return [slug, list.map(articleId), ranks];
    });
  };
}

/** Articles of each group that had engagement in the week before; found once, and only where somebody asks. */
function membersOf(
  scope: readonly Engagement[],
  keysOf: (facts: ArticleFacts) => readonly Key[],
  groups: ReadonlyMap<Key, unknown>,
): () => Map<Key, Engagement[]> {
  let found: Map<Key, Engagement[]> | undefined;
  return () => {
    if (found) return found;
    found = new Map([...groups.keys()].map((key) => [key, []]));
    for (const article of scope) {
      if (weekBeforeOf(article) > 0) for (const key of keysOf(article.facts)) found.get(key)?.push(article);
    }
    return found;
  };
}

/** Groups by who reads: slugs and their measures. An article is listed from a total engagement and `minClicks` of the audience on. */
export function byAudience(
  audiences: readonly (readonly [slug: string, measure: Measure])[],
  minClicks: number,
): Grouping {
  const columns = audiences.map(([, measure]) => MEASURES.indexOf(measure));
  return (scope, orders, name) => {
    const groups = audiences.map(([slug], place) => ({
      slug,
      place,
      total: 0,
      best: new Best<Engagement, number>(LIST),
    }));
    for (const article of scope) {
      const { week } = article;
      if ((week[0] ?? 0) < AUDIENCE_FLOOR) continue;
      for (let i = 0; i < columns.length; i++) {
        const own = week[columns[i] ?? 0] ?? 0;
        const group = groups[i];
        if (own < minClicks || !group) continue;
        group.total += own;
        if (group.best.takes(own)) group.best.offer(article, own, article.id);
      }
    }
    return groups
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total || a.place - b.place)
      .map(({ slug, place, best }) => {
        const list = best.items();
        const before = ({ weekBefore }: Engagement) => {
          const own = weekBefore[columns[place] ?? 0] ?? 0;
          return (weekBefore[0] ?? 0) >= AUDIENCE_FLOOR && own >= minClicks ? own : 0;
        };
        return [slug, list.map(articleId), orders.ranks(`${name} ${slug}`, list, () => scope, before)];
      });
  };
}

const placeOf = (slugs: readonly string[] | undefined, a: string, b: string): number =>
  slugs ? slugs.indexOf(a) - slugs.indexOf(b) : 0;

/** Company ids as numbers, everything else as text. */
const compareSlugs = (a: string, b: string) => Number(a) - Number(b) || (a < b ? -1 : 1);
