import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { MAX_ARTICLE_ID } from '../feed/cursor.ts';
import { domainOf, urlKey } from '../lib/url.ts';
import { facetText } from './facets.ts';
import { loadGeography } from './geography.ts';
import type { Article } from './input.ts';
import { chunks, lastByKey, type Numbered, type Refusals, refuse } from './saved.ts';

/** Articles in one transaction: its parameters stay far below D1's 2 MB a value. */
const CHUNK = 100;

/** An article as it is about to be stored. */
interface Draft extends Omit<Article, 'id' | 'image'> {
  id: number;
  image: string | null;
  urlKey: string;
  domain: string;
  facets: string;
}

/** What stands in the newsroom that a chunk of articles refers to. */
interface Surroundings {
  /** By id; the stored facts as one text, to see whether anything changes. */
  byId: Map<number, { url: string; facts: string; topics: number[] }>;
  idByUrl: Map<string, number>;
  topics: Set<number>;
  companies: Set<number>;
  geoGroups: Map<string, number>;
  iframeable: Map<string, boolean>;
  maxId: number;
}

export interface SavedArticles {
  refusals: Refusals;
  /** Topics, old and new, of articles that were there before and are different now: their rankings may change. */
  topics: Set<number>;
}

/**
 * Stores articles, their sources where new, and their index entries, in transactions of 100.
 * An article without id is known by its canonical URL, else gets the next id. Unchanged articles write nothing.
 * `now`: epoch milliseconds.
 */
export async function saveArticles(db: Db, lines: readonly Numbered<Article>[], now: number): Promise<SavedArticles> {
  const refusals: Refusals = new Map();
  const topics = new Set<number>();
  // An id that a later chunk brings along must not be given to an article of an earlier one.
  const highest = lines.reduce((max, { value }) => Math.max(max, value.id ?? 0), 0);
  for (const chunk of chunks(lines, CHUNK)) {
    const around = await loadSurroundings(db, chunk, now);
    const drafts = lastByKey(identify(chunk, around, highest, refusals), ({ id }) => id);
    const different = drafts.filter(({ value }) => around.byId.get(value.id)?.facts !== facts(value));
    await storeDrafts(
      db,
      different.map(({ value }) => value),
      Math.floor(now / 1000),
    );
    for (const { value } of different) {
      const before = around.byId.get(value.id);
      if (before) for (const topic of [...before.topics, ...value.topics]) topics.add(topic);
    }
  }
  return { refusals, topics };
}

/** Removes an article from newsroom and index. Returns the topics it had; null where there was none. */
export async function deleteArticle(db: Db, id: number): Promise<number[] | null> {
  const [, [removed]] = await db.together<[never[], { topics: string }[]]>(
    sql`DELETE FROM article_index WHERE rowid IN (SELECT position FROM articles WHERE id = ${id})`,
    sql`DELETE FROM articles WHERE id = ${id} RETURNING topics`,
  );
  return removed ? JSON.parse(removed.topics).map((topic: { id: number }) => topic.id) : null;
}

async function loadSurroundings(db: Db, chunk: readonly Numbered<Article>[], now: number): Promise<Surroundings> {
  const values = chunk.map(({ value }) => value);
  const json = (list: Iterable<unknown>) => JSON.stringify([...new Set(list)]);
  const urls = json(values.map(({ url }) => url));
  const [byId, byUrl, topics, companies, sources, max] = await db.together<
    [
      StoredFacts[],
      StoredFacts[],
      { id: number }[],
      { id: number }[],
      { domain: string; iframeable: number }[],
      { id: number | null }[],
    ]
  >(
    sql`SELECT ${FACT_COLUMNS} FROM articles WHERE id IN (
      SELECT value FROM json_each(${json(values.flatMap(({ id }) => id ?? []))}))`,
    sql`SELECT ${FACT_COLUMNS} FROM articles WHERE url IN (SELECT value FROM json_each(${urls}))`,
    sql`SELECT id FROM topics WHERE id IN (SELECT value FROM json_each(${json(values.flatMap((a) => a.topics))}))`,
    sql`SELECT id FROM companies WHERE id IN (SELECT value FROM json_each(${json(values.flatMap((a) => a.companies))}))`,
    sql`SELECT domain, iframeable FROM sources WHERE domain IN (SELECT value FROM json_each(${json(values.map(domainOfArticle))}))`,
    sql`SELECT max(id) AS id FROM articles`,
  );
  const geography = await loadGeography(db, now);
  const stored = [...byId, ...byUrl];
  return {
    byId: new Map(
      stored.map((row) => [row.id, { url: row.url, facts: storedFacts(row), topics: JSON.parse(String(row.topics)) }]),
    ),
    idByUrl: new Map(stored.map((row) => [row.url, row.id])),
    topics: new Set(topics.map(({ id }) => id)),
    companies: new Set(companies.map(({ id }) => id)),
    geoGroups: new Map(geography.map(({ slug, id }) => [slug, id])),
    iframeable: new Map(sources.map(({ domain, iframeable }) => [domain, Boolean(iframeable)])),
    maxId: max[0]?.id ?? 0,
  };
}

/** Gives every line its id and checks what it refers to. A URL belongs to one article, within the import as in the newsroom. */
function identify(
  chunk: readonly Numbered<Article>[],
  around: Surroundings,
  highest: number,
  refusals: Refusals,
): Numbered<Draft>[] {
  let nextId = Math.max(around.maxId, highest) + 1;
  return chunk.flatMap(({ line, value }) => {
    const owner = around.idByUrl.get(value.url);
    if (value.id !== undefined && owner !== undefined && owner !== value.id) {
      refuse(refusals, line, 'url', `already belongs to article ${owner}`);
    }
    for (const topic of value.topics)
      if (!around.topics.has(topic)) refuse(refusals, line, 'topics', `names the unknown topic ${topic}`);
    for (const company of value.companies) {
      if (!around.companies.has(company)) refuse(refusals, line, 'companies', `names the unknown company ${company}`);
    }
    for (const slug of value.geoGroups) {
      if (!around.geoGroups.has(slug)) refuse(refusals, line, 'geoGroups', `names the unknown geo group ${slug}`);
    }
    const id = value.id ?? owner ?? nextId;
    if (id > MAX_ARTICLE_ID) refuse(refusals, line, 'id', `must be given, since ${MAX_ARTICLE_ID} is in use`);
    if (refusals.has(line)) return [];
    if (id === nextId) nextId++;
    around.idByUrl.set(value.url, id);
    return [{ line, value: draft(value, id, around) }];
  });
}

function draft(article: Article, id: number, around: Surroundings): Draft {
  const key = urlKey(article.url);
  const domain = domainOfArticle(article);
  const paywalled = article.paywalled ?? false;
  const registration = article.registration ?? false;
  const facets = facetText({
    ...article,
    urlKey: key,
    https: article.url.startsWith('https:'),
    iframeable: around.iframeable.get(domain) ?? true,
    geoGroups: article.geoGroups.map((slug) => around.geoGroups.get(slug) ?? 0),
    paywalled,
    registration,
  });
  return {
    ...article,
    id,
    image: article.image ? JSON.stringify(article.image) : null,
    urlKey: key,
    domain,
    facets,
    paywalled,
    registration,
  };
}

const domainOfArticle = ({ url }: { url: string }) => domainOf(new URL(url));

const FACT_COLUMNS = sql.raw(`id, url, title, introduction, published_at AS publishedAt, content_type AS contentType,
  organisation_type AS organisationType, client, paywalled, registration, image, facets,
  (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(topics)) AS topics,
  (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(companies)) AS companies, countries, geo_groups AS geoGroups`);

interface StoredFacts {
  id: number;
  url: string;
  [column: string]: unknown;
}

const storedFacts = (row: StoredFacts): string =>
  JSON.stringify([
    ...[row.url, row.title, row.introduction, row.publishedAt, row.contentType, row.organisationType, row.client],
    ...[Boolean(row.paywalled), Boolean(row.registration), row.image, row.facets],
    ...[row.topics, row.companies, row.countries, row.geoGroups],
  ]);

const facts = (draft: Draft): string =>
  JSON.stringify([
    ...[draft.url, draft.title, draft.introduction, draft.publishedAt, draft.contentType],
    ...[
      draft.organisationType ?? null,
      draft.client ?? null,
      draft.paywalled,
      draft.registration,
      draft.image,
      draft.facets,
    ],
    ...[draft.topics, draft.companies, draft.countries, draft.geoGroups].map((list) => JSON.stringify(list)),
  ]);

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

/** Articles, new sources and index in one transaction. Names are looked up inside it, so that no rename slips between. */
async function storeDrafts(db: Db, drafts: readonly Draft[], now: number): Promise<void> {
  if (drafts.length === 0) return;
  const rows = JSON.stringify(drafts);
  const ids = JSON.stringify(drafts.map(({ id }) => id));
  await db.together(
    sql`INSERT INTO sources (domain, name) SELECT DISTINCT value ->> 'domain', value ->> 'domain' FROM json_each(${rows}) WHERE true
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM article_index WHERE rowid IN (SELECT position FROM articles WHERE id IN (SELECT value FROM json_each(${ids})))`,
    sql`
      INSERT INTO articles (position, id, url, url_key, title, introduction, published_at, modified_at, content_type, organisation_type,
        client, paywalled, registration, image, source, topics, companies, countries, geo_groups, facets)
      SELECT (v ->> 'publishedAt') << 30 | (v ->> 'id'), v ->> 'id', v ->> 'url', v ->> 'urlKey', v ->> 'title', v ->> 'introduction',
        v ->> 'publishedAt', v ->> 'publishedAt', v ->> 'contentType', v ->> 'organisationType', v ->> 'client',
        v ->> 'paywalled', v ->> 'registration', v ->> 'image', ${sourceJson("v ->> 'domain'")},
        ${topicsJson("v -> 'topics'", 'j.value')}, ${companiesJson("v -> 'companies'", 'j.value')},
        v -> 'countries', v -> 'geoGroups', v ->> 'facets'
      FROM (SELECT value AS v FROM json_each(${rows})) WHERE true
      ON CONFLICT (id) DO UPDATE SET (position, url, url_key, title, introduction, published_at, modified_at, content_type,
        organisation_type, client, paywalled, registration, image, source, topics, companies, countries, geo_groups, facets) =
        (excluded.position, excluded.url, excluded.url_key, excluded.title, excluded.introduction, excluded.published_at, ${now},
        excluded.content_type, excluded.organisation_type, excluded.client, excluded.paywalled, excluded.registration, excluded.image,
        excluded.source, excluded.topics, excluded.companies, excluded.countries, excluded.geo_groups, excluded.facets)`,
    sql`INSERT INTO article_index (rowid, title, introduction, facets)
      SELECT position, title, introduction, facets FROM articles WHERE id IN (SELECT value FROM json_each(${ids}))`,
  );
}

/** Builds the full-text index anew from the articles, in one transaction. */
export async function rebuildIndex(db: Db): Promise<void> {
  await db.together(
    sql`INSERT INTO article_index (article_index) VALUES ('delete-all')`,
    sql`INSERT INTO article_index (rowid, title, introduction, facets) SELECT position, title, introduction, facets FROM articles`,
  );
}

/** How many articles the index knows. */
export async function countIndexed(db: Db): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM article_index WHERE article_index MATCH 'facets: all0'`,
  );
  return row?.count ?? 0;
}
