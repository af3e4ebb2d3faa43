import { type SQL, sql } from 'drizzle-orm';
import { articles, companies, sources, topics } from '../../../db/schema.ts';

/** SQL expression: JSON of topics from the ids or objects in `list`. `key` is SQL for the id of element `j`. */
export const topicsJson = (list: SQL, key: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', ${topics.id}, 'name', ${topics.name}, 'slug', ${topics.slug},
    'category', ${topics.category}) ORDER BY j.key) FROM json_each(${list}) j JOIN ${topics} ON ${topics.id} = ${key})`;

export const companiesJson = (list: SQL, key: SQL): SQL =>
  sql`(SELECT json_group_array(json_object('id', ${companies.id}, 'name', ${companies.name}) ORDER BY j.key)
    FROM json_each(${list}) j JOIN ${companies} ON ${companies.id} = ${key})`;

export const LIST_VALUE = sql.raw('j.value');
export const ITS_ID = sql.raw(`j.value ->> 'id'`);

/** SQL expression: JSON of a source from its row in `sources`. Missing values have no key, which saves space. */
export const sourceJson = (domain: SQL): SQL =>
  sql`(SELECT json_patch('{}', json_object('domain', ${sources.domain}, 'name', ${sources.name}, 'icon', ${sources.icon},
    'iframeable', ${sources.iframeable}, 'organisationType', ${sources.organisationType}, 'client', ${sources.client}))
    FROM ${sources} WHERE ${sources.domain} = ${domain})`;

export const SOURCE_DOMAIN = sql`${articles.source} ->> 'domain'`;
