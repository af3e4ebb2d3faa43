import type { Schemas } from '../lib/request.ts';

/** Lists of articles and how they differ. Pure. */

type Listed = Pick<Schemas['DeskArticle'], 'contentId'>;

export const sameOrder = (a: readonly Listed[], b: readonly Listed[]): boolean =>
  a.length === b.length && a.every(({ contentId }, i) => contentId === b[i]?.contentId);

export const holds = (list: readonly Listed[], id: number): boolean => list.some(({ contentId }) => contentId === id);

/** The list with the entry of one place at another; a place beyond the ends is the end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const place = Math.max(0, Math.min(to, rest.length));
  return rest.toSpliced(place, 0, ...list.slice(from, from + 1));
}

/** Theirs in its order, and after it what only mine has. */
export const combined = <T extends Listed>(mine: readonly T[], theirs: readonly T[]): T[] => [
  ...theirs,
  ...mine.filter(({ contentId }) => !holds(theirs, contentId)),
];

/**
 * Two changes of one list together: what either has added, without what either has removed, in the order of who has moved something.
 * Null: both have moved the same articles, each in another way.
 */
export function merged<T extends Listed>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] | null {
  const both = mine.filter(({ contentId }) => holds(theirs, contentId));
  const among = (list: readonly T[], of: readonly T[]) => list.filter(({ contentId }) => holds(of, contentId));
  const hasMoved = (list: readonly T[]) => !sameOrder(among(list, among(both, base)), among(base, both));
  if (hasMoved(mine) && hasMoved(theirs) && !sameOrder(both, among(theirs, both))) return null;
  const [lead, other] = hasMoved(mine) ? [mine, theirs] : [theirs, mine];
  const isOwn = ({ contentId }: T) => !holds(base, contentId) && !holds(other, contentId);
  const result = lead.filter(({ contentId }) => holds(other, contentId) || !holds(base, contentId));
  for (const [place, article] of other.entries()) {
    if (holds(base, article.contentId) || holds(result, article.contentId)) continue;
    // After what it was put after, and after what the other has put there.
    const before = other.slice(0, place).findLast(({ contentId }) => holds(result, contentId));
    let at = before ? result.findIndex(({ contentId }) => contentId === before.contentId) + 1 : 0;
    while (result.slice(at, at + 1).some(isOwn)) at += 1;
    result.splice(at, 0, article);
  }
  return result;
}

export type Mark = 'only here' | 'moved' | '';

/** The list with what is different about each entry from the other's point of view. */
export function compared<T extends Listed>(list: readonly T[], other: readonly T[]): { article: T; mark: Mark }[] {
  const common = (articles: readonly T[], among: readonly T[]) =>
    articles.filter(({ contentId }) => holds(among, contentId)).map(({ contentId }) => contentId);
  const [here, there] = [common(list, other), common(other, list)];
  return list.map((article) => {
    const { contentId } = article;
    if (!holds(other, contentId)) return { article, mark: 'only here' };
    return { article, mark: here.indexOf(contentId) === there.indexOf(contentId) ? '' : 'moved' };
  });
}
