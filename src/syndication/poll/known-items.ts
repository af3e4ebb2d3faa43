import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { urlIn } from '../../content/articles/url-hash.ts';
import type { Article } from '../../content/input.ts';
import type { Db } from '../../db/client.ts';
import { articles, feedItems } from '../../db/schema.ts';
import { inList, pickColumns, upsertRows } from '../../db/sql.ts';
import type { Seconds } from '../../lib/time.ts';
import { addressesOf, dedupeKey } from '../../lib/url.ts';
import { type IdentifiedItem, NO_FEED } from './item-keys.ts';

const MAX_ITEMS_PER_FEED = 5000;
const MAX_ITEMS_WITHOUT_FEED = 20_000;

export type KnownItem = Pick<typeof feedItems.$inferSelect, 'guid' | 'articleId' | 'hash' | 'borrowed'>;

const columns = {
  guid: feedItems.guid,
  articleId: feedItems.articleId,
  hash: feedItems.hash,
  borrowed: feedItems.borrowed,
};

export async function loadKnown(db: Db, feedId: number, stories: readonly IdentifiedItem[]) {
  const keys = stories.map(({ key }) => key);
  const items = await db
    .select(columns)
    .from(feedItems)
    .where(and(eq(feedItems.feedId, feedId), inList(feedItems.guid, keys)));
  return new Map(items.map((item) => [item.guid, item]));
}

export const noteItems = (feedId: number, items: readonly KnownItem[], now: Seconds): SQL =>
  upsertRows(
    feedItems,
    items.map((item) => ({ ...item, borrowed: item.borrowed ? 1 : 0, feedId, notedAt: now })),
    { columns: ['feedId', 'guid', 'articleId', 'hash', 'borrowed', 'notedAt'], key: ['feedId', 'guid'] },
  );

/** Deletes the items above the limit that changed least recently, but not those in the current document. */
export async function forgetItems(db: Db, feedId: number, present: readonly IdentifiedItem[]): Promise<void> {
  const most = feedId === 0 ? MAX_ITEMS_WITHOUT_FEED : MAX_ITEMS_PER_FEED;
  const oldest = db
    .select({ guid: feedItems.guid })
    .from(feedItems)
    .where(eq(feedItems.feedId, feedId))
    .orderBy(sql`${feedItems.notedAt} DESC`)
    .limit(1_000_000)
    .offset(most);
  const keys = present.map(({ key }) => key);
  await db
    .delete(feedItems)
    .where(
      and(eq(feedItems.feedId, feedId), inArray(feedItems.guid, oldest), sql`NOT ${inList(feedItems.guid, keys)}`),
    );
}

export async function borrowedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ articleId: feedItems.articleId })
    .from(feedItems)
    // The condition is a literal, because SQLite uses a partial index only with literal conditions.
    .where(and(sql`${feedItems.borrowed} = 1`, inList(feedItems.articleId, ids)));
  return new Set(rows.map(({ articleId }) => articleId));
}

export async function endBorrowing(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(feedItems)
    .set({ borrowed: false })
    .where(and(sql`${feedItems.borrowed} = 1`, inList(feedItems.articleId, ids)));
}

export type StoredArticle = Omit<Article, 'id' | 'fromPage' | 'topics' | 'companies' | 'countries' | 'geoGroups'> & {
  id: number;
};

export interface StoredArticles {
  byId: Map<number, StoredArticle>;
  /** Articles by `dedupeKey`, which ignores `www.` and the difference between http and https. */
  byKey: Map<string, StoredArticle>;
  byFormer: Map<string, StoredArticle>;
  sourceById: Map<number, string>;
}

export async function loadStored(db: Db, stories: readonly IdentifiedItem[], known: ReadonlyMap<string, KnownItem>) {
  const urls = stories.flatMap(({ article }) => addressesOf(article.url));
  const ids = stories.flatMap(({ key }) => known.get(key)?.articleId ?? []);
  const given = stories.map(({ article }) => article.url);
  const { byUrl, byId, former } = await db.transaction({
    byUrl: storedArticles(db, urlIn(urls)),
    byId: storedArticles(db, inList(articles.id, ids)),
    former: db
      .select({ ...STORED_COLUMNS, address: sql<string>`${feedItems.guid}`.as('address') })
      .from(feedItems)
      .innerJoin(articles, eq(articles.id, feedItems.articleId))
      .where(and(eq(feedItems.feedId, NO_FEED), inList(feedItems.guid, given))),
  });
  const stored = [...byUrl, ...byId].map(toStoredArticle);
  return {
    sourceById: new Map([...byUrl, ...byId, ...former].map(({ id, domain }) => [id, domain])),
    byId: new Map(stored.map((article) => [article.id, article])),
    byKey: new Map(stored.map((article) => [dedupeKey(article.url), article])),
    byFormer: new Map(former.map(({ address, ...row }) => [address, toStoredArticle(row)])),
  };
}

const STORED_COLUMNS = {
  ...pickColumns(
    articles,
    'id',
    'url',
    'title',
    'introduction',
    'publishedAt',
    'contentType',
    'image',
    'organisationType',
    'client',
    'paywalled',
    'registration',
    'authors',
    'section',
    'keywords',
    'language',
    'words',
  ),
  domain: sql<string>`${articles.source} ->> 'domain'`.as('domain'),
};

export const storedArticles = (db: Db, condition: SQL) => db.select(STORED_COLUMNS).from(articles).where(condition);

export const toStoredArticle = ({
  domain: _,
  ...row
}: Awaited<ReturnType<typeof storedArticles>>[number]): StoredArticle =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as StoredArticle;

export const rememberAddress = (moved: readonly { url: string; articleId: number }[], now: Seconds): SQL =>
  noteItems(
    NO_FEED,
    moved.map(({ url, articleId }) => ({ guid: url, articleId, hash: '', borrowed: false })),
    now,
  );
