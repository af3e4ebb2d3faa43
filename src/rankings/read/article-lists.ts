import {
  type Groups,
  LIST,
  type PeriodLists,
  type PreviousRanks,
  type SiteViews,
  scopeName,
} from '../math/ranking-rows.ts';

/** Current rank, from 1 at the top, and rank in the previous time window. */
export interface ListPlace {
  rank: number;
  previousRank: number | null;
}

export interface PeriodPlace extends ListPlace {
  period: '24h' | '7d';
}

export interface GroupPlace extends ListPlace {
  breakdown: string;
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

export function groupPlacesOf(id: number, groups: Partial<Record<string, Groups>>): GroupPlace[] {
  return (Object.entries(groups) as [string, Groups | null][]).flatMap(([breakdown, list]) =>
    (list ?? []).flatMap(([slug, ids, ranks]): GroupPlace[] => {
      const place = rankIn(ids, ranks, id);
      return place ? [{ breakdown, slug, ...place }] : [];
    }),
  );
}

/** Returns the article's rank among the first 50 rising articles whose topics pass `isAsked`, or `null`. */
export function risingRank(id: number, rising: SiteViews['rising'], isAsked: (topics: readonly number[]) => boolean) {
  const place = rising.filter(([, topics]) => isAsked(topics)).findIndex(([other]) => other === id);
  return place < 0 || place >= LIST ? null : place + 1;
}

export const groupsPath = (breakdown: string, riskManagement: boolean): string =>
  `$.groups.${JSON.stringify(breakdown)}.${scopeName(riskManagement)}`;
