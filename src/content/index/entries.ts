import { type SQL, sql } from 'drizzle-orm';
import { articles } from '../../db/schema.ts';
import { listed } from '../../db/sql.ts';
import { articleIndex } from '../../db/tables.ts';
import { PENDING, STORY } from './tokens.ts';

/** Statements on the entries of articles in the full-text index, and parts of such statements. */

/** Positions of the articles that an FTS5 expression finds, as a subquery. */
export const matching = (expression: SQL | string): SQL =>
  sql`(SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH ${expression})`;

/** Positions of the articles with a token; `has`: whether an article has what it stands for, which is asked of those that are pending. */
export const positionsWith = (token: string, has: SQL): SQL =>
  sql`(SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH ${token}
    UNION ALL SELECT ${articles.position} FROM ${articles} WHERE ${articles.position} IN ${matching(PENDING)} AND ${has})`;

/** FTS5 expression for articles with any of these tokens, and all that are pending. */
export const anyToken = (tokens: readonly string[]): string => [PENDING, ...tokens].join(' OR ');

/** SQL form for a query with one column `token`. */
export const anyTokenOf = (query: SQL): SQL =>
  sql`(SELECT ${sql.raw(`'${PENDING}'`)} || coalesce(group_concat(' OR ' || token, ''), '') FROM (${query}))`;

/** Writes the index entries of articles: `[id, tokens]` but that of the story. */
export const indexArticles = (entries: readonly (readonly [id: number, tokens: string])[]): SQL =>
  sql`INSERT OR REPLACE INTO ${articleIndex} (${listed(articleIndex.rowid, articleIndex.tokens)})
    SELECT ${articles.position}, v.value ->> 1 || ${sql.raw(`' ${STORY}'`)} || ${articles.storyId}
    FROM json_each(${JSON.stringify(entries)}) v CROSS JOIN ${articles} WHERE ${articles.id} = v.value ->> 0`;

/**
 * Makes the articles pending where `condition` holds, since their tokens change: until `indexPending` has computed them, questions
 * find these articles whatever they ask, and check them. (docs/decisions.md#F5)
 */
export const makePending = (condition: SQL): SQL =>
  sql`INSERT OR REPLACE INTO ${articleIndex} (${listed(articleIndex.rowid, articleIndex.tokens)})
    SELECT ${articles.position}, ${PENDING} FROM ${articles} WHERE ${condition}`;

/** Removes the index entries of the articles where `condition` holds. */
export const unindexArticles = (condition: SQL): SQL =>
  sql`DELETE FROM ${articleIndex} WHERE ${articleIndex.rowid} IN (SELECT ${articles.position} FROM ${articles} WHERE ${condition})`;
