import { type SQL, sql } from 'drizzle-orm';
import { articles, companies, sources, topics } from '../../../db/schema.ts';

/** Parts of statements on articles: the JSON of topics, companies and source in a row. */

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
