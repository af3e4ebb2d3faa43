import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { sequences } from '../db/schema.ts';
import { markWindows } from '../engagement/mark-windows.ts';
import { domainOf, urlKey } from '../lib/url.ts';
import {
  type Draft,
  differences,
  FACT_COLUMNS,
  jsonOrNull,
  type Stored,
  type StoredFacts,
  toStored,
} from './article-facts.ts';
import { isOvertaken, storeDrafts } from './article-store.ts';
import { facetText } from './facets.ts';
import { loadGeography } from './geography.ts';
import type { Article } from './input.ts';
import { MAX_ARTICLE_ID } from './position.ts';
import { chunks, lastByKey, type Numbered, type Refusals, refuse } from './saved.ts';
import { mergeTags, type Origin } from './tag-merge.ts';

/** Articles in one transaction: its parameters stay far below D1's 2 MB a value. */
const CHUNK = 100;
/** Of a chunk that others keep overtaking. */
const ATTEMPTS = 20;

/** What stands in the newsroom that a chunk of articles refers to. */
interface Surroundings {
  byId: Map<number, Stored>;
  idByUrl: Map<string, number>;
  topics: Set<number>;
  companies: Set<number>;
  geoGroups: Map<string, number>;
  iframeable: Map<string, boolean>;
  /** The highest id that an article ever had. */
  lastId: number;
}

export interface SavedArticles {
  refusals: Refusals;
  /** Topics, old and new, of articles with clicks that are different now, or are back: their rankings may change. */
  topics: Set<number>;
  /** Article id by line, refused lines left out. */
  ids: Map<number, number>;
  /** Ids of the articles that were not there before. */
  created: Set<number>;
}

/**
 * Stores articles, their sources where new, and their index entries, in transactions of 100.
 * An article without id is known by its canonical URL, else gets the next id. Unchanged articles write nothing.
 * `origin`: whether the tags are set by hand, and hold exactly, or matched by rules, which never undo a hand
 * (`src/content/tag-merge.ts`). `now`: epoch milliseconds.
 */
export async function saveArticles(
  db: Db,
  lines: readonly Numbered<Article>[],
  now: number,
  origin: Origin = 'hand',
): Promise<SavedArticles> {
  const saved: SavedArticles = { refusals: new Map(), topics: new Set(), ids: new Map(), created: new Set() };
  // An id that a later chunk brings along must not be given to an article of an earlier one.
  const highest = lines.reduce((max, { value }) => Math.max(max, value.id ?? 0), 0);
  for (const chunk of chunks(lines, CHUNK))
    await untilAlone(() => saveChunk(db, chunk, { now, origin, highest, saved }));
  return saved;
}

interface Saving {
  now: number;
  origin: Origin;
  highest: number;
  saved: SavedArticles;
}

async function saveChunk(
  db: Db,
  chunk: readonly Numbered<Article>[],
  { now, origin, highest, saved }: Saving,
): Promise<void> {
  for (const { line } of chunk) saved.refusals.delete(line);
  const around = await loadSurroundings(db, chunk, now);
  const identified = identify(chunk, around, { highest, origin, refusals: saved.refusals });
  const drafts = lastByKey(identified, ({ id }) => id).map(({ value }) => value);
  const changes = differences(drafts, around.byId);
  const clicked = await storeDrafts(db, changes, around.byId, Math.floor(now / 1000));
  for (const { line, value } of identified) saved.ids.set(line, value.id);
  for (const { id, topics } of changes.different) {
    const before = around.byId.get(id);
    if (!before) saved.created.add(id);
    if (clicked.has(id)) for (const topic of [...(before?.tags.topics ?? []), ...topics]) saved.topics.add(topic);
  }
}

/** Two saves at once may want the same new id, or the same article: whoever comes second begins anew. */
async function untilAlone(save: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await save();
    } catch (error) {
      if (attempt === ATTEMPTS || !isOvertaken(error)) throw error;
    }
  }
}

/** Removes an article from newsroom and index. Returns the topics it had; null where there was none. */
export async function deleteArticle(db: Db, id: number): Promise<number[] | null> {
  const [, , [removed]] = await db.together<[never[], never[], { topics: string }[]]>(
    markWindows(sql`SELECT 0 FROM articles WHERE id = ${id} UNION
      SELECT t.value ->> 'id' FROM articles, json_each(topics) t WHERE articles.id = ${id}`),
    sql`DELETE FROM article_index WHERE rowid IN (SELECT position FROM articles WHERE id = ${id})`,
    sql`DELETE FROM articles WHERE id = ${id} RETURNING topics`,
  );
  return removed ? JSON.parse(removed.topics).map((topic: { id: number }) => topic.id) : null;
}

async function loadSurroundings(db: Db, chunk: readonly Numbered<Article>[], now: number): Promise<Surroundings> {
  const values = chunk.map(({ value }) => value);
  const json = (list: Iterable<unknown>) => JSON.stringify([...new Set(list)]);
  const urls = json(values.map(({ url }) => url));
  const [byId, byUrl, topics, companies, sources, last] = await db.together<
    [
      StoredFacts[],
      StoredFacts[],
      { id: number }[],
      { id: number }[],
      { domain: string; iframeable: number }[],
      { id: number }[],
    ]
  >(
    sql`SELECT ${FACT_COLUMNS} FROM articles WHERE id IN (
      SELECT value FROM json_each(${json(values.flatMap(({ id }) => id ?? []))}))`,
    sql`SELECT ${FACT_COLUMNS} FROM articles WHERE url IN (SELECT value FROM json_each(${urls}))`,
    sql`SELECT id FROM topics WHERE id IN (SELECT value FROM json_each(${json(values.flatMap((a) => a.topics))}))`,
    sql`SELECT id FROM companies WHERE id IN (SELECT value FROM json_each(${json(values.flatMap((a) => a.companies))}))`,
    sql`SELECT domain, iframeable FROM sources WHERE domain IN (SELECT value FROM json_each(${json(values.map(domainOfArticle))}))`,
    sql`SELECT ${sequences.last} AS id FROM ${sequences} WHERE ${sequences.name} = 'articles'`,
  );
  const geography = await loadGeography(db, now);
  const stored = [...byId, ...byUrl];
  return {
    byId: new Map(stored.map((row) => [row.id, toStored(row)])),
    idByUrl: new Map(stored.map((row) => [row.url, row.id])),
    topics: new Set(topics.map(({ id }) => id)),
    companies: new Set(companies.map(({ id }) => id)),
    geoGroups: new Map(geography.map(({ slug, id }) => [slug, id])),
    iframeable: new Map(sources.map(({ domain, iframeable }) => [domain, Boolean(iframeable)])),
    lastId: last[0]?.id ?? 0,
  };
}

/** Gives every line its id and checks what it refers to. A URL belongs to one article, within the import as in the newsroom. */
function identify(
  chunk: readonly Numbered<Article>[],
  around: Surroundings,
  { highest, origin, refusals }: { highest: number; origin: Origin; refusals: Refusals },
): Numbered<Draft>[] {
  let nextId = Math.max(around.lastId, highest) + 1;
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
    return [{ line, value: draft(value, id, around, origin) }];
  });
}

function draft(given: Article, id: number, around: Surroundings, origin: Origin): Draft {
  const { tags, ruleTags } = mergeTags(around.byId.get(id), given, origin);
  const article = { ...given, ...tags };
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
    ruleTags: jsonOrNull(ruleTags),
  };
}

const domainOfArticle = ({ url }: { url: string }) => domainOf(new URL(url));

/** How many articles the index knows. */
export async function countIndexed(db: Db): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM article_index WHERE article_index MATCH 'facets: all0'`,
  );
  return row?.count ?? 0;
}
