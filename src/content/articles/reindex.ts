import { count, gt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import type { Millis } from '../../lib/time.ts';
import { loadGeography } from '../geography.ts';
import { facetText } from '../index/facets.ts';
import { toTags } from './item.ts';
import { buildIndex, storeFacets } from './store/facets.ts';

/** Articles whose facets are recomputed at a time. */
const CHUNK = 200;

/**
 * Recomputes every article's facets, and builds the full-text index from them in one transaction. Safe while the service runs: articles published meanwhile already have new facets, and an article that
 * changes between being read and being written keeps its change. `now`: epoch milliseconds. Returns how many articles there are.
 */
export async function reindex(db: Db, now: Millis): Promise<number> {
  const groupIds = new Map((await loadGeography(db, now)).map(({ slug, id }) => [slug, id]));
  for (let after: number | null = 0; after !== null; ) after = await refreshFacets(db, after, groupIds);
  const { stored } = await db.transaction({
    built: buildIndex(),
    stored: db.select({ articles: count() }).from(articles),
  });
  return stored[0]?.articles ?? 0;
}

/** Recomputes the facets of the articles after an id; returns the last one's id, null where there were none. */
async function refreshFacets(db: Db, after: number, groupIds: ReadonlyMap<string, number>): Promise<number | null> {
  const rows = await db.select().from(articles).where(gt(articles.id, after)).orderBy(articles.id).limit(CHUNK);
  const changes = rows.flatMap((row) => {
    const tags = toTags(row);
    const facets = facetText({
      ...row,
      ...tags,
      https: row.url.startsWith('https:'),
      iframeable: Boolean(row.source.iframeable),
      geoGroups: tags.geoGroups.map((slug) => groupIds.get(slug) ?? 0),
    });
    return facets === row.facets ? [] : [{ id: row.id, before: row.facets, facets }];
  });
  await storeFacets(db, changes);
  return rows.at(-1)?.id ?? null;
}
