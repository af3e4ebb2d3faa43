import { gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ContentType, OrganisationType, TopicCategory } from '../content/types.ts';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import type { Counters } from './counters.ts';
import { SITE } from './site.ts';
import { type Dimension, listName, type PeriodLists, type Ranks, scopeName } from './views.ts';

/** What the analytics endpoints read of published rankings. Engagement is read to rank by and goes no further. */

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

/** What an answer calls a topic, in the order of its fields. */
const { topicId, name, slug, category } = topicWindows;
export const TOPIC = { topicId, name, slug, category } satisfies Record<keyof InsightsTopic, SQLiteColumn>;

/**
 * The given columns of every topic, in no order. Reads one row a topic and brings them as one text, since hundreds of
 * rows cost more on their way than in the database.
 */
export async function everyTopic<R extends object>(db: Db, columns: Record<keyof R, SQLWrapper>): Promise<R[]> {
  const names = Object.keys(columns);
  const values = sql.join(Object.values<SQLWrapper>(columns), sql`, `);
  const [row] = await db.all<{ topics: string }>(
    sql`SELECT json_group_array(json_array(${values})) AS topics FROM ${topicWindows} WHERE ${gt(topicId, SITE)}`,
  );
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

/** An article of a popular list with its rank in the window before; null: it had no engagement there. */
export interface RankedItem extends ContentItem {
  previousRank: number | null;
}

/** A value and its place in its list, as the queries below bring them along. */
export type Placed<V> = [place: number, value: V];

export type StoredContentItem = [
  contentId: number,
  title: string,
  url: string,
  source: string,
  contentType: ContentType,
  organisationType: OrganisationType | null,
  client: string | null,
];

/** An article of `articles a` and its place in `json_each(…) j`. */
const ITEM = sql.raw(`json_array(j.key, json_array(a.id, a.title, a.url, a.source ->> 'name', a.content_type,
  coalesce(a.organisation_type, a.source ->> 'organisationType'), coalesce(a.client, a.source ->> 'client')))`);

const toContentItem = ([contentId, title, url, source, contentType, organisationType, client]: StoredContentItem) =>
  ({ contentId, title, url, source, contentType, organisationType, client }) satisfies ContentItem;

/** The articles of a list of ids in a window `w`, as JSON; articles that are gone make place. Reads two rows an article. */
export const itemsOf = (list: SQL, limit: number) => sql`(SELECT json_group_array(json(item)) FROM (
  SELECT ${ITEM} AS item FROM json_each(${list}) j CROSS JOIN articles a ON a.id = j.value LIMIT ${limit}))`;

/** The topics of a list of ids in a window `w`, as JSON. Reads one row a topic. */
const topicsOf = (list: SQL, limit: number) => sql`(SELECT json_group_array(json(item)) FROM (
  SELECT json_array(j.key, json_array(t.id, t.name, t.slug, t.category)) AS item
  FROM json_each(${list}) j CROSS JOIN topics t ON t.id = j.value LIMIT ${limit}))`;

/** Values in their order: SQL promises none, and sorting there would read every row twice. */
const inPlace = <V>(list: Placed<V>[]): V[] => list.sort(([a], [b]) => a - b).map(([, value]) => value);

export const contentItems = (list: Placed<StoredContentItem>[]): ContentItem[] => inPlace(list).map(toContentItem);

/** Items with their ranks, which stand at the same places of a list beside theirs. */
const rankedItems = (list: Placed<StoredContentItem>[], ranks: Ranks): RankedItem[] =>
  list
    .sort(([a], [b]) => a - b)
    .map(([place, item]) => ({ ...toContentItem(item), previousRank: ranks[place] ?? null }));

const listPath = (kind: 'items' | 'previous' | 'coTopics', list: keyof PeriodLists) =>
  sql`w.views -> ${`$.${kind}.${JSON.stringify(list)}`}`;

/** The site's articles, most engaged first. Reads 1 + 2 × limit rows. */
export async function loadSiteItems(db: Db, list: keyof PeriodLists, limit: number): Promise<RankedItem[]> {
  const [row] = await db.all<{ list: string; ranks: string | null }>(
    sql`SELECT ${itemsOf(listPath('items', list), limit)} AS list, ${listPath('previous', list)} AS ranks
      FROM ${topicWindows} w WHERE w.topic_id = ${SITE}`,
  );
  return rankedItems(JSON.parse(row?.list ?? '[]'), JSON.parse(row?.ranks ?? '[]'));
}

/** These articles, in their order; those that are gone make place. Reads two rows an article. */
export async function loadItems(db: Db, ids: readonly number[]): Promise<ContentItem[]> {
  const [row] = await db.all<{ list: string }>(sql`SELECT ${itemsOf(sql`${JSON.stringify(ids)}`, ids.length)} AS list`);
  return contentItems(JSON.parse(row?.list ?? '[]'));
}

/** A list of a topic's window; null where there is no such topic. */
async function loadTopicList<V>(db: Db, id: number, list: SQL): Promise<Placed<V>[] | null> {
  const [row] = await db.all<{ list: string | null }>(
    sql`SELECT (SELECT ${list} FROM ${topicWindows} w WHERE w.topic_id = t.id) AS list FROM topics t WHERE t.id = ${id}`,
  );
  return row ? JSON.parse(row.list ?? '[]') : null;
}

/** A topic's articles, most engaged first; null where there is no such topic. Reads 2 + 2 × limit rows. */
export async function loadTopicItems(
  db: Db,
  id: number,
  list: keyof PeriodLists,
  limit: number,
): Promise<ContentItem[] | null> {
  const found = await loadTopicList<StoredContentItem>(db, id, itemsOf(listPath('items', list), limit));
  return found && contentItems(found);
}

/** The topics that co-occur with a topic, most engaged first; null where there is no such topic. Reads 2 + limit rows. */
export async function loadCoTopics(
  db: Db,
  id: number,
  list: keyof PeriodLists,
  limit: number,
): Promise<InsightsTopic[] | null> {
  type Stored = [topicId: number, name: string, slug: string, category: TopicCategory];
  const found = await loadTopicList<Stored>(db, id, topicsOf(listPath('coTopics', list), limit));
  return found && inPlace(found).map(([topicId, name, slug, category]) => ({ topicId, name, slug, category }));
}

/** A group of a breakdown; its label is the name of what it is about, where there is such a thing. */
export interface ReadGroup {
  slug: string;
  name: string | null;
  items: RankedItem[];
}

interface GroupQuestion<B> {
  breakdown: B;
  limit: number;
  riskManagement: boolean;
}

/** Names of the groups of a breakdown by what their slugs stand for; of the others the slug says enough. */
const NAMES: Partial<Record<Dimension, SQL>> = {
  company: sql`(SELECT name FROM companies WHERE id = CAST(g.value ->> 0 AS INTEGER))`,
  source: sql`(SELECT name FROM sources WHERE domain = g.value ->> 0)`,
  country: sql`(SELECT name FROM countries WHERE code = upper(g.value ->> 0))`,
};

/** The site's groups of a breakdown, most engaged first. Reads 1 row, one a group, and two an article. */
export async function loadSiteGroups(
  db: Db,
  { breakdown, limit, riskManagement }: GroupQuestion<Dimension>,
): Promise<ReadGroup[]> {
  const groups = sql`w.views -> ${`$.groups.${JSON.stringify(breakdown)}.${scopeName(riskManagement)}`}`;
  const rows = await db.all<{ place: number; slug: string; name: string | null; items: string; ranks: string | null }>(
    sql`SELECT g.key AS place, g.value ->> 0 AS slug, ${NAMES[breakdown] ?? sql`NULL`} AS name,
      ${itemsOf(sql`g.value -> 1`, limit)} AS items, g.value -> 2 AS ranks
      FROM ${topicWindows} w, json_each(${groups}) g WHERE w.topic_id = ${SITE}`,
  );
  return rows
    .sort((a, b) => a.place - b.place)
    .map(({ slug, name, items, ranks }) => ({
      slug,
      name,
      items: rankedItems(JSON.parse(items), JSON.parse(ranks ?? '[]')),
    }));
}

/** The clicked topics of a category with their articles, most engaged first. Reads one row a topic and two an article. */
export async function loadTopicGroups(
  db: Db,
  { breakdown, limit, riskManagement }: GroupQuestion<TopicCategory>,
): Promise<ReadGroup[]> {
  const engagement = sql.identifier(counter(riskManagement ? 'engagement7dRm' : 'engagement7d').name);
  const list = listName('7d', riskManagement);
  const rows = await db.all<InsightsTopic & { engagement: number; items: string; ranks: string | null }>(
    sql`SELECT w.topic_id AS topicId, w.name, w.slug, w.${engagement} AS engagement,
      ${itemsOf(listPath('items', list), limit)} AS items, ${listPath('previous', list)} AS ranks
      FROM ${topicWindows} w WHERE w.topic_id > ${SITE} AND w.category = ${breakdown} AND w.${engagement} > 0`,
  );
  return rows
    .sort((a, b) => b.engagement - a.engagement || a.topicId - b.topicId)
    .map(({ name, slug, items, ranks }) => ({
      name,
      slug,
      items: rankedItems(JSON.parse(items), JSON.parse(ranks ?? '[]')),
    }));
}
