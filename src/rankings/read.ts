import { gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ContentType, OrganisationType, TopicCategory } from '../content/types.ts';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import { SITE } from './load.ts';
import { type Counters, GROWTH_LIST, type PeriodLists, type SiteViews } from './ranking.ts';

/** What the analytics endpoints read of published rankings. Counts are read to rank by and go no further. */

export type Period = '24h' | '7d';

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

export const listName = (period: Period, riskManagement: boolean): keyof PeriodLists =>
  riskManagement ? `${period}-rm` : period;
export const scopeName = (riskManagement: boolean) => (riskManagement ? 'rm' : 'all');

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

export const counter = (name: keyof Counters) => topicWindows[name];

/** Topic fields of a row, without its counters. */
export const toTopic = ({ topicId, name, slug, category }: InsightsTopic): InsightsTopic => ({
  topicId,
  name,
  slug,
  category,
});

/** A value and its place in its list, as the queries below bring them along. */
type Placed<V> = [place: number, value: V];

type StoredContentItem = [
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
const itemsOf = (list: SQL, limit: number) => sql`(SELECT json_group_array(json(item)) FROM (
  SELECT ${ITEM} AS item FROM json_each(${list}) j CROSS JOIN articles a ON a.id = j.value LIMIT ${limit}))`;

/** The topics of a list of ids in a window `w`, as JSON. Reads one row a topic. */
const topicsOf = (list: SQL, limit: number) => sql`(SELECT json_group_array(json(item)) FROM (
  SELECT json_array(j.key, json_array(t.id, t.name, t.slug, t.category)) AS item
  FROM json_each(${list}) j CROSS JOIN topics t ON t.id = j.value LIMIT ${limit}))`;

/** Values in their order: SQL promises none, and sorting there would read every row twice. */
const inPlace = <V>(list: Placed<V>[]): V[] => list.sort(([a], [b]) => a - b).map(([, value]) => value);

const contentItems = (list: Placed<StoredContentItem>[]): ContentItem[] => inPlace(list).map(toContentItem);

const listPath = (kind: 'items' | 'coTopics', list: keyof PeriodLists) =>
  sql`w.views -> ${`$.${kind}.${JSON.stringify(list)}`}`;

/** The site's articles, most engaged first. Reads 1 + 2 × limit rows. */
export async function loadSiteItems(db: Db, list: keyof PeriodLists, limit: number): Promise<ContentItem[]> {
  const [row] = await db.all<{ list: string }>(
    sql`SELECT ${itemsOf(listPath('items', list), limit)} AS list FROM topic_windows w WHERE w.topic_id = ${SITE}`,
  );
  return contentItems(JSON.parse(row?.list ?? '[]'));
}

/** A list of a topic's window; null where there is no such topic. */
async function loadTopicList<V>(db: Db, id: number, list: SQL): Promise<Placed<V>[] | null> {
  const [row] = await db.all<{ list: string | null }>(
    sql`SELECT (SELECT ${list} FROM topic_windows w WHERE w.topic_id = t.id) AS list FROM topics t WHERE t.id = ${id}`,
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

export interface GrowthDetails extends InsightsTopic {
  topContent: ContentItem[];
  topSources: string[];
}

/** What growing topics are called and what drives them, by id. Reads one row a topic and two an article. */
export async function loadGrowthDetails(
  db: Db,
  ids: readonly number[],
  riskManagement: boolean,
): Promise<Map<number, GrowthDetails>> {
  const growth = sql`w.views -> ${`$.growth.${scopeName(riskManagement)}`}`;
  const rows = await db.all<InsightsTopic & { content: string; sources: string }>(
    sql`SELECT w.topic_id AS topicId, w.name, w.slug, w.category, ${growth} -> '$.sources' AS sources,
      ${itemsOf(sql`${growth} -> '$.content'`, GROWTH_LIST)} AS content
      FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN topic_windows w ON w.topic_id = wanted.value`,
  );
  return new Map(
    rows.map(({ content, sources, ...topic }) => [
      topic.topicId,
      { ...topic, topContent: contentItems(JSON.parse(content)), topSources: JSON.parse(sources) },
    ]),
  );
}

/** The site's groups of a breakdown, most engaged first. Reads 1 row, and two an article. */
export async function loadSiteGroups(
  db: Db,
  {
    breakdown,
    limit,
    riskManagement,
  }: { breakdown: keyof SiteViews['groups']; limit: number; riskManagement: boolean },
): Promise<{ slug: string; items: ContentItem[] }[]> {
  const groups = sql`w.views -> ${`$.groups.${JSON.stringify(breakdown)}.${scopeName(riskManagement)}`}`;
  const rows = await db.all<{ place: number; slug: string; items: string }>(
    sql`SELECT g.key AS place, g.value ->> 0 AS slug, ${itemsOf(sql`g.value -> 1`, limit)} AS items
      FROM topic_windows w, json_each(${groups}) g WHERE w.topic_id = ${SITE}`,
  );
  return inPlace(rows.map(({ place, slug, items }) => [place, { slug, items: contentItems(JSON.parse(items)) }]));
}

/** The clicked topics of a category with their articles, most engaged first. Reads one row a topic and two an article. */
export async function loadTopicGroups(
  db: Db,
  { category, limit, riskManagement }: { category: TopicCategory; limit: number; riskManagement: boolean },
): Promise<{ name: string; slug: string; items: ContentItem[] }[]> {
  const clicks = counter(riskManagement ? 'clicks7dRm' : 'clicks7d');
  const rows = await db.all<{ topicId: number; name: string; slug: string; clicks: number; items: string }>(
    sql`SELECT w.topic_id AS topicId, w.name, w.slug, w.${sql.identifier(clicks.name)} AS clicks,
      ${itemsOf(listPath('items', listName('7d', riskManagement)), limit)} AS items
      FROM topic_windows w WHERE w.topic_id > ${SITE} AND w.category = ${category} AND w.${sql.identifier(clicks.name)} > 0`,
  );
  return rows
    .sort((a, b) => b.clicks - a.clicks || a.topicId - b.topicId)
    .map(({ name, slug, items }) => ({ name, slug, items: contentItems(JSON.parse(items)) }));
}
