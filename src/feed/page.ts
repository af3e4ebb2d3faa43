import { sql } from 'drizzle-orm';
import type { Geography } from '../content/geography.ts';
import type { Db } from '../db/client.ts';
import type { Cursor } from './cursor.ts';
import type { FeedFilter } from './filter.ts';
import { type FeedItem, ITEM_COLUMNS, type ItemRow, toItem } from './item.ts';
import { compileMatch } from './match.ts';

export interface FeedPage {
  items: FeedItem[];
  /** Where the next page begins; null at the end. */
  next: Cursor | null;
}

/** Index rows that one page may pass over for prefixes the index cannot exclude; a page may then be short, its cursor goes on. */
const RESIDUAL_SCAN = 200;

/**
 * One page of the feed below `before`, newest first, ties by higher id.
 * Reads limit + 1 rows of the index and as many articles, whatever the filter and the size of the newsroom;
 * with address prefixes deeper than the index goes at most 200 of each.
 */
export async function loadPage(
  db: Db,
  { filter, geography, before, limit }: { filter: FeedFilter; geography: Geography; before: Cursor; limit: number },
): Promise<FeedPage> {
  const { expression, residualPrefixes } = compileMatch(filter, geography);
  const scan = residualPrefixes.length > 0 ? Math.max(RESIDUAL_SCAN, limit + 1) : limit + 1;
  const rows = await db.all<ItemRow>(sql`
    SELECT ${ITEM_COLUMNS}
    FROM article_index i JOIN articles a ON a.position = i.rowid
    WHERE i.article_index MATCH ${expression}
      AND i.rowid < (CAST(${before.publishedAt} AS INTEGER) << 30 | CAST(${before.id} AS INTEGER))
    ORDER BY i.rowid DESC LIMIT ${scan}`);
  const kept = rows.filter((row) => !residualPrefixes.some((prefix) => row.urlKey.startsWith(prefix)));
  const page = kept.slice(0, limit);
  const last = kept.length > limit ? page.at(-1) : rows.length === scan ? rows.at(-1) : undefined;
  return { items: page.map(toItem), next: last ? { publishedAt: last.publishedAt, id: last.id } : null };
}

/** The items with these ids in this order; ids without an article are left out. At most 2 rows an id. */
export async function loadItems(db: Db, ids: readonly number[]): Promise<FeedItem[]> {
  const rows = await db.all<ItemRow>(sql`
    SELECT ${ITEM_COLUMNS} FROM json_each(${JSON.stringify(ids)}) wanted JOIN articles a ON a.id = wanted.value ORDER BY wanted.key`);
  return rows.map(toItem);
}
