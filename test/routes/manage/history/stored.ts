import { sql } from 'drizzle-orm';
import { openTestDb } from '../../../support/index.ts';

/**
 * All that a newsroom holds of its content, row by row and with the index. Left out: when an article was last edited and the
 * version of a selection, which say that something was done; what was deleted; and sources that nobody has named.
 */
const TABLES = {
  articles: `SELECT id, url, url_key, title, introduction, published_at, content_type, organisation_type, client, paywalled, registration,
    image, source, topics, companies, countries, geo_groups, facets, rule_tags FROM articles ORDER BY id`,
  indexed: `SELECT a.id, (SELECT group_concat(token, ' ') FROM (SELECT value AS token FROM json_each('["t1","t2","t3","t4","o1","o2","o3"]')
    WHERE a.position IN (SELECT rowid FROM article_index WHERE article_index MATCH 'facets: ' || value))) AS tokens FROM articles a ORDER BY id`,
  topics: 'SELECT * FROM topics ORDER BY id',
  companies: 'SELECT * FROM companies ORDER BY id',
  groups: 'SELECT * FROM geo_groups ORDER BY slug',
  geography: 'SELECT groups FROM geography',
  sources: 'SELECT * FROM sources WHERE name <> domain ORDER BY domain',
  aliases: 'SELECT * FROM source_aliases ORDER BY alias',
  rules: 'SELECT * FROM tag_rules ORDER BY kind, ref',
  days: 'SELECT date, articles FROM recommended ORDER BY date',
  notes: 'SELECT * FROM annotations ORDER BY date',
};

export async function stored(): Promise<Record<string, unknown[]>> {
  const db = openTestDb();
  const results = await Promise.all(Object.values(TABLES).map((query) => db.all<unknown>(sql.raw(query))));
  return Object.fromEntries(Object.keys(TABLES).map((name, i) => [name, results[i] ?? []]));
}
