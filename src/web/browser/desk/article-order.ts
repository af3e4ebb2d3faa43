import type { Schemas } from '../lib/request.ts';

type ArticleId = Pick<Schemas['DeskArticle'], 'contentId'>;

export const sameOrder = (a: readonly ArticleId[], b: readonly ArticleId[]): boolean =>
  a.length === b.length && a.every(({ contentId }, i) => contentId === b[i]?.contentId);

export const containsArticle = (list: readonly ArticleId[], id: number): boolean =>
  list.some(({ contentId }) => contentId === id);

/** Moves a list entry. If the new position is beyond the end, the entry is moved to the end. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const place = Math.max(0, Math.min(to, rest.length));
  return rest.toSpliced(place, 0, ...list.slice(from, from + 1));
}

export const appendMissing = <T extends ArticleId>(mine: readonly T[], theirs: readonly T[]): T[] => [
  ...theirs,
  ...mine.filter(({ contentId }) => !containsArticle(theirs, contentId)),
];

/** Merges two editors' changes to a list. Returns null if both moved the same articles differently. */
export function mergeOrders<T extends ArticleId>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] | null {
  const both = mine.filter(({ contentId }) => containsArticle(theirs, contentId));
  const among = (list: readonly T[], of: readonly T[]) =>
    list.filter(({ contentId }) => containsArticle(of, contentId));
  const hasMoved = (list: readonly T[]) => !sameOrder(among(list, among(both, base)), among(base, both));
  if (hasMoved(mine) && hasMoved(theirs) && !sameOrder(both, among(theirs, both))) return null;
  const [lead, other] = hasMoved(mine) ? [mine, theirs] : [theirs, mine];
  const isOwn = ({ contentId }: T) => !containsArticle(base, contentId) && !containsArticle(other, contentId);
  const result = lead.filter(({ contentId }) => containsArticle(other, contentId) || !containsArticle(base, contentId));
  for (const [place, article] of other.entries()) {
    if (containsArticle(base, article.contentId) || containsArticle(result, article.contentId)) continue;
    // Inserts the article after its predecessor and after any articles that the other editor inserted there.
    const before = other.slice(0, place).findLast(({ contentId }) => containsArticle(result, contentId));
    let at = before ? result.findIndex(({ contentId }) => contentId === before.contentId) + 1 : 0;
    while (result.slice(at, at + 1).some(isOwn)) at += 1;
    result.splice(at, 0, article);
  }
  return result;
}

export type Mark = 'only here' | 'moved' | '';

export function compareLists<T extends ArticleId>(
  list: readonly T[],
  other: readonly T[],
): { article: T; mark: Mark }[] {
  const common = (articles: readonly T[], among: readonly T[]) =>
    articles.filter(({ contentId }) => containsArticle(among, contentId)).map(({ contentId }) => contentId);
  const [here, there] = [common(list, other), common(other, list)];
  return list.map((article) => {
    const { contentId } = article;
    if (!containsArticle(other, contentId)) return { article, mark: 'only here' };
    return { article, mark: here.indexOf(contentId) === there.indexOf(contentId) ? '' : 'moved' };
  });
}

export interface ListChange<T> {
  article: T;
  /** Position before and after the change, counted from 1. `null` if the article is not in that list. */
  from: number | null;
  to: number | null;
}

/** Returns the articles that were added, removed or moved. As few articles as possible count as moved. */
export function listChanges<T extends ArticleId>(before: readonly T[], after: readonly T[]): ListChange<T>[] {
  const placeIn = (list: readonly T[], { contentId }: T) => list.findIndex((one) => one.contentId === contentId) + 1;
  const common = after.filter(({ contentId }) => containsArticle(before, contentId));
  const unmoved = longestRising(common.map((article) => [placeIn(before, article), placeIn(after, article)]));
  return [
    ...before
      .filter(({ contentId }) => !containsArticle(after, contentId))
      .map((article) => ({ article, from: placeIn(before, article), to: null })),
    ...after.flatMap((article) => {
      const from = placeIn(before, article) || null;
      return from !== null && unmoved.has(from) ? [] : [{ article, from, to: placeIn(after, article) }];
    }),
  ];
}

/** Returns the first numbers of the longest rising subsequence of pairs, and of those the one with most equal pairs. */
function longestRising(pairs: readonly [from: number, to: number][]): ReadonlySet<number> {
  const chains: { last: number; length: number; numbers: number[] }[] = [{ last: 0, length: 0, numbers: [] }];
  for (const [from, to] of pairs) {
    const [best] = chains.filter(({ last }) => last < from).toSorted((a, b) => b.length - a.length);
    const { length, numbers } = best ?? { length: 0, numbers: [] };
    chains.push({ last: from, length: length + (from === to ? 1 + SAME_PLACE : 1), numbers: [...numbers, from] });
  }
  // If two articles were swapped, the article that rose counts as moved.
  return new Set(chains.toReversed().toSorted((a, b) => b.length - a.length)[0]?.numbers);
}

/** So small that no number of articles in their old places outweighs a longer subsequence. */
const SAME_PLACE = 1e-4;
