import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { type FeedItem, ITEM_JSON, toItem } from '../content/articles/item.ts';
import type { Geography } from '../content/geography.ts';
import { storyToken } from '../content/index/facets.ts';
import { MAX_ARTICLE_ID } from '../content/position.ts';
import type { Db } from '../db/client.ts';
import { articles } from '../db/schema.ts';
import { articleIndex } from '../db/tables.ts';
import type { Cursor } from './cursor.ts';
import type { FeedFilter } from './filter.ts';
import { compileAll, compileMatch } from './match.ts';

/** As `ITEM_JSON` reads it. */
const a = alias(articles, 'a');

interface Paging {
  filter: FeedFilter;
  within?: FeedFilter | undefined;
  geography: Geography;
  before: Cursor;
  limit: number;
  /** Only the articles of this story. */
  story?: number | undefined;
}

export interface FeedPage {
  items: FeedItem[];
  /** Where the next page begins; null at the end. */
  next: Cursor | null;
}

/**
 * One page of the feed below `before`, newest first, ties by higher id. `within`: a second filter that holds, too.
 * Reads limit + 1 rows of the index and as many articles, whatever the filter and the size of the newsroom.
 */
export async function loadPage(db: Db, { filter, within, geography, before, limit, story }: Paging): Promise<FeedPage> {
  const filters = within ? [within, filter] : [filter];
  const found = await loadList(
    db,
    sql`SELECT ${ITEM_JSON} AS item FROM ${articleIndex} JOIN ${articles} ${a} ON ${a.position} = ${articleIndex.rowid}
      WHERE ${articleIndex} MATCH ${ofStory(compileAll(filters, geography), story)}
        AND ${articleIndex.rowid} < (CAST(${before.publishedAt} AS INTEGER) << 30 | CAST(${before.id} AS INTEGER))
      ORDER BY ${articleIndex.rowid} DESC LIMIT ${limit + 1}`,
  );
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? { publishedAt: last.publishedAt, id: last.contentId } : null };
}

/** A match of the articles of one story alone. */
export const ofStory = (match: string, story: number | undefined): string =>
  story === undefined ? match : `(${match}) AND facets: ${storyToken(story)}`;

/** The items with these ids in this order; ids without an article are left out. Reads at most 2 rows per id. */
export async function loadItems(db: Db, ids: readonly number[]): Promise<FeedItem[]> {
  const items = await loadList(
    db,
    sql`SELECT ${ITEM_JSON} AS item FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${articles} ${a} ON ${a.id} = wanted.value`,
  );
  const byId = new Map(items.map((item) => [item.contentId, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The low bits of a position. */
const ID = sql`${articleIndex.rowid} & ${sql.raw(String(MAX_ARTICLE_ID))}`;

/**
 * Ids of the articles that match a filter and were published in a time (epoch seconds, the end not included), oldest first. Reads one
 * row of the index for each.
 */
export async function matchingIds(
  db: Db,
  { filter, geography, from, until }: { filter: FeedFilter; geography: Geography; from: number; until: number },
): Promise<number[]> {
  const rows = await db.rows(
    z.object({ id: z.int() }),
    sql`SELECT ${ID} AS id FROM ${articleIndex} WHERE ${articleIndex} MATCH ${compileMatch(filter, geography)}
      AND ${articleIndex.rowid} >= (CAST(${from} AS INTEGER) << 30) AND ${articleIndex.rowid} < (CAST(${until} AS INTEGER) << 30)
      ORDER BY ${articleIndex.rowid}`,
  );
  return rows.map(({ id }) => id);
}

/** The items of a query with one column `item`. As one row it takes a third less time between database and Worker. */
async function loadList(db: Db, query: SQL): Promise<FeedItem[]> {
  const [row] = await db.select({ items: sql<string>`json_group_array(json(item))`.as('items') }).from(sql`(${query})`);
  return (JSON.parse(row?.items ?? '[]') as unknown[][]).map(toItem);
}
