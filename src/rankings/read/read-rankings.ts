import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import type { ContentType, OrganisationType, TopicCategory } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import {
  articleCards,
  articles,
  CARDS_PER_ROW,
  companies,
  countries,
  sources,
  topics,
  topicWindows,
} from '../../db/schema.ts';
import { joined } from '../../db/sql.ts';
import type { ArticleCard, StoredContentItem } from '../../db/values.ts';
import type { Seconds } from '../../lib/time.ts';
import { STORED_BREAKDOWNS } from '../dimensions.ts';
import type { Counters } from '../math/counters.ts';
import { listName, type PeriodLists, type PreviousRanks } from '../math/ranking-rows.ts';
import { SITE } from '../site.ts';
import { groupsPath } from './article-lists.ts';

/** Queries for analytics endpoints. They rank by engagement, but responses never contain engagement figures. */

export interface ContentItem {
  contentId: number;
  title: string | null;
  url: string | null;
  source: string | null;
  contentType: ContentType | null;
  organisationType: OrganisationType | null;
  client: string | null;
}

export interface InsightsTopic {
  topicId: number;
  name: string;
  slug: string;
  category: TopicCategory;
}

const { topicId, name, slug, category } = topicWindows;
export const TOPIC = { topicId, name, slug, category } satisfies Record<keyof InsightsTopic, SQLiteColumn>;

/** Reads columns of all topics as one JSON string. Transferring hundreds of rows would take longer than the query. */
export async function everyTopic<R extends object>(db: Db, columns: Record<keyof R, SQLWrapper>): Promise<R[]> {
  const names = Object.keys(columns);
  const values = joined(Object.values<SQLWrapper>(columns).map((column) => sql`${column}`));
  const [row] = await db
    .select({ topics: sql<string>`json_group_array(json_array(${values}))`.as('every_topic') })
    .from(topicWindows)
    .where(gt(topicId, SITE));
  const rows: unknown[][] = JSON.parse(row?.topics ?? '[]');
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i], value])) as R);
}

export const counter = (name: keyof Counters): SQLiteColumn => topicWindows[name];

export const toTopic = ({ topicId, name, slug, category }: InsightsTopic): InsightsTopic => ({
  topicId,
  name,
  slug,
  category,
});

export interface RankedItem extends ContentItem {
  previousRank: number | null;
}

export type RankedPair<V> = [place: number, value: V];

const a = alias(articles, 'a');
const t = alias(topics, 't');
const w = alias(topicWindows, 'w');

const ITEM = sql`json_array(${a.id}, ${a.title}, ${a.url}, ${a.source} ->> 'name', ${a.contentType},
  coalesce(${a.organisationType}, ${a.source} ->> 'organisationType'), coalesce(${a.client}, ${a.source} ->> 'client'))`;

const toContentItem = ([contentId, title, url, source, contentType, organisationType, client]:
  | StoredContentItem
  | ArticleCard) => ({ contentId, title, url, source, contentType, organisationType, client }) satisfies ContentItem;

/** Wraps an SQL expression. Without this, drizzle omits table names from columns that are direct parts of it. */
const whole = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;

/** SQL expression: JSON of the existing articles in a list of ids from `topic_windows`. Reads two rows per article. */
export const itemsOf = (list: SQL, limit: number) =>
  whole(sql<string>`(SELECT json_group_array(json(item)) FROM (
    SELECT json_array(j.key, ${ITEM}) AS item FROM json_each(${list}) j CROSS JOIN ${articles} ${a} ON ${a.id} = j.value LIMIT ${limit}))`);

const topicsOf = (list: SQL, limit: number) => sql`(SELECT json_group_array(json(item)) FROM (
  SELECT json_array(j.key, json_array(${t.id}, ${t.name}, ${t.slug}, ${t.category})) AS item
  FROM json_each(${list}) j CROSS JOIN ${topics} ${t} ON ${t.id} = j.value LIMIT ${limit}))`;

/** Sorts by rank in memory. SQL guarantees no order of the results, and sorting in SQL would read every row twice. */
const inPlace = <V>(list: RankedPair<V>[]): V[] => list.sort(([a], [b]) => a - b).map(([, value]) => value);

export const contentItems = (list: RankedPair<StoredContentItem>[]): ContentItem[] => inPlace(list).map(toContentItem);

const rankedItems = (list: RankedPair<StoredContentItem>[], ranks: PreviousRanks): RankedItem[] =>
  list
    .sort(([a], [b]) => a - b)
    .map(([place, item]) => ({ ...toContentItem(item), previousRank: ranks[place] ?? null }));

const RANKINGS_COLUMN = sql`${w.views}`;

/** Cuts off the JSON before `key`. SQLite would parse the whole string, which may have several hundred kilobytes. */
function viewsBefore(key: string, closing: '}' | '}}'): SQL {
  const end = sql`instr(${RANKINGS_COLUMN}, ${`,"${key}":`})`;
  return sql`iif(${end} > 0, substr(${RANKINGS_COLUMN}, 1, ${end} - 1) || ${closing}, ${RANKINGS_COLUMN})`;
}

const listPath = (kind: 'items' | 'previous' | 'coTopics', list: keyof PeriodLists, views = RANKINGS_COLUMN) =>
  sql<string>`${views} -> ${`$.${kind}.${JSON.stringify(list)}`}`;

const ranksOf = (list: keyof PeriodLists, views?: SQL) =>
  sql<string | null>`${listPath('previous', list, views)}`.as('ranks');

/** Loads the articles of the site by engagement. Reads one row, and two per article up to `limit`. */
export async function loadSiteItems(db: Db, list: keyof PeriodLists, limit: number): Promise<RankedItem[]> {
  const views = viewsBefore('groups', '}');
  const [row] = await db
    .select({ list: itemsOf(listPath('items', list, views), limit).as('list'), ranks: ranksOf(list, views) })
    .from(w)
    .where(eq(w.topicId, SITE));
  return rankedItems(JSON.parse(row?.list ?? '[]'), JSON.parse(row?.ranks ?? '[]'));
}

/** Number of keys per row of `json_each`. D1 counts these rows as rows read, so several keys share a row. */
const KEYS_PER_ROW = 25;

/** Returns the results of `select` for each key, without empty ones. Reads one row per key, and one per 25 keys. */
export async function loadEach<V>(db: Db, keys: readonly (string | number)[], select: (key: SQL) => SQL): Promise<V[]> {
  const portions = Array.from({ length: Math.ceil(keys.length / KEYS_PER_ROW) }, (_, i) =>
    keys.slice(i * KEYS_PER_ROW, (i + 1) * KEYS_PER_ROW),
  );
  const found = Array.from({ length: KEYS_PER_ROW }, (_, at) => sql`json((${select(sql.raw(`j.value ->> ${at}`))}))`);
  const rows = await db.rows(
    z.object({ key: z.number(), list: z.string() }),
    sql`SELECT j.key, json_array(${sql.join(found, sql`, `)}) AS list FROM json_each(${JSON.stringify(portions)}) j`,
  );
  return rows
    .sort((one, other) => one.key - other.key)
    .flatMap(({ list }) => (JSON.parse(list) as (V | null)[]).filter((value) => value !== null));
}

/** Loads existing articles published by `until`, in the order of `ids`. Reads one row per 32 adjacent ids. */
export async function loadItems(db: Db, ids: readonly number[], until: Seconds = Number.MAX_SAFE_INTEGER) {
  const { portion, cards } = articleCards;
  const found = await loadEach<Record<string, ArticleCard>>(
    db,
    [...new Set(ids.map((id) => Math.floor(id / CARDS_PER_ROW)))],
    (own) => sql`SELECT ${cards} FROM ${articleCards} WHERE ${portion} = ${own}`,
  );
  const byId: Record<string, ArticleCard> = Object.assign({}, ...found);
  return ids.flatMap((id) => shown(byId[id], until));
}

const shown = (card: ArticleCard | undefined, until: Seconds) =>
  card && card[7] <= until ? [toContentItem(card)] : [];

export const topicExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.select({ id: topics.id }).from(topics).where(eq(topics.id, id))).length > 0;

async function loadTopicList<V>(db: Db, id: number, list: SQL): Promise<RankedPair<V>[] | null> {
  const [row] = await db
    .select({
      list: whole(sql<string | null>`(SELECT ${list} FROM ${topicWindows} ${w} WHERE ${w.topicId} = ${topics.id})`).as(
        'list',
      ),
    })
    .from(topics)
    .where(eq(topics.id, id));
  return row ? JSON.parse(row.list ?? '[]') : null;
}

/** Loads the articles of a topic by engagement. `null` if the topic is unknown. Reads 2 + 2 × limit rows. */
export async function loadTopicItems(db: Db, id: number, list: keyof PeriodLists, limit: number) {
  const found = await loadTopicList<StoredContentItem>(db, id, itemsOf(listPath('items', list), limit));
  return found && contentItems(found);
}

/** Loads the topics that share articles with a topic. `null` if the topic is unknown. Reads 2 + limit rows. */
export async function loadCoTopics(db: Db, id: number, list: keyof PeriodLists, limit: number) {
  type Stored = [topicId: number, name: string, slug: string, category: TopicCategory];
  const found = await loadTopicList<Stored>(db, id, topicsOf(listPath('coTopics', list), limit));
  return found && inPlace(found).map(([topicId, name, slug, category]) => ({ topicId, name, slug, category }));
}

export interface ReadGroup {
  slug: string;
  name: string | null;
  items: RankedItem[];
}

const toGroup = ({
  slug,
  name,
  items,
  ranks,
}: Record<'slug' | 'items', string> & Record<'name' | 'ranks', string | null>) => ({
  slug,
  name,
  items: rankedItems(JSON.parse(items), JSON.parse(ranks ?? '[]')),
});

interface GroupQuestion<B> {
  breakdown: B;
  limit: number;
  riskManagement: boolean;
}

const GROUP_NAMES: Partial<Record<string, SQL>> = {
  company: sql`(SELECT ${companies.name} FROM ${companies} WHERE ${companies.id} = CAST(g.value ->> 0 AS INTEGER))`,
  source: sql`(SELECT ${sources.name} FROM ${sources} WHERE ${sources.domain} = g.value ->> 0)`,
  country: sql`(SELECT ${countries.name} FROM ${countries} WHERE ${countries.code} = upper(g.value ->> 0))`,
};

/** Loads the groups of a breakdown, sorted by engagement. Reads one row, one per group and two per article. */
export async function loadSiteGroups(db: Db, { breakdown, limit, riskManagement }: GroupQuestion<string>) {
  const next = STORED_BREAKDOWNS[STORED_BREAKDOWNS.indexOf(breakdown) + 1];
  const views = next ? viewsBefore(next, '}}') : viewsBefore('rising', '}');
  const groups = sql`${views} -> ${groupsPath(breakdown, riskManagement)}`;
  const rows = await db
    .select({
      place: sql<number>`g.key`.as('place'),
      slug: sql<string>`g.value ->> 0`.as('group_slug'),
      name: sql<string | null>`${GROUP_NAMES[breakdown] ?? sql`NULL`}`.as('group_name'),
      items: itemsOf(sql`g.value -> 1`, limit).as('items'),
      ranks: sql<string | null>`g.value -> 2`.as('ranks'),
    })
    .from(w)
    .crossJoin(sql`json_each(${groups}) g`)
    .where(eq(w.topicId, SITE));
  return rows.sort((a, b) => a.place - b.place).map(toGroup);
}

/** Loads the topics of a category that have clicks, by engagement. Reads one row per topic and two per article. */
export async function loadTopicGroups(db: Db, { breakdown, limit, riskManagement }: GroupQuestion<TopicCategory>) {
  const engagement = riskManagement ? w.engagement7dRm : w.engagement7d;
  const list = listName('7d', riskManagement);
  const rows = await db
    .select({
      topicId: w.topicId,
      name: w.name,
      slug: w.slug,
      engagement,
      items: itemsOf(listPath('items', list), limit).as('items'),
      ranks: ranksOf(list),
    })
    .from(w)
    .where(and(gt(w.topicId, SITE), eq(w.category, breakdown), gt(engagement, 0)));
  return rows.sort((a, b) => b.engagement - a.engagement || a.topicId - b.topicId).map(toGroup);
}
