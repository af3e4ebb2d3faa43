import { count, gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { bare } from '../db/json.ts';
import { articles } from '../db/schema.ts';
import { articleIndex } from '../db/tables.ts';
import { facetText } from './facets.ts';
import { loadGeography } from './geography.ts';
import { noteIndexFormat } from './index-format.ts';
import { toTags } from './item.ts';

/** Articles whose facets are recomputed at a time. */
const CHUNK = 200;

/**
 * Recomputes every article's facets in the current format, builds the full-text index from them in one transaction and
 * records the format. Safe while the service runs: articles published meanwhile already have new facets, and an article that
 * changes between being read and being written keeps its change. `now`: epoch milliseconds. Returns how many articles there are.
 */
export async function reindex(db: Db, now: number): Promise<number> {
  const groupIds = new Map((await loadGeography(db, now)).map(({ slug, id }) => [slug, id]));
  for (let after: number | null = 0; after !== null; ) after = await refreshFacets(db, after, groupIds);
  const columns = sql.join([articles.title, articles.introduction, articles.facets].map(bare), sql`, `);
  const [, , , [row]] = await db.transaction(
    sql`INSERT INTO ${articleIndex} (${articleIndex}) VALUES ('delete-all')`,
    sql`INSERT INTO ${articleIndex} (${bare(articleIndex.rowid)}, ${columns}) SELECT ${articles.position}, ${columns} FROM ${articles}`,
    noteIndexFormat(db),
    db.select({ articles: count() }).from(articles),
  );
  return row?.articles ?? 0;
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
  if (changes.length > 0) {
    await db.run(sql`UPDATE ${articles} SET ${bare(articles.facets)} = v.value ->> 'facets'
      FROM json_each(${JSON.stringify(changes)}) v
      WHERE ${articles.id} = v.value ->> 'id' AND ${articles.facets} = v.value ->> 'before'`);
  }
  return rows.at(-1)?.id ?? null;
}
