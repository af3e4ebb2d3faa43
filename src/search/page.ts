import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { type FeedItem, ITEM_JSON, toItem } from '../content/articles/item.ts';
import type { Geography } from '../content/geography.ts';
import { NOWHERE, PENDING } from '../content/index/tokens.ts';
import { firstFrom, positionOf } from '../content/position-sql.ts';
import { compileQuery, type Db, PreparedQuery } from '../db/client.ts';
import { articles } from '../db/schema.ts';
import { articleIndex } from '../db/tables.ts';
import { lazy } from '../lib/lazy.ts';
import type { Cursor } from './cursor.ts';
import type { FeedFilter } from './feed-filters.ts';
import {
  type FoundItem,
  feedPointOf,
  foundIn,
  foundJson,
  type Matcher,
  matcherOf,
  orPending,
  pendingJson,
} from './matcher.ts';

const a = alias(articles, 'a') as unknown as typeof articles;

interface Paging {
  filter: FeedFilter;
  within?: FeedFilter | undefined;
  geography: Geography;
  before: Cursor;
  limit: number;
  story?: number | undefined;
}

export interface FeedPage {
  items: FeedItem[];
  next: Cursor | null;
}

/** Loads a page, newest first. Reads limit + 1 index rows and as many articles. The matcher may shorten the page. */
export async function loadFeedPage(
  db: Db,
  { filter, within, geography, before, limit, story }: Paging,
): Promise<FeedPage> {
  const matcher = matcherOf(within ? [within, filter] : [filter], geography, story);
  const page = await loadRound(db, matcher, before, limit);
  if (page.items.length > 0 || page.next === null) return page;
  return loadRound(db, matcher, page.next, Math.ceil(limit * SECOND_ROUND));
}

/** Size of the second round relative to the page. Both rounds together read at most four rows per article of a page. */
const SECOND_ROUND = 0.75;

/** Loads the articles of a page, or fewer if the matcher rejects some. */
async function loadRound(db: Db, matcher: Matcher, before: Cursor, limit: number): Promise<FeedPage> {
  const found = await loadFound(db, matcher.match, before, limit + 1);
  const items = found.slice(0, limit).flatMap((one) => (matcher.accepts(one) ? one.item : []));
  const last = found[limit - 1];
  return { items, next: found.length > limit && last ? feedPointOf(last) : null };
}

const START = { publishedAt: sql.placeholder('publishedAt'), id: sql.placeholder('id') };
/** Compiled queries, one for each content of the cursor: a time, an article, or an article with its position. */
const PAGE_QUERIES = {
  time: lazy(() => pageQuery({ ...START, id: 0 })),
  article: lazy(() => pageQuery(START)),
  position: lazy(() => pageQuery({ ...START, position: sql.placeholder('position') })),
};

function pageQuery(before: Parameters<typeof positionOf>[0]) {
  const { rowid } = articleIndex;
  const below = sql`${rowid} < start.place ORDER BY ${rowid} DESC LIMIT ${sql.placeholder('most')}`;
  const found = sql`SELECT ${foundJson(a)} AS item FROM ${articleIndex} JOIN ${articles} ${a} ON ${a.position} = ${rowid}
    WHERE ${articleIndex} MATCH ${sql.placeholder('match')} AND ${below}`;
  // The OFFSET makes SQLite compute the start once. Each look-up in a materialised table would count as a row read.
  return compileQuery(sql`SELECT (SELECT ${itemsJson} FROM (${found})) AS items, ${pendingJson(below)} AS pending
    FROM (SELECT ${positionOf(before)} AS place LIMIT -1 OFFSET 0) start`);
}

async function loadFound(db: Db, match: string, { publishedAt, id, position }: Cursor, most: number) {
  const query = PAGE_QUERIES[id === 0 ? 'time' : position === undefined ? 'article' : 'position'];
  return parseFound(await db.rows(foundRow, query()({ publishedAt, id, position, match: orPending(match), most })));
}

/** Returns a row with the items that query `found` selects, and the positions of articles that are not indexed yet. */
const foundOf = (found: SQL, within?: SQL): SQL =>
  sql`SELECT ${itemsJson} AS items, ${pendingJson(within)} AS pending FROM (${found})`;
const itemsJson = sql.raw(`'[' || coalesce(group_concat(item), '') || ']'`);
const foundRow = z.object({ items: z.string(), pending: z.string() });
const parseFound = ([row]: readonly z.output<typeof foundRow>[]): FoundItem[] =>
  (JSON.parse(row?.items ?? '[]') as unknown[][]).map(foundIn(row?.pending ?? '[]'));

/** Counts matching articles, newest first, up to `most`. Reads an index row per article, or three if it checks them. */
export async function countMatches(
  db: Db,
  { filter, geography, before, most }: Pick<Paging, 'filter' | 'geography' | 'before'> & { most: number },
): Promise<number> {
  const matcher = matcherOf([filter], geography);
  if (matcher.isChecked) return (await loadRound(db, matcher, before, most)).items.length;
  const { rowid } = articleIndex;
  const [row] = await db.rows(
    z.object({ matches: z.int() }),
    sql`SELECT (SELECT count(*) FROM (SELECT 1 FROM ${articleIndex} WHERE ${articleIndex} MATCH ${matcher.match}
      AND ${rowid} < start.place ORDER BY ${rowid} DESC LIMIT ${most})) AS matches
      FROM (SELECT ${positionOf(before)} AS place LIMIT -1 OFFSET 0) start`,
  );
  return row?.matches ?? 0;
}

/** Returns the items with these ids in the given order. Ids without an article are skipped. Reads two rows per id. */
export async function loadFeedItems(db: Db, ids: readonly number[]): Promise<FeedItem[]> {
  const [row] = await db.rows(
    z.object({ items: z.string() }),
    sql`SELECT json_group_array(${ITEM_JSON}) AS items FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${articles} ${a} ON ${a.id} = wanted.value`,
  );
  const items = (JSON.parse(row?.items ?? '[]') as unknown[][]).map(toItem);
  const byId = new Map(items.map((item) => [item.contentId, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids of matching articles published in [`from`, `until`), oldest first. Reads two rows per article. */
export async function matchingIds(
  db: Db,
  { filter, geography, from, until }: { filter: FeedFilter; geography: Geography; from: number; until: number },
): Promise<number[]> {
  const { rowid } = articleIndex;
  const matcher = matcherOf([filter], geography);
  const within = sql`${rowid} >= ${firstFrom(from)} AND ${rowid} < ${firstFrom(until)} ORDER BY ${rowid}`;
  const found = sql`SELECT ${foundJson(a)} AS item FROM ${articleIndex} JOIN ${articles} ${a} ON ${a.position} = ${rowid}
    WHERE ${articleIndex} MATCH ${matcher.isChecked ? orPending(matcher.match) : PENDING} AND ${within}`;
  const match = matcher.isChecked ? NOWHERE : matcher.match;
  // One transaction runs both queries. Otherwise, an article that is indexed between them might be missed.
  const { checked, decided } = await db.transaction({
    checked: new PreparedQuery(foundRow, foundOf(found, within)),
    decided: new PreparedQuery(
      z.object({ id: z.int(), place: z.int() }),
      sql`SELECT ${a.id} AS id, ${a.position} AS place FROM ${articleIndex} JOIN ${articles} ${a} ON ${a.position} = ${rowid}
        WHERE ${articleIndex} MATCH ${match} AND ${within}`,
    ),
  });
  const accepted = parseFound(checked).filter(matcher.accepts);
  return [...decided, ...accepted.map(({ item, position }) => ({ id: item.contentId, place: position }))]
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id);
}

/** Returns the ids of matching articles in the given order. Reads at most three rows per id. */
export async function acceptedIds(db: Db, ids: readonly number[], matcher: Matcher): Promise<number[]> {
  const { rowid } = articleIndex;
  const rows = await db.rows(
    foundRow,
    foundOf(sql`SELECT ${foundJson(a)} AS item FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${articles} ${a}
      CROSS JOIN ${articleIndex} WHERE ${a.id} = wanted.value AND ${rowid} = ${a.position} AND ${articleIndex} MATCH ${orPending(matcher.match)}`),
  );
  const accepted = new Set(parseFound(rows).flatMap((one) => (matcher.accepts(one) ? one.item.contentId : [])));
  return ids.filter((id) => accepted.has(id));
}
