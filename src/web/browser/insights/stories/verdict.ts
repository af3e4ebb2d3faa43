/** Which place is wasted, and what should stand there: of the desk's day and of Places. Pure. */

import type { Placed } from './words.ts';

/** An article, its pull, and where it stands: left out where that is where it is mostly seen, null where it stands nowhere. */
export interface Standing {
  item: Earning;
  pull: Placed;
  at?: Placed['place'] | null;
}

export interface Earning {
  contentId: number;
  title: string | null;
  pull?: Placed | null | undefined;
}

export interface Verdict {
  wasted: Standing | undefined;
  better: Standing | undefined;
}

const isSure = ({ pull }: Earning, side: 1 | -1): boolean =>
  pull?.confidence === 'high' && Math.sign(pull.index - 100) === side;

/** Where an article is said to stand: at all the places that were measured together, where its own is among them, since they cannot be told apart. */
const measuredAt = ({ place }: Placed, own: number): Placed['place'] =>
  place.from <= own && own <= (place.to ?? own) ? place : { from: own, to: own };
const FIRST = { from: 1, to: 1 };
const isBelow = ({ from }: Placed['place'], { to }: Placed['place']): boolean => to !== null && from > to;

const strongest = (of: readonly Standing[]) => of.toSorted((a, b) => b.pull.index - a.pull.index)[0];

/** The best place of a selection that is surely wasted, and what should stand there: the strongest below it, or else of those that are not chosen. */
export function verdictOf(chosen: readonly Earning[], others: readonly Earning[]): Verdict & { isKnown: boolean } {
  const standing = chosen.flatMap((item, i) =>
    item.pull ? { item, pull: item.pull, at: measuredAt(item.pull, i + 1) } : [],
  );
  const wasted = standing.find(({ item }) => isSure(item, -1));
  const below = standing.filter(({ item, at }) => isBelow(at, wasted?.at ?? FIRST) && isSure(item, 1));
  const free = others.flatMap((item) =>
    item.pull && isSure(item, 1) && !chosen.some(({ contentId }) => contentId === item.contentId)
      ? { item, pull: item.pull, at: null }
      : [],
  );
  const better = strongest(wasted && below.length === 0 ? free : below);
  return { wasted, better, isKnown: standing.some(({ pull }) => pull.confidence === 'high') };
}

/** Beyond every place. */
const LAST = 99;
/** The best place at which an article is mostly seen. */
const placeOf = ({ pull }: Earning): number => pull?.place.from ?? LAST;
const seen = (item: Earning | undefined): Standing | undefined => (item?.pull ? { item, pull: item.pull } : undefined);

/** The same of all lists, each article where it is mostly seen. */
export function verdictOfLists(under: readonly Earning[], over: readonly Earning[]): Verdict {
  const [wasted] = over.toSorted((a, b) => placeOf(a) - placeOf(b));
  const below = under.filter(({ pull }) => wasted?.pull && pull && isBelow(pull.place, wasted.pull.place));
  return {
    wasted: seen(wasted),
    better: strongest((below.length > 0 ? below : under).flatMap((item) => seen(item) ?? [])),
  };
}

/** What is named first comes first, then what stands at better places. */
export function inOrder<E extends Earning>(
  items: readonly E[],
  first: Standing | undefined,
  by: (item: E) => number,
): E[] {
  const isFirst = ({ contentId }: E) => Number(contentId === first?.item.contentId);
  return items.toSorted((a, b) => isFirst(b) - isFirst(a) || by(a) - by(b));
}

export const byPlace = placeOf;
export const byPull = ({ pull }: Earning): number => -(pull?.index ?? 0);
