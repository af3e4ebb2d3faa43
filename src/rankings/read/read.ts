import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import type { ContentType, OrganisationType, TopicCategory } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { articleCards, articles, companies, countries, sources, topics, topicWindows } from '../../db/schema.ts';
import { joined } from '../../db/sql.ts';
import type { ArticleCard, StoredContentItem } from '../../db/values.ts';
import type { Seconds } from '../../lib/time.ts';
import type { Counters } from '../math/counters.ts';
import {
  BREAKDOWN_DIMENSIONS,
  type Dimension,
  listName,
  type PeriodLists,
  type Ranks,
  type SiteViews,
} from '../math/views.ts';
import { SITE } from '../site.ts';
import { groupsPath } from './article-lists.ts';

/** Queries of the analytics endpoints. Engagement is read only to rank by, and never returned. */

/** An article as analytics answers show it. */
export interface ContentItem {
  contentId: number;
  title: string | null;
  url: string | null;
  source: string | null;
  contentType: ContentType | null;
  organisationType: OrganisationType | null;
  client: string | null;
}

/** A topic as analytics answers show it. */
export interface InsightsTopic {
  topicId: number;
  name: string;
  slug: string;
  category: TopicCategory;
}

/** The fields of a topic in an answer, in their order. */
const { topicId, name, slug, category } = topicWindows;
export const TOPIC = { topicId, name, slug, category } satisfies Record<keyof InsightsTopic, SQLiteColumn>;

/**
 * The given columns of every topic, in no particular order. Reads one row per topic, and transfers all as one text, since hundreds of
 * rows cost more in transfer than in the database.
 */
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

/** Topic fields of a row, without its counters. */
export const toTopic = ({ topicId, name, slug, category }: InsightsTopic): InsightsTopic => ({
  topicId,
  name,
  slug,
  category,
});

/** An article of a popular list with its rank in the previous window; null: it had no engagement there. */
export interface RankedItem extends ContentItem {
  previousRank: number | null;
}

/** A value and its place in its list, as the queries below return them. */
export type Placed<V> = [place: number, value: V];

const a = alias(articles, 'a');
const t = alias(topics, 't');
const w = alias(topicWindows, 'w');

/** An article of `articles a`. */
const ITEM = sql`json_array(${a.id}, ${a.title}, ${a.url}, ${a.source} ->> 'name', ${a.contentType},
  coalesce(${a.organisationType}, ${a.source} ->> 'organisationType'), coalesce(${a.client}, ${a.source} ->> 'client'))`;

const toContentItem = ([contentId, title, url, source, contentType, organisationType, client]:
  | StoredContentItem
  | ArticleCard) => ({ contentId, title, url, source, contentType, organisationType, client }) satisfies ContentItem;

/** Wraps SQL: drizzle drops the table from columns that are direct parts of a selected expression. */
const whole = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`;

/** The articles of a list of ids in a window `w`, as JSON; deleted ones are skipped. Reads two rows per article. */
export const itemsOf = (list: SQL, limit: number) =>
  whole(sql<string>`(SELECT json_group_array(json(item)) FROM (
    SELECT json_array(j.key, ${ITEM}) AS item FROM json_each(${list}) j CROSS JOIN ${articles} ${a} ON ${a.id} = j.value LIMIT ${limit}))`);

/** The topics of a list of ids in a window `w`, as JSON. Reads one row per topic. */
const topicsOf = (list: SQL, limit: number) => sql`(SELECT json_group_array(json(item)) FROM (
  SELECT json_array(j.key, json_array(${t.id}, ${t.name}, ${t.slug}, ${t.category})) AS item
  FROM json_each(${list}) j CROSS JOIN ${topics} ${t} ON ${t.id} = j.value LIMIT ${limit}))`;

/** Values in order: SQL guarantees none, and sorting there would read every row twice. */
const inPlace = <V>(list: Placed<V>[]): V[] => list.sort(([a], [b]) => a - b).map(([, value]) => value);

export const contentItems = (list: Placed<StoredContentItem>[]): ContentItem[] => inPlace(list).map(toContentItem);

/** Items with their ranks, which are at the same places of a parallel list. */
const rankedItems = (list: Placed<StoredContentItem>[], ranks: Ranks): RankedItem[] =>
  list
    .sort(([a], [b]) => a - b)
    .map(([place, item]) => ({ ...toContentItem(item), previousRank: ranks[place] ?? null }));

const VIEWS = sql`${w.views}`;

/**
 * The lists of a window that are stored before a key, closed by `closing`, as JSON. SQLite parses all of a text for one value in it,
 * and the site's lists are hundreds of kilobytes, of which those that are not in groups are the first two.
 */
function viewsBefore(key: keyof SiteViews | Dimension, closing: '}' | '}}'): SQL {
  const end = sql`instr(${VIEWS}, ${`,"${key}":`})`;
  return sql`iif(${end} > 0, substr(${VIEWS}, 1, ${end} - 1) || ${closing}, ${VIEWS})`;
}

const listPath = (kind: 'items' | 'previous' | 'coTopics', list: keyof PeriodLists, views = VIEWS) =>
  sql<string>`${views} -> ${`$.${kind}.${JSON.stringify(list)}`}`;

/** The previous ranks of a list, as JSON; null: nothing is published yet. */
const ranksOf = (list: keyof PeriodLists, views?: SQL) =>
  sql<string | null>`${listPath('previous', list, views)}`.as('ranks');

/** The site's articles, most engaged first. Reads 1 + 2 × limit rows. */
export async function loadSiteItems(db: Db, list: keyof PeriodLists, limit: number): Promise<RankedItem[]> {
  const views = viewsBefore('groups', '}');
  const [row] = await db
    .select({ list: itemsOf(listPath('items', list, views), limit).as('list'), ranks: ranksOf(list, views) })
    .from(w)
    .where(eq(w.topicId, SITE));
  return rankedItems(JSON.parse(row?.list ?? '[]'), JSON.parse(row?.ranks ?? '[]'));
}

/** Keys that one row of `json_each` holds, because that row is read as well. */
const KEYS_PER_ROW = 25;

/** What `select` finds for each key, as JSON, in their order; what is not there is left out. Reads a row per key, and one per 25. */
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

/** These articles, in their order; deleted ones are skipped, and those published after `until`. Reads a row for 16 ids that are neighbours, and one per 25 of those. */
export async function loadItems(db: Db, ids: readonly number[], until: Seconds = Number.MAX_SAFE_INTEGER) {
  const { portion, cards } = articleCards;
  const found = await loadEach<Record<string, ArticleCard>>(
    db,
    [...new Set(ids.map((id) => Math.floor(id / 16)))],
    (own) => sql`SELECT ${cards} FROM ${articleCards} WHERE ${portion} = ${own}`,
  );
  const byId: Record<string, ArticleCard> = Object.assign({}, ...found);
  return ids.flatMap((id) => shown(byId[id], until));
}

const shown = (card: ArticleCard | undefined, until: Seconds) =>
  card && card[7] <= until ? [toContentItem(card)] : [];

/** Whether there is such a topic. Reads 1 row. */
export const topicExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.select({ id: topics.id }).from(topics).where(eq(topics.id, id))).length > 0;

/** A list of a topic's window; null where there is no such topic. */
async function loadTopicList<V>(db: Db, id: number, list: SQL): Promise<Placed<V>[] | null> {
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

/** A topic's articles, most engaged first; null where there is no such topic. Reads 2 + 2 × limit rows. */
export async function loadTopicItems(db: Db, id: number, list: keyof PeriodLists, limit: number) {
  const found = await loadTopicList<StoredContentItem>(db, id, itemsOf(listPath('items', list), limit));
  return found && contentItems(found);
}

/** The topics that co-occur with a topic, most engaged first; null where there is no such topic. Reads 2 + limit rows. */
export async function loadCoTopics(db: Db, id: number, list: keyof PeriodLists, limit: number) {
  type Stored = [topicId: number, name: string, slug: string, category: TopicCategory];
  const found = await loadTopicList<Stored>(db, id, topicsOf(listPath('coTopics', list), limit));
  return found && inPlace(found).map(([topicId, name, slug, category]) => ({ topicId, name, slug, category }));
}

/** A group of a breakdown; its label is the name of its company, source, country or topic, if it has one. */
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

/** Subqueries for the names of groups; other breakdowns need only the slug. */
const GROUP_NAMES: Partial<Record<Dimension, SQL>> = {
  company: sql`(SELECT ${companies.name} FROM ${companies} WHERE ${companies.id} = CAST(g.value ->> 0 AS INTEGER))`,
  source: sql`(SELECT ${sources.name} FROM ${sources} WHERE ${sources.domain} = g.value ->> 0)`,
  country: sql`(SELECT ${countries.name} FROM ${countries} WHERE ${countries.code} = upper(g.value ->> 0))`,
};

/** The site's groups of a breakdown, most engaged first. Reads 1 row, one per group, and two per article. */
export async function loadSiteGroups(db: Db, { breakdown, limit, riskManagement }: GroupQuestion<Dimension>) {
  const next = BREAKDOWN_DIMENSIONS[BREAKDOWN_DIMENSIONS.indexOf(breakdown) + 1];
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

/** The clicked topics of a category with their articles, most engaged first. Reads one row per topic and two per article. */
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
