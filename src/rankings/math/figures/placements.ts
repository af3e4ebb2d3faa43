import type { Shares } from '../../../engagement/weight.ts';
import { type Curve, curveOf, MIN_CURVE_VIEWERS, MIN_VIEWERS, type Pull, pullOf, type Shown } from './pull.ts';
import { discountedByMark, discountedReaders, type NetworkMarks, type ShownCounters } from './shown-group.ts';

/** The position bias curve of a site and the placement of its articles, from discounted counts. Pure. */

/** Readers of an article where reporting pages showed it, undiscounted. */
export interface ShownReaders {
  views: ShownCounters;
  clicks: ShownCounters;
  /** Unsigned readers who clicked, by network bucket and mark. */
  clickCells: NetworkMarks;
}

export interface ShownArticle {
  contentId: number;
  /** The last two weeks. */
  fortnight: ShownReaders;
  /** The last seven days. */
  week: ShownReaders;
}

export interface Placement extends Pull {
  contentId: number;
  /** Discounted viewers by mark, of seven days. */
  views: readonly number[];
}

/**
 * Returns the curve and the placement of every article with enough viewers. Each group holds only articles with enough viewers of their
 * own, so that clicks on articles which readers do not see change nothing.
 */
export function placementsOf(
  articles: readonly ShownArticle[],
  shares: Shares | null,
): { curve: Curve; placements: Placement[] } {
  const curve = curveOf(discountedGroup(articles, 'fortnight', MIN_CURVE_VIEWERS, shares));
  const placements = discountedGroup(articles, 'week', MIN_VIEWERS, shares).flatMap(({ contentId, ...shown }) => {
    const pull = pullOf(shown, curve);
    return pull ? [{ contentId, views: shown.views, ...pull }] : [];
  });
  return { curve, placements };
}

function discountedGroup(
  articles: readonly ShownArticle[],
  window: 'fortnight' | 'week',
  minViewers: number,
  shares: Shares | null,
): (Shown & { contentId: number; views: number[] })[] {
  const group = articles.filter((article) => discountedReaders(article[window].views, shares) >= minViewers);
  const readers = group.map((article) => article[window]);
  const views = discountedByMark(
    readers.map((own) => own.views),
    shares,
  );
  const clicks = discountedByMark(
    readers.map((own) => own.clicks),
    shares,
    readers.map(({ clickCells }) => clickCells),
  );
  return group.map(({ contentId }, i) => ({ contentId, views: views[i] ?? [], clicks: clicks[i] ?? [] }));
}
