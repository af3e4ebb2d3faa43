import type { TrafficBaseline } from '../../../engagement/discounting.ts';
import {
  fitPositionBias,
  MIN_CURVE_VIEWERS,
  MIN_VIEWERS,
  type Placement,
  type PositionBias,
  type PositionReaders,
  placementOf,
} from './position-bias.ts';
import { discountedByMark, discountedReaders, type NetworkMarks, type ShownCounters } from './weighted-impressions.ts';

export interface ShownReaders {
  views: ShownCounters;
  clicks: ShownCounters;
  clickCells: NetworkMarks;
}

export interface ShownArticle {
  contentId: number;
  fortnight: ShownReaders;
  week: ShownReaders;
}

export interface ArticlePlacement extends Placement {
  contentId: number;
  /** Readers who saw the article in the last seven days, after discounting, by position bucket. */
  views: readonly number[];
}

/** Computes placement indexes. Articles seen by few readers do not affect the curve, which prevents manipulation. */
export function placementsOf(
  articles: readonly ShownArticle[],
  baseline: TrafficBaseline | null,
): { curve: PositionBias; placements: ArticlePlacement[] } {
  const curve = fitPositionBias(discountedGroup(articles, 'fortnight', MIN_CURVE_VIEWERS, baseline));
  const placements = discountedGroup(articles, 'week', MIN_VIEWERS, baseline).flatMap(({ contentId, ...shown }) => {
    const placement = placementOf(shown, curve);
    return placement ? [{ contentId, views: shown.views, ...placement }] : [];
  });
  return { curve, placements };
}

function discountedGroup(
  articles: readonly ShownArticle[],
  window: 'fortnight' | 'week',
  minViewers: number,
  baseline: TrafficBaseline | null,
): (PositionReaders & { contentId: number; views: number[] })[] {
  const group = articles.filter((article) => discountedReaders(article[window].views, baseline) >= minViewers);
  const readers = group.map((article) => article[window]);
  const views = discountedByMark(
    readers.map((own) => own.views),
    baseline,
  );
  const clicks = discountedByMark(
    readers.map((own) => own.clicks),
    baseline,
    readers.map(({ clickCells }) => clickCells),
  );
  return group.map(({ contentId }, i) => ({ contentId, views: views[i] ?? [], clicks: clicks[i] ?? [] }));
}
