import { type SQL, sql } from 'drizzle-orm';
import { articles, companies, sources, topics } from '../../../db/schema.ts';
import { listed } from '../../../db/sql.ts';
import { articleIndex } from '../../../db/tables.ts';
import { STORY } from '../../index/facets.ts';

/** Parts of statements on articles: the JSON of topics, companies and source in a row, and its entry in the index. */

/** The JSON of an article's topics from the ids (or objects with an id) in `list`; `key` is SQL for the id of element `j`. */
export const topicsJson = (list: SQL, key: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', ${topics.id}, 'name', ${topics.name}, 'slug', ${topics.slug},
    'category', ${topics.category}) ORDER BY j.key) FROM json_each(${list}) j JOIN ${topics} ON ${topics.id} = ${key})`;

/** As `topicsJson`. */
export const companiesJson = (list: SQL, key: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', ${companies.id}, 'name', ${companies.name}) ORDER BY j.key)
    FROM json_each(${list}) j JOIN ${companies} ON ${companies.id} = ${key})`;

/** The element itself is the id, or has one. */
export const ITSELF = sql.raw('j.value');
export const ITS_ID = sql.raw(`j.value ->> 'id'`);

/** The JSON of an article's source from its row in `sources`. */
export const sourceJson = (domain: SQL): SQL =>
  sql`(SELECT json_object('domain', ${sources.domain}, 'name', ${sources.name}, 'icon', ${sources.icon},
    'iframeable', ${sources.iframeable}, 'organisationType', ${sources.organisationType}, 'client', ${sources.client})
    FROM ${sources} WHERE ${sources.domain} = ${domain})`;

/** The domain of an article's source. */
export const SOURCE_DOMAIN = sql`${articles.source} ->> 'domain'`;

/** Positions of the articles that an FTS5 expression finds, as a subquery. */
export const matching = (expression: SQL | string): SQL =>
  sql`(SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH ${expression})`;

/** FTS5 expression for articles with any of these facets; without tokens it matches nothing. */
export const anyFacet = (tokens: readonly string[]): string => `facets: (${['none0', ...tokens].join(' OR ')})`;

/** The same in SQL, from a query with one column `token`. */
export const anyFacetOf = (query: SQL): SQL =>
  sql`(SELECT 'facets: (none0' || coalesce(group_concat(' OR ' || token, ''), '') || ')' FROM (${query}))`;

/** What the index holds of the facets of a row. */
export const INDEXED_FACETS = sql`${articles.facets} || ${sql.raw(`' ${STORY}'`)} || ${articles.storyId}`;

/** Writes the index entries of the articles where `condition` holds. */
export const indexArticles = (condition: SQL): SQL =>
  sql`INSERT OR REPLACE INTO ${articleIndex} (${listed(articleIndex.rowid, articleIndex.title, articleIndex.introduction, articleIndex.facets)})
    SELECT ${articles.position}, ${articles.title}, ${articles.introduction}, ${INDEXED_FACETS} FROM ${articles} WHERE ${condition}`;

/** Removes the index entries of the articles where `condition` holds. */
export const unindexArticles = (condition: SQL): SQL =>
  sql`DELETE FROM ${articleIndex} WHERE ${articleIndex.rowid} IN (SELECT ${articles.position} FROM ${articles} WHERE ${condition})`;
