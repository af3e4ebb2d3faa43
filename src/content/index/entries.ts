import { type SQL, sql } from 'drizzle-orm';
import { articles } from '../../db/schema.ts';
import { listed } from '../../db/sql.ts';
import { articleIndex } from '../../db/tables.ts';
import { PENDING, STORY_PREFIX } from './tokens.ts';

/** SQL subquery: the positions of articles that an FTS5 expression finds. */
export const positionsMatching = (expression: SQL | string): SQL =>
  sql`(SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH ${expression})`;

/** SQL subquery: positions of articles with a token. The condition `has` finds articles that are not indexed yet. */
export const positionsWith = (token: string, has: SQL): SQL =>
  sql`(SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH ${token}
    UNION ALL SELECT ${articles.position} FROM ${articles} WHERE ${articles.position} IN ${positionsMatching(PENDING)} AND ${has})`;

/** Returns an FTS5 expression for articles that have any of these tokens or wait for indexing. */
export const tokensOrPending = (tokens: readonly string[]): string => [PENDING, ...tokens].join(' OR ');

export const anyTokenOf = (query: SQL): SQL =>
  sql`(SELECT ${sql.raw(`'${PENDING}'`)} || coalesce(group_concat(' OR ' || token, ''), '') FROM (${query}))`;

/** Builds a statement that writes index entries of articles. The tokens must not include those of stories. */
export const indexArticles = (entries: readonly (readonly [id: number, tokens: string])[]): SQL =>
  sql`INSERT OR REPLACE INTO ${articleIndex} (${listed(articleIndex.rowid, articleIndex.tokens)})
    SELECT ${articles.position}, v.value ->> 1 || ${sql.raw(`' ${STORY_PREFIX}'`)} || ${articles.storyId}
    FROM json_each(${JSON.stringify(entries)}) v CROSS JOIN ${articles} WHERE ${articles.id} = v.value ->> 0`;

/** Queues articles for indexing. Until `indexPending` runs, each query checks all of them (docs/decisions.md#F5). */
export const makePending = (condition: SQL): SQL =>
  sql`INSERT OR REPLACE INTO ${articleIndex} (${listed(articleIndex.rowid, articleIndex.tokens)})
    SELECT ${articles.position}, ${PENDING} FROM ${articles} WHERE ${condition}`;

export const unindexArticles = (condition: SQL): SQL =>
  sql`DELETE FROM ${articleIndex} WHERE ${articleIndex.rowid} IN (SELECT ${articles.position} FROM ${articles} WHERE ${condition})`;
