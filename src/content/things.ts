import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { type Db, failWhere, type Precondition } from '../db/client.ts';
import {
  annotations,
  companies,
  feedHubs,
  feeds,
  geoGroups,
  pageHosts,
  sourceAliases,
  sources,
  tagRules,
  topics,
} from '../db/schema.ts';
import { type ColumnName, columnNames, objectOf } from '../db/sql.ts';
import { NOTE_SCOPES } from '../db/values.ts';
import type { Seconds } from '../lib/time.ts';

/** Kinds of content other than articles. Each row is read as a JSON string, so that changes are easy to detect. */

const storedRule = z.object({
  kind: z.enum(['topic', 'company', 'country', 'geoGroup']),
  ref: z.string(),
  words: z.array(z.string()),
  exclusions: z.array(z.string()),
  language: z.string().nullable(),
});
export const storedAnnotation = z.object({
  date: z.iso.date(),
  scope: z.enum(NOTE_SCOPES).describe('Subject: the whole site, a topic, or an article'),
  ref: z.int().nullable().describe('Topic or content id; null for the whole site'),
  text: z.string(),
});

export interface ThingKind<T> {
  shape: z.ZodType<T>;
  row: SQL;
  table: SQL;
}

const rowOf = <T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]) => ({
  row: objectOf(table, names),
  table: sql`${table}`,
});

const kind = <T>(shape: z.ZodType<T>, row: SQL, table: SQL): ThingKind<T> => ({ shape, row, table });

export const FEEDS_OF = sql`(SELECT json_group_array(${feeds.url} ORDER BY ${feeds.id}) FROM ${feeds} WHERE ${feeds.domain} = ${sources.domain})`;
export const ALIASES_OF = sql`(SELECT json_group_array(${sourceAliases.alias}) FROM ${sourceAliases} WHERE ${sourceAliases.domain} = ${sources.domain})`;

export type StoredFeedState = Pick<typeof feeds.$inferSelect, (typeof FEED_STATE)[number]> & {
  /** Time when the feed's WebSub subscription ends. `null` if the hub has confirmed no subscription. */
  pushedUntil: Seconds | null;
};
const FEED_STATE = ['url', 'title', 'lastFetchAt', 'lastNewAt', 'nextAt', 'interval', 'failures', 'reason'] as const;
const PUSHED_UNTIL = sql`(SELECT max(${feedHubs.until}) FROM ${feedHubs} WHERE ${feedHubs.feedId} = ${feeds.id} AND ${feedHubs.wanted})`;
const STATES = sql`(SELECT json_group_array(json_insert(${objectOf(feeds, FEED_STATE)}, '$.pushedUntil', ${PUSHED_UNTIL})) FROM ${feeds} WHERE ${feeds.domain} = ${sources.domain})`;

const sourceWith = (urls: SQL) => ({
  row: sql`json_insert(${objectOf(sources, columnNames(sources, 'hasFeeds'))}, '$.feeds', json(${urls}), '$.aliases', json(${ALIASES_OF}))`,
  table: sql`${sources}`,
});

/** Progress of reading a source's web pages. `null` if they are not read. */
export type PageState = {
  waiting: number;
  lastRead: Seconds | null;
  lastFailure: Seconds | null;
  reason: string | null;
} | null;
const PAGE_STATE = sql`(SELECT json_object('waiting', coalesce(sum(json_array_length(${pageHosts.waiting})), 0),
  'lastRead', max(${pageHosts.readAt}), 'lastFailure', max(${pageHosts.failedAt}), 'reason', (SELECT ${pageHosts.reason} FROM ${pageHosts}
    WHERE ${pageHosts.domain} = ${sources.domain} ORDER BY ${pageHosts.failedAt} DESC LIMIT 1))
  FROM ${pageHosts} WHERE ${pageHosts.domain} = ${sources.domain})`;

const SOURCE_WITH_STATE = sourceWith(sql`iif(${sources.hasFeeds}, ${STATES}, '[]')`);
export const SOURCE_WITH_FEEDS = {
  ...SOURCE_WITH_STATE,
  row: sql`json_insert(${SOURCE_WITH_STATE.row}, '$.pages', json(iif(${sources.readPages}, ${PAGE_STATE}, 'null')))`,
};

export const RESOURCE_ROWS = {
  topic: rowOf(topics, columnNames(topics)),
  company: rowOf(companies, columnNames(companies)),
  geoGroup: rowOf(geoGroups, ['slug', 'name', 'countries']),
  source: sourceWith(FEEDS_OF),
  rule: kind(storedRule, objectOf(tagRules, ['kind', 'ref', 'words', 'exclusions', 'language']), sql`${tagRules}`),
  annotation: kind(
    storedAnnotation,
    sql`json_insert(${objectOf(annotations, ['scope', 'ref', 'text'])}, '$.date', substr(${annotations.key}, 1, 10))`,
    sql`${annotations}`,
  ),
};

export const topicIs = (id: number): SQL => sql`${topics.id} = ${id}`;
export const companyIs = (id: number): SQL => sql`${companies.id} = ${id}`;
export const sourceIs = (domain: string): SQL => sql`${sources.domain} = ${domain}`;
export const geoGroupIs = (slug: string): SQL => sql`${geoGroups.slug} = ${slug}`;
export const ruleIs = (of: string, ref: string): SQL => sql`(${tagRules.kind}, ${tagRules.ref}) = (${of}, ${ref})`;
export const annotationIs = (key: string): SQL => sql`${annotations.key} = ${key}`;

/** Loads the row that meets `condition`, or returns `null`. `seen` is the row as a JSON string, for `guardOf`. */
export async function loadThing<T>(db: Db, { shape, row, table }: ThingKind<T>, condition: SQL) {
  const [found] = await db.rows(
    z.object({ seen: z.string() }),
    sql`SELECT ${row} AS seen FROM ${table} WHERE ${condition}`,
  );
  return found ? { value: shape.parse(JSON.parse(found.seen)), seen: found.seen } : null;
}

/** Precondition: the row is unchanged since it was read (`null`: was missing), and a row that meets `other` exists. */
export const guardOf = (
  { row, table }: Pick<ThingKind<unknown>, 'row' | 'table'>,
  condition: SQL,
  seen: string | null,
  other?: SQL,
): Precondition =>
  failWhere(
    sql`(SELECT ${row} FROM ${table} WHERE ${condition}) IS NOT ${seen}`,
    ...(other ? [sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${other})`] : []),
  );
