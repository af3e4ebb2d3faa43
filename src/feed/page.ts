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

/**
 * One page of the feed below `before`, newest first, ties by higher id.
 * Reads limit + 1 rows of the index and as many articles, whatever the filter and the size of the newsroom.
 */
export async function loadPage(
  db: Db,
  { filter, geography, before, limit }: { filter: FeedFilter; geography: Geography; before: Cursor; limit: number },
): Promise<FeedPage> {
  const rows = await db.all<ItemRow>(sql`
    SELECT ${ITEM_COLUMNS}
    FROM article_index i JOIN articles a ON a.position = i.rowid
    WHERE i.article_index MATCH ${compileMatch(filter, geography)}
      AND i.rowid < (CAST(${before.publishedAt} AS INTEGER) << 30 | CAST(${before.id} AS INTEGER))
    ORDER BY i.rowid DESC LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map(toItem), next: last ? { publishedAt: last.publishedAt, id: last.id } : null };
}

/** The items with these ids in this order; ids without an article are left out. At most 2 rows an id. */
export async function loadItems(db: Db, ids: readonly number[]): Promise<FeedItem[]> {
  const rows = await db.all<ItemRow>(sql`
    SELECT ${ITEM_COLUMNS} FROM json_each(${JSON.stringify(ids)}) wanted JOIN articles a ON a.id = wanted.value ORDER BY wanted.key`);
  return rows.map(toItem);
}
