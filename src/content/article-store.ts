import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { bare } from '../db/json.ts';
import { sequences } from '../db/schema.ts';
import { markWindows } from '../engagement/mark-windows.ts';
import type { Differences, Draft, Stored } from './article-facts.ts';

/** The JSON of an article's topics from the ids (or objects with an id) in `list`, by `key`. */
export const topicsJson = (list: string, key: string) =>
  sql.raw(`(SELECT json_group_array(json_object('id', t.id, 'name', t.name, 'slug', t.slug, 'category', t.category) ORDER BY j.key)
    FROM json_each(${list}) j JOIN topics t ON t.id = ${key})`);

export const companiesJson = (list: string, key: string) =>
  sql.raw(`(SELECT json_group_array(json_object('id', c.id, 'name', c.name) ORDER BY j.key)
    FROM json_each(${list}) j JOIN companies c ON c.id = ${key})`);

/** The JSON of an article's source from its row in `sources`. */
export const sourceJson = (domain: string) =>
  sql.raw(`(SELECT json_object('domain', s.domain, 'name', s.name, 'icon', s.icon, 'iframeable', s.iframeable,
    'organisationType', s.organisation_type, 'client', s.client) FROM sources s WHERE s.domain = ${domain})`);

/** Which of these articles have clicks: what changes in others changes no ranking. Reads a row an article. */
export const selectClicked = (ids: string) =>
  sql`SELECT value AS id FROM json_each(${ids}) WHERE EXISTS (SELECT 1 FROM click_hours WHERE content_id = value)`;

/** Remembers the highest id, so that none is given again after its article was deleted. */
const raiseSequence = (drafts: readonly Draft[]) => {
  const last = drafts.reduce((highest, { id }) => Math.max(highest, id), 0);
  const target = bare(sequences.last);
  return sql`INSERT INTO ${sequences} (${bare(sequences.name)}, ${target}) VALUES ('articles', ${last})
    ON CONFLICT (${bare(sequences.name)}) DO UPDATE SET ${target} = excluded.${target} WHERE ${sequences.last} < excluded.${target}`;
};

/** What the database says of a text that is no JSON: the one error that a statement can raise at will. */
const OVERTAKEN = 'overtaken by another change';

/** Fails, and with it the transaction, unless each article is as it was seen: not there, or unchanged since. */
function assertSeen(drafts: readonly Draft[], byId: ReadonlyMap<number, Stored>): SQL {
  const seen = JSON.stringify(drafts.map(({ id }) => [id, ...(byId.get(id)?.version ?? [null, null, null])]));
  return sql`SELECT CASE WHEN EXISTS (
      SELECT 1 FROM json_each(${seen}) v LEFT JOIN articles a ON a.id = v.value ->> 0
      WHERE (a.modified_at, a.facets, a.rule_tags) IS NOT (v.value ->> 1, v.value ->> 2, v.value ->> 3)
    ) THEN json(${OVERTAKEN}) END AS seen`;
}

/** Whether somebody else has stored one of the articles, or another one with the same address, between reading and writing. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && /malformed JSON|UNIQUE constraint failed: articles/.test(error.message);

/** Query for the windows, the site's included, that the drafts in a JSON list have clicks in: by their old topics and by their new ones. */
const clickedWindows = (rows: string) => {
  const drafts = sql`(SELECT value AS v FROM json_each(${rows}) WHERE EXISTS (SELECT 1 FROM click_hours WHERE content_id = value ->> 'id'))`;
  return sql`SELECT 0 FROM ${drafts} UNION SELECT t.value FROM ${drafts}, json_each(v -> 'topics') t
    UNION SELECT t.value ->> 'id' FROM ${drafts} JOIN articles a ON a.id = v ->> 'id', json_each(a.topics) t`;
};

/**
 * Articles, new sources and index in one transaction. Names are looked up inside it, so that no rename slips between. Of
 * `remembered` only the memory of their tags is written. Returns which of the articles have clicks. Throws, with nothing
 * written, where an article is not as `byId` has it: `isOvertaken` knows that error. `now`: epoch seconds.
 */
export async function storeDrafts(
  db: Db,
  { different, remembered }: Differences,
  byId: ReadonlyMap<number, Stored>,
  now: number,
): Promise<Set<number>> {
  if (different.length + remembered.length === 0) return new Set();
  const rows = JSON.stringify(different);
  const ids = JSON.stringify(different.map(({ id }) => id));
  const memories = JSON.stringify(remembered.map(({ id, ruleTags }) => ({ id, ruleTags })));
  const [, clicked] = await db.together<[never[], { id: number }[], ...never[][]]>(
    assertSeen([...different, ...remembered], byId),
    selectClicked(ids),
    // Before and after, as the articles stand when it runs: their rankings change even if nobody comes to tell the objects.
    markWindows(clickedWindows(rows)),
    sql`UPDATE articles SET rule_tags = v.value ->> 'ruleTags' FROM json_each(${memories}) v
      WHERE articles.id = v.value ->> 'id'`,
    sql`INSERT INTO sources (domain, name) SELECT DISTINCT value ->> 'domain', value ->> 'domain' FROM json_each(${rows}) WHERE true
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM article_index WHERE rowid IN (SELECT position FROM articles WHERE id IN (SELECT value FROM json_each(${ids})))`,
    sql`
      INSERT INTO articles (position, id, url, url_key, title, introduction, published_at, modified_at, content_type, organisation_type,
        client, paywalled, registration, image, source, topics, companies, countries, geo_groups, facets, rule_tags)
      SELECT (v ->> 'publishedAt') << 30 | (v ->> 'id'), v ->> 'id', v ->> 'url', v ->> 'urlKey', v ->> 'title', v ->> 'introduction',
        v ->> 'publishedAt', v ->> 'publishedAt', v ->> 'contentType', v ->> 'organisationType', v ->> 'client',
        v ->> 'paywalled', v ->> 'registration', v ->> 'image', ${sourceJson("v ->> 'domain'")},
        ${topicsJson("v -> 'topics'", 'j.value')}, ${companiesJson("v -> 'companies'", 'j.value')},
        v -> 'countries', v -> 'geoGroups', v ->> 'facets', v ->> 'ruleTags'
      FROM (SELECT value AS v FROM json_each(${rows})) WHERE true
      ON CONFLICT (id) DO UPDATE SET (position, url, url_key, title, introduction, published_at, modified_at, content_type,
        organisation_type, client, paywalled, registration, image, source, topics, companies, countries, geo_groups, facets, rule_tags) =
        (excluded.position, excluded.url, excluded.url_key, excluded.title, excluded.introduction, excluded.published_at, ${now},
        excluded.content_type, excluded.organisation_type, excluded.client, excluded.paywalled, excluded.registration, excluded.image,
        excluded.source, excluded.topics, excluded.companies, excluded.countries, excluded.geo_groups, excluded.facets, excluded.rule_tags)`,
    raiseSequence(different),
    sql`INSERT INTO article_index (rowid, title, introduction, facets)
      SELECT position, title, introduction, facets FROM articles WHERE id IN (SELECT value FROM json_each(${ids}))`,
  );
  return new Set(clicked.map(({ id }) => id));
}
