import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION, type Precondition, type Statement } from '../../db/client.ts';
import { articles, companies, geography, sequences, sourceAliases, sources, topics } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { retry } from '../../lib/async-control.ts';
import { isThreadShared, isTurnOver, LONG_TURN_MS, nextTurn } from '../../lib/thread/turns.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { addressesOf, betterAddress, dedupeKey, domainOf, isGoogleNews, urlKey } from '../../lib/url.ts';
import { NO_TAGS } from '../../tagging/tags.ts';
import type { Changed } from '../changed.ts';
import { type Author, newAuditChange } from '../history/audit.ts';
import { type ImportLine, lastByKey, type Refusals, refuse } from '../import-lines.ts';
import { articleTokens } from '../index/facets.ts';
import type { Article } from '../input.ts';
import { languageOf } from '../language.ts';
import { MAX_ARTICLE_ID } from '../position.ts';
import { recordArticles } from './article-audit.ts';
import { type ArticleDraft, differences, jsonOrNull, type Stored, toStored } from './article-facts.ts';
import { type DraftReferences, isOvertaken, storeDrafts } from './store/drafts.ts';
import { mergeTags, type TagAuthor } from './tag-merge.ts';
import { urlHash, urlIn } from './url-hash.ts';

/** Maximum numbers of articles and of characters per transaction, so that no value exceeds D1's limit of 2 MB. */
const MAX_CHUNK = 400;
const MAX_CHUNK_LENGTH = 200_000;
/** Number of articles in the first and in the smallest transactions of an import if other requests wait for it. */
const MIN_SHARED_CHUNK = 32;
const MAX_ATTEMPTS = 20;
const GUARDED_ATTEMPTS = 3;

export interface Stock extends DraftReferences {
  byId: Map<number, Stored>;
  idByUrl: Map<string, number>;
  /** Article ids by `dedupeKey`, which ignores the difference between http and https and a leading `www.`. */
  idByKey: Map<string, number>;
  /** URLs of the stored articles and of the articles imported so far. */
  urlById: Map<number, string>;
  topics: ReadonlySet<number>;
  companies: ReadonlySet<number>;
  /** Domain of the source into which a host was merged, by host. */
  aliases: ReadonlyMap<string, string>;
  lastId: number;
}

export interface SavedArticles extends Changed {
  refusals: Refusals;
  topics: Set<number>;
  /** Article id by line, except for rejected lines. */
  ids: Map<number, number>;
  created: Set<number>;
}

export type Along = (saved: Pick<SavedArticles, 'ids' | 'created'>) => readonly Statement[];

/**
 * Stores articles, sources and index entries. An article without an id is identified by its canonical URL or gets the
 * next id. If `origin` is `rules`, editors' tags stay. Without `author`, nothing is audited. The statements of `along`
 * are stored with each chunk.
 */
export async function saveArticles(
  db: Db,
  lines: readonly ImportLine<Article>[],
  now: Millis,
  origin: TagAuthor = 'hand',
  author: Author | null = null,
  guard: Precondition = NO_PRECONDITION,
  along: Along = () => [],
): Promise<SavedArticles> {
  const saved: SavedArticles = { refusals: new Map(), topics: new Set(), ids: new Map(), created: new Set() };
  // New ids are higher than all ids in the import, so that early chunks do not take ids that later chunks contain.
  const highest = lines.reduce((max, { value }) => Math.max(max, value.id ?? 0), 0);
  const saving = { now, origin, author, guard, highest, saved, along };
  // A later line replaces an earlier line for the same article only within a transaction.
  const isShared = isThreadShared() && !hasRepeats(lines);
  let most = isShared ? MIN_SHARED_CHUNK : MAX_CHUNK;
  for (let from = 0; from < lines.length; ) {
    const chunk = firstChunk(lines, from, most);
    const before = db.usage.milliseconds;
    await retryOvertaken(() => saveChunk(db, chunk, saving), guard);
    from += chunk.length;
    if (isShared) most = sharedChunk(chunk.length, db.usage.milliseconds - before);
  }
  return saved;
}

/** Whether several lines may be about the same article. */
function hasRepeats(lines: readonly ImportLine<Article>[]): boolean {
  const ids = lines.flatMap(({ value }) => value.id ?? []);
  return new Set(ids).size < ids.length || new Set(lines.map(({ value }) => dedupeKey(value.url))).size < lines.length;
}

/** Returns the number of articles whose statements should take one turn. `took`: milliseconds of the last `count`. */
const sharedChunk = (count: number, took: number): number =>
  Math.min(MAX_CHUNK, 2 * count, Math.max(MIN_SHARED_CHUNK, Math.round((count * LONG_TURN_MS) / Math.max(took, 1))));

/** Returns at most `most` lines from index `from` that fit into one transaction. */
function firstChunk(lines: readonly ImportLine<Article>[], from: number, most: number): ImportLine<Article>[] {
  let length = 0;
  const chunk = lines.slice(from, from + most);
  const end = chunk.findIndex(({ value: { title, introduction, url } }) => {
    length += title.length + introduction.length + url.length;
    return length > MAX_CHUNK_LENGTH;
  });
  return end < 0 ? chunk : chunk.slice(0, Math.max(1, end));
}

interface Saving {
  now: number;
  origin: TagAuthor;
  author: Author | null;
  guard: Precondition;
  highest: number;
  saved: SavedArticles;
  along: Along;
}

async function saveChunk(
  db: Db,
  chunk: readonly ImportLine<Article>[],
  { now, origin, author, guard, highest, saved, along }: Saving,
): Promise<void> {
  for (const { line } of chunk) saved.refusals.delete(line);
  await nextTurn();
  const stock = await loadStock(db, chunk);
  const identified = await identify(chunk, stock, { highest, origin, refusals: saved.refusals });
  const drafts = lastByKey(identified, ({ id }) => id).map(({ value }) => value);
  const changes = differences(drafts, stock.byId);
  const records = author ? recordArticles(newAuditChange(author), changes, stock.byId) : [];
  const ids = new Map(identified.map(({ line, value }) => [line, value.id]));
  const created = new Set(changes.different.flatMap(({ id }) => (stock.byId.has(id) ? [] : id)));
  const seen = { byId: stock.byId, known: stock, guard, records, along: along({ ids, created }) };
  const { topics } = await storeDrafts(db, changes, seen, toSeconds(now));
  for (const [line, id] of ids) saved.ids.set(line, id);
  for (const id of created) saved.created.add(id);
  for (const topic of topics) saved.topics.add(topic);
}

/** Retries a save that failed because a concurrent save assigned the same id or stored the same article. */
const retryOvertaken = (save: () => Promise<void>, guard: Precondition): Promise<void> =>
  retry(guard === NO_PRECONDITION ? MAX_ATTEMPTS : GUARDED_ATTEMPTS, isOvertaken, save);

export async function loadStock(db: Db, chunk: readonly Pick<ImportLine<Article>, 'value'>[]): Promise<Stock> {
  const values = chunk.map(({ value }) => value);
  const urls = values.map(({ url }) => url);
  const hosts = new Set(values.flatMap((value) => [hostOf(value), publisherOf(value)?.domain ?? []].flat()));
  const mergedInto = db
    .select({ domain: sourceAliases.domain })
    .from(sourceAliases)
    .where(inList(sourceAliases.alias, hosts));
  const ids = new Set(values.flatMap(({ id }) => id ?? []));
  const {
    byId,
    byUrl,
    knownTopics,
    knownCompanies,
    knownSources,
    aliases,
    groups,
    last: [last],
  } = await db.transaction({
    byId: db.select().from(articles).where(inList(articles.id, ids)),
    byUrl: db.select().from(articles).where(urlIn(urls)),
    knownTopics: db
      .select({ id: topics.id })
      .from(topics)
      .where(inList(topics.id, new Set(values.flatMap((a) => a.topics)))),
    knownCompanies: db
      .select({ id: companies.id })
      .from(companies)
      .where(inList(companies.id, new Set(values.flatMap((a) => a.companies)))),
    knownSources: db
      .select({ domain: sources.domain, iframeable: sources.iframeable })
      .from(sources)
      .where(or(inList(sources.domain, hosts), inArray(sources.domain, mergedInto))),
    aliases: db.select().from(sourceAliases).where(inList(sourceAliases.alias, hosts)),
    groups: db.select({ groups: geography.groups }).from(geography),
    last: db.select({ id: sequences.last }).from(sequences).where(eq(sequences.name, 'articles')),
  });
  // Most known articles still have the same URL. Only the others are looked up under all variants of their URL.
  const known = new Set(byUrl.map(({ url }) => url));
  const others = urls
    .filter((url) => !known.has(url))
    .flatMap((url) => addressesOf(url).filter((other) => other !== url));
  const byOther = others.length > 0 ? await loadByUrls(db, others) : [];
  const stored = [...byId, ...byOther, ...byUrl];
  const behind = stored.flatMap(({ url, source }) => (isGoogleNews(url) ? source.domain : []));
  const publishers = behind.length > 0 ? await loadFrames(db, behind) : [];
  return {
    byId: new Map(stored.map((row) => [row.id, toStored(row)])),
    idByUrl: new Map(stored.map((row) => [row.url, row.id])),
    idByKey: new Map(stored.map((row) => [dedupeKey(row.url), row.id])),
    urlById: new Map(stored.map((row) => [row.id, row.url])),
    topics: new Set(knownTopics.map(({ id }) => id)),
    companies: new Set(knownCompanies.map(({ id }) => id)),
    geoGroups: new Map(groups[0]?.groups.map(({ slug, id }) => [slug, id])),
    iframeable: new Map([...knownSources, ...publishers].map(({ domain, iframeable }) => [domain, iframeable])),
    aliases: new Map(aliases.map(({ alias, domain }) => [alias, domain])),
    lastId: last?.id ?? 0,
  };
}

const loadByUrls = (db: Db, urls: readonly string[]) =>
  db
    .select(getTableColumns(articles))
    .from(sql`json_each(${JSON.stringify(urls.map((url) => [urlHash(url), url]))}) AS j`)
    .crossJoin(articles)
    .where(and(eq(articles.urlHash, sql`j.value ->> 0`), eq(articles.url, sql`j.value ->> 1`)));

const loadFrames = (db: Db, domains: readonly string[]) =>
  db
    .select({ domain: sources.domain, iframeable: sources.iframeable })
    .from(sources)
    .where(inList(sources.domain, domains));

/** Assigns ids and checks references. Each URL may belong to only one article, stored or in the import. */
async function identify(
  chunk: readonly ImportLine<Article>[],
  stock: Stock,
  { highest, origin, refusals }: { highest: number; origin: TagAuthor; refusals: Refusals },
): Promise<ImportLine<ArticleDraft>[]> {
  const drafts: ImportLine<ArticleDraft>[] = [];
  let nextId = Math.max(stock.lastId, highest) + 1;
  for (const { line, value: given } of chunk) {
    if (isTurnOver()) await nextTurn();
    // A tag may have been deleted after a rule matched it. The article is stored without this tag.
    const value = origin === 'rules' ? { ...given, ...withKnownTags(given, stock) } : given;
    const key = dedupeKey(value.url);
    const owner = stock.idByUrl.get(value.url) ?? stock.idByKey.get(key);
    if (value.id !== undefined && owner !== undefined && owner !== value.id) {
      refuse(refusals, line, 'url', `already belongs to article ${owner}`);
    }
    for (const topic of value.topics)
      if (!stock.topics.has(topic)) refuse(refusals, line, 'topics', `unknown topic: ${topic}`);
    for (const company of value.companies) {
      if (!stock.companies.has(company)) refuse(refusals, line, 'companies', `unknown company: ${company}`);
    }
    for (const slug of value.geoGroups) {
      if (!stock.geoGroups.has(slug)) refuse(refusals, line, 'geoGroups', `unknown geo group: ${slug}`);
    }
    const id = value.id ?? owner ?? nextId;
    if (id > MAX_ARTICLE_ID)
      refuse(refusals, line, 'id', `is required, because the highest id, ${MAX_ARTICLE_ID}, is in use`);
    if (refusals.has(line)) continue;
    if (id === nextId) nextId++;
    // A line's URL replaces the stored URL only if the line also contains the article's id.
    const url = value.id === undefined ? betterAddress(stock.urlById.get(id) ?? value.url, value.url) : value.url;
    stock.idByUrl.set(url, id);
    stock.idByKey.set(key, id);
    stock.urlById.set(id, url);
    drafts.push({ line, value: draft({ ...value, url }, id, stock, origin) });
  }
  return drafts;
}

export function draft(given: Article, id: number, stock: Stock, origin: TagAuthor): ArticleDraft {
  const { byRules, publisher: _, source: __, ...own } = given;
  const publisher = publisherOf(given);
  const stored = stock.byId.get(id);
  const before =
    stored || !byRules || origin === 'rules'
      ? stored
      : { tags: NO_TAGS, ruleTags: { added: byRules, barred: NO_TAGS } };
  const { tags, ruleTags } = mergeTags(before, given, byRules && origin === 'hand' ? 'edit' : origin, byRules);
  const article = { ...own, ...tags, authors: own.authors ?? [], keywords: own.keywords ?? [] };
  // An aggregator's URL does not name the publisher, so the article retains the source that was stored earlier.
  const isKnown = stored?.url === article.url && isGoogleNews(article.url);
  const host = isKnown && !publisher ? null : (publisher?.domain ?? hostOf(article));
  const domain = host === null ? (stored?.domain ?? '') : sourceOf(host, stock);
  const paywalled = article.paywalled ?? false;
  const registration = article.registration ?? false;
  const detectedLanguage = own.language ? null : (languageOf(`${own.title} ${own.introduction}`) ?? '');
  const tokens = articleTokens({
    ...article,
    detectedLanguage,
    urlKey: urlKey(article.url),
    source: { domain },
    https: article.url.startsWith('https:'),
    iframeable: stock.iframeable.get(domain) ?? true,
    geoGroups: article.geoGroups.map((slug) => stock.geoGroups.get(slug) ?? 0),
    paywalled,
    registration,
  }).join(' ');
  return {
    ...article,
    id,
    urlHash: urlHash(article.url),
    image: article.image ? JSON.stringify(article.image) : null,
    domain,
    host,
    sourceName: publisher?.name || domain,
    detectedLanguage,
    tokens,
    paywalled,
    registration,
    ruleTags: jsonOrNull(ruleTags),
    fromPage: jsonOrNull(given.fromPage),
  };
}

const withKnownTags = ({ topics, companies, geoGroups }: Article, stock: Stock) => ({
  topics: topics.filter((id) => stock.topics.has(id)),
  companies: companies.filter((id) => stock.companies.has(id)),
  geoGroups: geoGroups.filter((slug) => stock.geoGroups.has(slug)),
});

const publisherOf = ({ url, publisher, source }: Article) =>
  publisher ?? (source && isGoogleNews(url) ? { domain: source.domain, name: source.name ?? '' } : undefined);

const hostOf = ({ url }: { url: string }) => domainOf(new URL(url));

/** Returns the source of a host. If this source was merged and not created again, returns the merge target. */
const sourceOf = (host: string, { iframeable, aliases }: Stock): string =>
  iframeable.has(host) ? host : (aliases.get(host) ?? host);
