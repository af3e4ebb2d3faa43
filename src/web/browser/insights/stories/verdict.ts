import type { DataOf } from '../../lib/request.ts';
import type { PlacedArticle } from './rank-words.ts';

/** Selection of a day, as editors see it. */
export type SelectedDay = DataOf<'/manage/recommended/{date}'>;

/** Article with its placement. `at` is its position if it differs from the measured one, or `null` if not listed. */
export interface Standing {
  item: Earning;
  placement: PlacedArticle;
  at?: PlacedArticle['positions'] | null;
  /** Position in the list, from 1. Undefined if the article is not in the list. */
  number?: number;
}

export interface Earning {
  contentId: number;
  title: string | null;
  placement?: PlacedArticle | null | undefined;
}

export interface Verdict {
  wasted: Standing | undefined;
  better: Standing | undefined;
}

/** Returns the position of an article in a list, from 1. Undefined if the article is not in the list. */
export const numberIn = (list: readonly Pick<Earning, 'contentId'>[], id: number): number | undefined =>
  list.findIndex(({ contentId }) => contentId === id) + 1 || undefined;

const isSure = ({ placement }: Earning, side: 1 | -1): boolean =>
  placement?.confidence === 'high' && Math.sign(placement.index - 100) === side;

/** Returns the position bucket in which an article was measured if it contains `own`, or else only `own`. */
const measuredAt = ({ positions }: PlacedArticle, own: number): PlacedArticle['positions'] =>
  positions.from <= own && own <= (positions.to ?? own) ? positions : { from: own, to: own };
const FIRST_POSITION = { from: 1, to: 1 };
const isBelow = ({ from }: PlacedArticle['positions'], { to }: PlacedArticle['positions']): boolean =>
  to !== null && from > to;

const strongest = (of: readonly Standing[]) => of.toSorted((a, b) => b.placement.index - a.placement.index)[0];

/** Returns the first article in a list that is clearly overplayed, and the best article to replace it. */
export function verdictOf(chosen: readonly Earning[], others: readonly Earning[]): Verdict & { isKnown: boolean } {
  const standing = chosen.flatMap((item, i) =>
    item.placement ? { item, placement: item.placement, at: measuredAt(item.placement, i + 1), number: i + 1 } : [],
  );
  const wasted = standing.find(({ item }) => isSure(item, -1));
  const below = standing.filter(({ item, at }) => isBelow(at, wasted?.at ?? FIRST_POSITION) && isSure(item, 1));
  const free = others.flatMap((item) =>
    item.placement && isSure(item, 1) && !chosen.some(({ contentId }) => contentId === item.contentId)
      ? { item, placement: item.placement, at: null }
      : [],
  );
  const better = strongest(wasted && below.length === 0 ? free : below);
  return { wasted, better, isKnown: standing.some(({ placement }) => placement.confidence === 'high') };
}

const UNPLACED_POSITION = 99;
const placeOf = ({ placement }: Earning): number => placement?.positions.from ?? UNPLACED_POSITION;
const toStanding = (item: Earning | undefined): Standing | undefined =>
  item?.placement ? { item, placement: item.placement } : undefined;

/** Works like `verdictOf`, but for all lists. Articles count at the positions where readers usually see them. */
export function verdictOfLists(under: readonly Earning[], over: readonly Earning[]): Verdict {
  const [wasted] = over.toSorted((a, b) => placeOf(a) - placeOf(b));
  const below = under.filter(
    ({ placement }) => wasted?.placement && placement && isBelow(placement.positions, wasted.placement.positions),
  );
  return {
    wasted: toStanding(wasted),
    better: strongest((below.length > 0 ? below : under).flatMap((item) => toStanding(item) ?? [])),
  };
}

/** Sorts articles by `by` in ascending order, but puts the article `first` at the top. */
export function sortedVerdicts<E extends Earning>(
  items: readonly E[],
  first: Standing | undefined,
  by: (item: E) => number,
): E[] {
  const isFirst = ({ contentId }: E) => Number(contentId === first?.item.contentId);
  return items.toSorted((a, b) => isFirst(b) - isFirst(a) || by(a) - by(b));
}

export const byPlace = placeOf;
export const byPlacement = ({ placement }: Earning): number => -(placement?.index ?? 0);
