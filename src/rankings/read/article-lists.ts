import {
  type Dimension,
  type Groups,
  LIST,
  type PeriodLists,
  type PreviousRanks,
  type SiteViews,
  scopeName,
} from '../math/ranking-rows.ts';

/** Ranks of an article in published lists. Pure. */

/** Rank from 1 now and in the previous window. */
export interface ListPlace {
  rank: number;
  previousRank: number | null;
}

export interface PeriodPlace extends ListPlace {
  period: '24h' | '7d';
}

export interface GroupPlace extends ListPlace {
  breakdown: Dimension;
  slug: string;
}

export interface RankingLists {
  items: PeriodLists;
  previous: PeriodLists<PreviousRanks>;
}

const rankIn = (ids: readonly number[], ranks: PreviousRanks, id: number): ListPlace | null => {
  const place = ids.indexOf(id);
  return place < 0 ? null : { rank: place + 1, previousRank: ranks[place] ?? null };
};

/** Ranks of an article in the lists of a topic or of the site, for periods that list it. */
export function ranksOf(
  id: number,
  { items, previous }: Partial<RankingLists>,
  riskManagement: boolean,
): PeriodPlace[] {
  return (['24h', '7d'] as const).flatMap((period): PeriodPlace[] => {
    const list = riskManagement ? (`${period}-rm` as const) : period;
    const place = rankIn(items?.[list] ?? [], previous?.[list] ?? [], id);
    return place ? [{ period, ...place }] : [];
  });
}

/** Groups that list an article, in breakdown order, then group order. */
export function groupPlacesOf(id: number, groups: Partial<Record<Dimension, Groups>>): GroupPlace[] {
  return (Object.entries(groups) as [Dimension, Groups | null][]).flatMap(([breakdown, list]) =>
    (list ?? []).flatMap(([slug, ids, ranks]): GroupPlace[] => {
      const place = rankIn(ids, ranks, id);
      return place ? [{ breakdown, slug, ...place }] : [];
    }),
  );
}

/** Rank among rising articles, or `null` beyond the first 50. `isAsked` filters entries by topics. */
export function risingRank(id: number, rising: SiteViews['rising'], isAsked: (topics: readonly number[]) => boolean) {
  const place = rising.filter(([, topics]) => isAsked(topics)).findIndex(([other]) => other === id);
  return place < 0 || place >= LIST ? null : place + 1;
}

/** JSON path of a breakdown's groups within views. */
export const groupsPath = (breakdown: Dimension, riskManagement: boolean): string =>
  `$.groups.${JSON.stringify(breakdown)}.${scopeName(riskManagement)}`;
