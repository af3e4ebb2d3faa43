import { and, asc, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, placeRates, pulls } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { LIST_LAYOUTS, PLACE_CLASSES } from '../../db/view-columns.ts';
import type { Seconds } from '../../lib/time.ts';
import { type AdjacentPositions, type Placement, placesFrom, worthOf } from '../math/figures/pull.ts';
import { type ContentItem, loadItems } from './read-rankings.ts';

/** Placement with the positions at which most readers saw the article. */
export type StandingPlacement = Placement & { positions: AdjacentPositions };

const toPull = ({
  placement,
  low,
  high,
  confidence,
  firstPlace,
  lastPlace,
}: typeof pulls.$inferSelect): StandingPlacement => ({
  index: placement,
  interval: [low, high],
  confidence,
  positions: { from: firstPlace, to: lastPlace },
});

/** Placements by article id. Reads one row per placement. */
export async function loadPulls(db: Db, ids: readonly number[]): Promise<Map<number, StandingPlacement>> {
  const rows = ids.length > 0 ? await db.select().from(pulls).where(inList(pulls.contentId, ids)) : [];
  return new Map(rows.map((row) => [row.contentId, toPull(row)]));
}

/** Adds placements to items; `null` if too few readers saw one. */
export async function withPlacements<I extends { contentId: number }>(
  db: Db,
  items: readonly I[],
): Promise<(I & { placement: StandingPlacement | null })[]> {
  const found = await loadPulls(
    db,
    items.map(({ contentId }) => contentId),
  );
  return items.map((item) => ({ ...item, placement: found.get(item.contentId) ?? null }));
}

/** Articles that are certainly underplayed (unless at the top) or overplayed, furthest from 100 first. */
export async function loadPulled(
  db: Db,
  { side, limit, now }: { side: 'above' | 'below'; limit: number; now: Seconds },
): Promise<(ContentItem & { placement: StandingPlacement | null })[]> {
  const rows = await db
    .select({ id: pulls.contentId })
    .from(pulls)
    .innerJoin(articles, eq(articles.id, pulls.contentId))
    .where(
      and(
        eq(pulls.confidence, 'high'),
        side === 'above'
          ? and(gt(pulls.placement, 100), or(gt(pulls.lastPlace, 1), isNull(pulls.lastPlace)))
          : lt(pulls.placement, 100),
        lte(articles.publishedAt, now),
      ),
    )
    .orderBy(side === 'above' ? desc(pulls.placement) : asc(pulls.placement), asc(pulls.contentId))
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

/** Position bias curve per layout with clicks, relative to the first position. Reads 36 rows. */
export async function loadCurve(db: Db) {
  const rows = await db.select().from(placeRates).orderBy(asc(placeRates.firstPlace));
  return LIST_LAYOUTS.flatMap((layout) => {
    const worth = worthOf(rows.filter((row) => row.layout === layout));
    const places = worth?.map((place, i) => ({ ...placesFrom(PLACE_CLASSES[i] ?? 0), ...place }));
    return places ? [{ layout, places }] : [];
  });
}
