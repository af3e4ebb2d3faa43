import { gt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ContentType, OrganisationType, TopicCategory } from '../content/types.ts';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import { SITE } from './load.ts';
import type { Counters, Groups, PeriodLists, SiteViews } from './ranking.ts';

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

export interface Group {
  group: string;
  slug: string;
  items: ContentItem[];
}

export const listName = (period: Period, riskManagement: boolean): keyof PeriodLists =>
  riskManagement ? `${period}-rm` : period;
export const scopeName = (riskManagement: boolean) => (riskManagement ? 'rm' : 'all');

const TOPIC = {
  topicId: topicWindows.topicId,
  name: topicWindows.name,
  slug: topicWindows.slug,
  category: topicWindows.category,
};

/** One row for each topic with what it is called and the given columns, in no order. Reads one row a topic. */
export function topicRows<C extends Record<string, SQLiteColumn | SQL.Aliased>>(db: Db, columns: C) {
  return db
    .select({ ...TOPIC, ...columns })
    .from(topicWindows)
    .where(gt(topicWindows.topicId, SITE));
}

export const counter = (name: keyof Counters) => topicWindows[name];

/** A list of a window's views as JSON text, under the name it is given. */
export const view = (path: string, alias: string) => sql<string>`views -> ${sql.raw(`'${path}'`)}`.as(alias);

/** Topic fields of a row, without its counters. */
export const toTopic = ({
  topicId,
  name,
  slug,
  category,
}: {
  topicId: number;
  name: string;
  slug: string;
  category: number;
}): InsightsTopic => ({
  topicId,
  name,
  slug,
  category: category as TopicCategory,
});

const ITEM = sql.raw(`a.id AS contentId, a.title, a.url, a.source ->> 'name' AS source, a.content_type AS contentType,
  coalesce(a.organisation_type, a.source ->> 'organisationType') AS organisationType, coalesce(a.client, a.source ->> 'client') AS client`);

/** The articles of one list of a window (0: the site), most engaged first. Reads 1 + 2 × limit rows in one statement. */
export const windowItems = (topicId: number, list: keyof PeriodLists, limit: number) => sql`
  SELECT j.key AS place, ${ITEM} FROM topic_windows w, json_each(w.views -> ${`$.items.${JSON.stringify(list)}`}) j
  CROSS JOIN articles a ON a.id = j.value WHERE w.topic_id = ${topicId} LIMIT ${limit}`;

/** The topics that co-occur with a topic, most engaged first. Reads 1 + 2 × limit rows in one statement. */
export const windowCoTopics = (topicId: number, list: keyof PeriodLists, limit: number) => sql`
  SELECT j.key AS place, t.id AS topicId, t.name, t.slug, t.category
  FROM topic_windows w, json_each(w.views -> ${`$.coTopics.${JSON.stringify(list)}`}) j
  CROSS JOIN topics t ON t.id = j.value WHERE w.topic_id = ${topicId} LIMIT ${limit}`;

/** Row if there is such a topic. */
export const topicExists = (topicId: number) => sql`SELECT 1 AS found FROM topics WHERE id = ${topicId}`;

/** Rows of a list in its order, without their place: sorting in SQL would read every row twice. */
export function inPlace<T extends object>(rows: (T & { place: number })[]): T[] {
  return rows.sort((a, b) => a.place - b.place).map(({ place: _, ...row }) => row as unknown as T);
}

/** The articles with these ids, by id. Reads two rows each. */
export async function loadContentItems(db: Db, ids: readonly number[]): Promise<Map<number, ContentItem>> {
  if (ids.length === 0) return new Map();
  const wanted = JSON.stringify([...new Set(ids)]);
  const rows = await db.all<ContentItem>(
    sql`SELECT ${ITEM} FROM json_each(${wanted}) j CROSS JOIN articles a ON a.id = j.value`,
  );
  return new Map(rows.map((row) => [row.contentId, row]));
}

/** The site's groups of a breakdown, most engaged first. One row read. */
export async function siteGroups(
  db: Db,
  breakdown: keyof SiteViews['groups'],
  riskManagement: boolean,
): Promise<Groups> {
  const path = `$.groups.${JSON.stringify(breakdown)}.${scopeName(riskManagement)}`;
  const [row] = await db.all<{ groups: string | null }>(
    sql`SELECT views -> ${path} AS groups FROM topic_windows WHERE topic_id = ${SITE}`,
  );
  return JSON.parse(row?.groups ?? '[]');
}
