import { count, gt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inList } from '../../db/json.ts';
import { articles } from '../../db/schema.ts';
import type { Millis } from '../../lib/time.ts';
import { addressesOf, canonicalUrl, urlKey } from '../../lib/url.ts';
import { loadGeography } from '../geography.ts';
import { facetText } from '../index/facets.ts';
import { noteIndexFormat } from '../index/index-format.ts';
import { toTags } from './item.ts';
import { buildIndex, storeFacets } from './store/facets.ts';

/** Articles whose facets are recomputed at a time. */
const CHUNK = 200;

/**
 * Recomputes every article's address and facets in the current format, builds the full-text index from them in one transaction and
 * records the format. Safe while the service runs: articles published meanwhile already have new facets, and an article that
 * changes between being read and being written keeps its change. Returns how many articles there are.
 */
export async function reindex(db: Db, now: Millis): Promise<number> {
  const groupIds = new Map((await loadGeography(db, now)).map(({ slug, id }) => [slug, id]));
  for (let after: number | null = 0; after !== null; ) after = await refreshFacets(db, after, groupIds);
  const { stored } = await db.transaction({
    built: buildIndex(),
    noted: noteIndexFormat(db),
    stored: db.select({ articles: count() }).from(articles),
  });
  return stored[0]?.articles ?? 0;
}

/** Recomputes addresses and facets of the articles after an id; returns the last one's id, null where there were none. */
async function refreshFacets(db: Db, after: number, groupIds: ReadonlyMap<string, number>): Promise<number | null> {
  const rows = await db.select().from(articles).where(gt(articles.id, after)).orderBy(articles.id).limit(CHUNK);
  const addresses = await currentAddresses(db, rows);
  const changes = rows.flatMap((row) => {
    const tags = toTags(row);
    const url = addresses.get(row.id) ?? row.url;
    const key = urlKey(url);
    const facets = facetText({
      ...row,
      ...tags,
      urlKey: key,
      https: url.startsWith('https:'),
      iframeable: Boolean(row.source.iframeable),
      geoGroups: tags.geoGroups.map((slug) => groupIds.get(slug) ?? 0),
    });
    return facets === row.facets && url === row.url ? [] : [{ id: row.id, before: row.facets, facets, url, key }];
  });
  await storeFacets(db, changes);
  return rows.at(-1)?.id ?? null;
}

/**
 * Addresses as they would be stored today, by id: what an earlier release took for a part of the address may be tracking now. An
 * article keeps its address where another one has the new one already.
 */
async function currentAddresses(
  db: Db,
  rows: readonly (typeof articles.$inferSelect)[],
): Promise<ReadonlyMap<number, string>> {
  const moved = rows.flatMap(({ id, url }) => {
    const now = canonicalUrl(url, () => true);
    return now && now !== url ? [{ id, url: now }] : [];
  });
  if (moved.length === 0) return new Map();
  const wanted = moved.flatMap(({ url }) => addressesOf(url));
  const owners = await db.select({ url: articles.url }).from(articles).where(inList(articles.url, wanted));
  const taken = new Set(owners.map(({ url }) => urlKey(url)));
  const addresses = new Map<number, string>();
  for (const { id, url } of moved) {
    if (taken.has(urlKey(url))) continue;
    taken.add(urlKey(url));
    addresses.set(id, url);
  }
  return addresses;
}
