import type { Article } from './types.ts';

/** Lists of articles and how they differ. Pure. */

type Listed = Pick<Article, 'contentId'>;

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
