import {
  type Dimension,
  type Groups,
  LIST,
  type PeriodLists,
  type Ranks,
  type SiteViews,
  scopeName,
} from '../math/views.ts';

/** Where an article is in published lists. Pure. */

/** A place in a list: its rank from 1, and its rank in the previous window. */
export interface ListPlace {
  rank: number;
  /** Null: no engagement there. */
  previousRank: number | null;
}

export interface PeriodPlace extends ListPlace {
  period: '24h' | '7d';
}

export interface GroupPlace extends ListPlace {
  breakdown: Dimension;
  slug: string;
}

/** The lists of a window in which an article may be. */
export interface Lists {
  items: PeriodLists;
  previous: PeriodLists<Ranks>;
}

const rankIn = (ids: readonly number[], ranks: Ranks, id: number): ListPlace | null => {
  const place = ids.indexOf(id);
  return place < 0 ? null : { rank: place + 1, previousRank: ranks[place] ?? null };
};

/** The ranks of an article in the lists of a topic or of the site; only of the periods in which it is listed. */
export function placesOf(id: number, { items, previous }: Partial<Lists>, riskManagement: boolean): PeriodPlace[] {
  return (['24h', '7d'] as const).flatMap((period): PeriodPlace[] => {
    const list = riskManagement ? (`${period}-rm` as const) : period;
    const place = rankIn(items?.[list] ?? [], previous?.[list] ?? [], id);
    return place ? [{ period, ...place }] : [];
  });
}

/** The groups of breakdowns in which an article is listed, in the order of the breakdowns, then of their groups. */
export function groupsOf(id: number, groups: Partial<Record<Dimension, Groups>>): GroupPlace[] {
  return (Object.entries(groups) as [Dimension, Groups | null][]).flatMap(([breakdown, list]) =>
    (list ?? []).flatMap(([slug, ids, ranks]): GroupPlace[] => {
      const place = rankIn(ids, ranks, id);
      return place ? [{ breakdown, slug, ...place }] : [];
    }),
  );
}

/** The rank of an article among rising ones; null if it is not among the first 50. `isAsked` decides by an entry's topics whether it counts. */
export function risingRank(id: number, rising: SiteViews['rising'], isAsked: (topics: readonly number[]) => boolean) {
  const place = rising.filter(([, topics]) => isAsked(topics)).findIndex(([other]) => other === id);
  return place < 0 || place >= LIST ? null : place + 1;
}

/** Path of the groups of a breakdown within views. */
export const groupsPath = (breakdown: Dimension, riskManagement: boolean): string =>
  `$.groups.${JSON.stringify(breakdown)}.${scopeName(riskManagement)}`;
