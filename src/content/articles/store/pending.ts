import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../../db/client.ts';
import { articles } from '../../../db/schema.ts';
import { columnsOf, joined, listed } from '../../../db/sql.ts';
import { articleIndex } from '../../../db/tables.ts';
import { isTurnOver, nextTurn } from '../../../lib/thread/turns.ts';
import type { Millis } from '../../../lib/time.ts';
import { urlKey } from '../../../lib/url.ts';
import { loadGeography } from '../../geography.ts';
import { articleTokens } from '../../index/facets.ts';
import { PENDING, STORY_PREFIX } from '../../index/tokens.ts';
import { toTags } from '../item.ts';

const ARTICLES_PER_TRANSACTION = 100;
/** Maximum number of articles that one request indexes. The cron job indexes the rest. */
const MAX_IN_REQUEST = 300;

type ArticleRow = typeof articles.$inferSelect;

const INDEXED_COLUMNS = [
  'title',
  'introduction',
  'url',
  'language',
  'detectedLanguage',
  'contentType',
  'paywalled',
  'registration',
  'authors',
  'topics',
  'companies',
  'countries',
  'geoGroups',
  'source',
  'storyId',
] as const;
/** SQL expression: all columns from which an article's tokens are computed, as one text. */
const VERSION = sql`json_array(${joined(columnsOf(articles, INDEXED_COLUMNS).map((column) => sql`${column}`))})`;

/** Computes an article's index tokens, except the story token. `groupIds` maps slugs of geo groups to ids. */
export const tokensOfRow = (
  row: Pick<ArticleRow, (typeof INDEXED_COLUMNS)[number]>,
  groupIds: ReadonlyMap<string, number>,
): string => {
  const tags = toTags(row);
  return articleTokens({
    ...row,
    ...tags,
    urlKey: urlKey(row.url),
    https: row.url.startsWith('https:'),
    iframeable: Boolean(row.source.iframeable),
    geoGroups: tags.geoGroups.map((slug) => groupIds.get(slug) ?? 0),
  }).join(' ');
};

/** Indexes at most `most` of the articles that wait for indexing, newest first. Returns the number of articles. */
export async function indexPending(db: Db, now: Millis, most = MAX_IN_REQUEST): Promise<number> {
  for (let done = 0; ; ) {
    const indexed = await indexSome(db, now, Math.min(ARTICLES_PER_TRANSACTION, most - done));
    done += indexed;
    if (indexed < ARTICLES_PER_TRANSACTION || done >= most) return done;
  }
}

const MERGED_PAGES = 200;

/** Merges parts of the index to keep it small and fast. Each call writes a limited number of pages. */
export const mergeIndex = (db: Db) =>
  db.run(sql`INSERT INTO ${articleIndex} (${articleIndex}, rank) VALUES ('merge', ${sql.raw(String(MERGED_PAGES))})`);

export async function indexAllPending(db: Db, now: Millis): Promise<void> {
  while ((await indexPending(db, now, MAX_IN_REQUEST)) === MAX_IN_REQUEST);
}

/** Indexes some of the waiting articles. An article that changes at the same time continues to wait. */
async function indexSome(db: Db, now: Millis, most: number): Promise<number> {
  const rows = await db.rows(
    z.object({ place: z.int(), version: z.string() }),
    sql`SELECT ${articles.position} AS place, ${VERSION} AS version
      FROM ${articleIndex} CROSS JOIN ${articles} ON ${articles.position} = ${articleIndex.rowid}
      WHERE ${articleIndex} MATCH ${PENDING} ORDER BY ${articleIndex.rowid} DESC LIMIT ${most}`,
  );
  if (rows.length === 0) return 0;
  const groupIds = new Map((await loadGeography(db, now)).map(({ slug, id }) => [slug, id]));
  const entries: [place: number, version: string, tokens: string][] = [];
  for (const { place, version } of rows) {
    if (isTurnOver()) await nextTurn();
    const row = rowOf(version);
    entries.push([place, version, `${tokensOfRow(row, groupIds)} ${STORY_PREFIX}${row.storyId}`]);
  }
  await db.run(sql`INSERT OR REPLACE INTO ${articleIndex} (${listed(articleIndex.rowid, articleIndex.tokens)})
    SELECT ${articles.position}, v.value ->> 2 FROM json_each(${JSON.stringify(entries)}) v CROSS JOIN ${articles}
    WHERE ${articles.position} = v.value ->> 0 AND ${VERSION} = v.value ->> 1`);
  return rows.length;
}

function rowOf(version: string): Pick<ArticleRow, (typeof INDEXED_COLUMNS)[number]> {
  const values: unknown[] = JSON.parse(version);
  const columns = columnsOf(articles, INDEXED_COLUMNS);
  return Object.fromEntries(
    INDEXED_COLUMNS.map((name, i) => [
      name,
      columns[i]?.dataType === 'json' ? JSON.parse(String(values[i])) : values[i],
    ]),
  ) as Pick<ArticleRow, (typeof INDEXED_COLUMNS)[number]>;
}
