import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, failWhere, type Precondition } from '../../db/client.ts';
import { articles, feeds, sourceAliases, sources } from '../../db/schema.ts';
import { columnNames, inList, insertMissing, objectOf, upsertRows } from '../../db/sql.ts';
import { indexPending } from '../articles/store/pending.ts';
import { SOURCE_DOMAIN } from '../articles/store/rows.ts';
import { HOST_OF_ARTICLE, IS_AGGREGATED, moveToSource } from '../articles/store/source.ts';
import { articlesInTrashEntry, noteArticles } from '../articles/store/tag.ts';
import { type Changed, changedBy } from '../changed.ts';
import { type Author, newAuditChange, recordRemoval, recordRestored } from '../history/audit.ts';
import { intoTrash, type TrashRow, takeFromTrash, trashedRows } from '../history/trash.ts';
import { positionsMatching, tokensOrPending } from '../index/entries.ts';
import { sourceTokens } from '../index/facets.ts';
import { forceFullPoll } from '../sources.ts';
import { RESOURCE_ROWS, sourceIs } from '../things.ts';

const SOURCE_COLUMNS = columnNames(sources, 'hasFeeds');
/** Default values for columns that did not exist when older trash rows were stored. */
const LATER_COLUMNS = { itemIdentity: 'link', itemRules: [] };
const FEED_COLUMNS = columnNames(feeds);

const hostsOf = (db: Db, domain: string): Promise<string[]> => allHostsOf(db, [domain]);

export async function allHostsOf(db: Db, domains: readonly string[]): Promise<string[]> {
  const aliases = await db
    .select({ alias: sourceAliases.alias })
    .from(sourceAliases)
    .where(inList(sourceAliases.domain, domains));
  return [...domains, ...aliases.map(({ alias }) => alias)];
}

/** SQL condition: the article is on one of these hosts or in one of their sources. Also finds unindexed articles. */
const ofHosts = (hosts: readonly string[]): SQL =>
  sql`(${articles.position} IN ${positionsMatching(tokensOrPending(hosts.flatMap(sourceTokens)))}
    AND (${inList(HOST_OF_ARTICLE, hosts)} OR ${inList(SOURCE_DOMAIN, hosts)}))`;

const ofSource = (domain: string, hosts: readonly string[]): SQL =>
  sql`${ofHosts(hosts)} AND ${SOURCE_DOMAIN} = ${domain}`;

export async function usesOfSource(db: Db, domain: string): Promise<{ articles: number; feeds: number }> {
  const hosts = await hostsOf(db, domain);
  const [found] = await db.rows(
    z.object({ articles: z.int(), feeds: z.int() }),
    sql`SELECT (SELECT count(*) FROM ${articles} WHERE ${ofSource(domain, hosts)}) AS articles,
      (SELECT count(*) FROM ${feeds} WHERE ${feeds.domain} = ${domain}) AS feeds`,
  );
  return found ?? { articles: 0, feeds: 0 };
}

/** SQL expression: the trash rows of a source. They include its host, which may be an alias of another source. */
const keptRows = (domain: string): SQL => sql`json_object(
  'sources', ${trashedRows(sql`SELECT ${objectOf(sources, SOURCE_COLUMNS)} AS row FROM ${sources} WHERE ${sourceIs(domain)}`)},
  'feeds', ${trashedRows(sql`SELECT ${objectOf(feeds, FEED_COLUMNS)} AS row FROM ${feeds} WHERE ${feeds.domain} = ${domain}`)},
  'aliases', ${trashedRows(sql`SELECT ${objectOf(sourceAliases, ['alias', 'domain'])} AS row FROM ${sourceAliases}
    WHERE ${sourceAliases.domain} = ${domain} OR ${sourceAliases.alias} = ${domain}`)})`;

const oneOf = (domain: string) => ({ thing: RESOURCE_ROWS.source, where: sourceIs(domain), ref: domain });

/** Deletes a source and its feeds, and moves its articles to an unnamed source in the same transaction. */
export async function removeSource(
  db: Db,
  { domain, name }: { domain: string; name: string },
  author: Author,
  guard: Precondition,
): Promise<Changed> {
  const hosts = await hostsOf(db, domain);
  const moved = { articles: ofSource(domain, hosts), moved: ofHosts(hosts) };
  const { before, after } = await db.transaction({
    guard,
    trashed: intoTrash(author, { kind: 'source', ref: domain, name }, keptRows(domain)),
    noted: noteArticles(moved.articles, sql`0`),
    recorded: recordRemoval(newAuditChange(author), 'source', oneOf(domain)),
    feeds: db.delete(feeds).where(eq(feeds.domain, domain)),
    aliases: db.delete(sourceAliases).where(eq(sourceAliases.domain, domain)),
    source: db.delete(sources).where(sourceIs(domain)),
    ...moveToSource(moved, null),
  });
  await indexPending(db, author.now);
  return changedBy(before, after);
}

/** Merges a source into another, including feeds and present and future articles. `guard` must cover both sources. */
export async function mergeSources(
  db: Db,
  { domain, into, name }: { domain: string; into: string; name: string },
  author: Author,
  guard: Precondition,
): Promise<Changed> {
  const hosts = await hostsOf(db, domain);
  const moved = { articles: ofSource(domain, hosts), moved: ofHosts(hosts) };
  const aliases = hosts.map((alias) => ({ alias, domain: into }));
  const { before, after } = await db.transaction({
    guard,
    trashed: intoTrash(author, { kind: 'source', ref: domain, name, mergedInto: into }, keptRows(domain)),
    noted: noteArticles(
      sql`${ofHosts(hosts)} AND ${inList(SOURCE_DOMAIN, [domain, into])}`,
      sql`${SOURCE_DOMAIN} = ${into}`,
    ),
    recorded: recordRemoval(newAuditChange(author), 'source', { ...oneOf(domain), mergedInto: into }),
    feeds: db.update(feeds).set({ domain: into }).where(eq(feeds.domain, domain)),
    aliases: upsertRows(sourceAliases, aliases, { columns: ['alias', 'domain'], key: ['alias'] }),
    source: db.delete(sources).where(sourceIs(domain)),
    ...moveToSource(moved, into),
    readAgain: forceFullPoll(sql`SELECT ${into}`, author.now),
  });
  await indexPending(db, author.now);
  return changedBy(before, after);
}

/** SQL condition: the source is missing or is the restored one, or the URL is an aggregator's or on these hosts. */
const comesBack = (domain: string, hosts: readonly string[]): SQL =>
  sql`(${SOURCE_DOMAIN} = ${domain} OR ${inList(HOST_OF_ARTICLE, hosts)} OR ${IS_AGGREGATED}
    OR ${SOURCE_DOMAIN} NOT IN (SELECT ${sources.domain} FROM ${sources}))`;

/** Restores a source with its feeds and articles. Throws `ConflictError` if a new source has its name. */
export async function restoreSource(db: Db, trashEntry: TrashRow, author: Author): Promise<Changed> {
  const { sources: rows = [], feeds: feedRows = [], aliases = [] } = trashEntry.rows;
  const domain = trashEntry.ref;
  // After a deletion, the host of the source may still be an alias of another source.
  const isMerged = trashEntry.mergedInto !== null;
  const own = aliases.filter((each) => each.domain === domain).map(({ alias }) => String(alias));
  const hosts = [domain, ...own];
  const back = isMerged ? aliases : aliases.filter((each) => each.domain === domain);
  const from = [...hosts, trashEntry.mergedInto ?? domain];
  // Articles of other named sources stay there, unless the deletion or merge moved them from the restored source.
  const others = sql`SELECT ${sources.domain} FROM ${sources} WHERE ${sources.name} <> ${sources.domain}
    AND NOT ${inList(sources.domain, [domain, trashEntry.mergedInto ?? domain])}`;
  const these = sql`(${ofHosts(hosts)} OR ${articlesInTrashEntry(trashEntry.id)}) AND ${inList(SOURCE_DOMAIN, from)} AND ${comesBack(domain, hosts)}
    AND NOT ${articlesInTrashEntry(trashEntry.id, sql`had`)} AND (${articlesInTrashEntry(trashEntry.id)} OR ${SOURCE_DOMAIN} NOT IN (${others}))`;
  // Selects unnamed sources that were created automatically for new articles on hosts of the restored source.
  const created = db
    .select({ domain: sources.domain })
    .from(sources)
    .where(and(inList(sources.domain, own), eq(sources.name, sources.domain)));
  const { before, after } = await db.transaction({
    // A named source with this domain prevents the restore, whereas an unnamed source is replaced.
    guard: failWhere(
      sql`EXISTS (SELECT 1 FROM ${sources} WHERE ${sourceIs(domain)} AND ${sources.name} <> ${sources.domain})`,
    ),
    sources: upsertRows(
      sources,
      (rows as Record<string, unknown>[]).map((row) => ({ ...LATER_COLUMNS, ...row })),
      { columns: SOURCE_COLUMNS, key: ['domain'] },
    ),
    feedsOfCreated: db.update(feeds).set({ domain }).where(inArray(feeds.domain, created)),
    aliasesOfCreated: db.update(sourceAliases).set({ domain }).where(inArray(sourceAliases.domain, created)),
    created: db.delete(sources).where(inArray(sources.domain, created)),
    formerAliases: db.delete(sourceAliases).where(inList(sourceAliases.alias, isMerged ? hosts : own)),
    aliases: upsertRows(sourceAliases, back as Record<string, unknown>[], {
      columns: ['alias', 'domain'],
      key: ['alias'],
    }),
    // Feeds that already exist again keep their newer poll results.
    feedsHere: db
      .update(feeds)
      .set({ domain })
      .where(
        inList(
          feeds.id,
          feedRows.map(({ id }) => Number(id)),
        ),
      ),
    feeds: insertMissing(feeds, feedRows as Record<string, unknown>[], FEED_COLUMNS),
    ...moveToSource({ articles: these, moved: these }, domain),
    recorded: recordRestored(newAuditChange(author), 'source', { ...oneOf(domain), mergedInto: trashEntry.mergedInto }),
    taken: takeFromTrash(db, trashEntry.id),
    readAgain: forceFullPoll(sql`SELECT ${domain}`, author.now),
  });
  await indexPending(db, author.now);
  return changedBy(before, after);
}
