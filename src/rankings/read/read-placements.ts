import { and, asc, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, placements, placeRates } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { LIST_LAYOUTS, PLACE_CLASSES } from '../../db/view-columns.ts';
import type { Seconds } from '../../lib/time.ts';
import { type AdjacentPositions, type Placement, placesFrom, relativeRates } from '../math/figures/position-bias.ts';
import { type ContentItem, loadItems } from './read-rankings.ts';

export type StandingPlacement = Placement & { positions: AdjacentPositions };

const toPlacement = ({
  placement,
  low,
  high,
  confidence,
  firstPlace,
  lastPlace,
}: typeof placements.$inferSelect): StandingPlacement => ({
  index: placement,
  interval: [low, high],
  confidence,
  positions: { from: firstPlace, to: lastPlace },
});

/** Loads placement indexes by article id. Reads one row per article. */
export async function loadPlacements(db: Db, ids: readonly number[]): Promise<Map<number, StandingPlacement>> {
  const rows = ids.length > 0 ? await db.select().from(placements).where(inList(placements.contentId, ids)) : [];
  return new Map(rows.map((row) => [row.contentId, toPlacement(row)]));
}

/** Adds placement indexes to items. An index is `null` if too few readers saw the item. */
export async function withPlacements<I extends { contentId: number }>(
  db: Db,
  items: readonly I[],
): Promise<(I & { placement: StandingPlacement | null })[]> {
  const found = await loadPlacements(
    db,
    items.map(({ contentId }) => contentId),
  );
  return items.map((item) => ({ ...item, placement: found.get(item.contentId) ?? null }));
}

/** Returns articles that certainly get unusual clicks for their positions. The top article is never underplayed. */
export async function loadMisplacedArticles(
  db: Db,
  { side, limit, now }: { side: 'above' | 'below'; limit: number; now: Seconds },
): Promise<(ContentItem & { placement: StandingPlacement | null })[]> {
  const rows = await db
    .select({ id: placements.contentId })
    .from(placements)
    .innerJoin(articles, eq(articles.id, placements.contentId))
    .where(
      and(
        eq(placements.confidence, 'high'),
        side === 'above'
          ? and(gt(placements.placement, 100), or(gt(placements.lastPlace, 1), isNull(placements.lastPlace)))
          : lt(placements.placement, 100),
        lte(articles.publishedAt, now),
      ),
    )
    .orderBy(side === 'above' ? desc(placements.placement) : asc(placements.placement), asc(placements.contentId))
    .limit(limit);
  return withPlacements(
    db,
    rows.length > 0
      ? await loadItems(
          db,
          rows.map(({ id }) => id),
        )
      : [],
  );
}

/** Returns click rates by position, relative to the first position, for each layout with clicks. Reads 36 rows. */
export async function loadPositionBias(db: Db) {
  const rows = await db.select().from(placeRates).orderBy(asc(placeRates.firstPlace));
  return LIST_LAYOUTS.flatMap((layout) => {
    const worth = relativeRates(rows.filter((row) => row.layout === layout));
    const places = worth?.map((place, i) => ({ ...placesFrom(PLACE_CLASSES[i] ?? 0), ...place }));
    return places ? [{ layout, places }] : [];
  });
}
