import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION, type Statement } from '../db/client.ts';
import { audit, feeds, sourceAliases, sources } from '../db/schema.ts';
import { bare, inList, objectOf, upsertRows } from '../db/sql.ts';
import { type Millis, toSeconds } from '../lib/time.ts';
import { renameSources } from './articles/store/drafts.ts';
import { indexPending } from './articles/store/pending.ts';
import { type Changed, changedBy } from './changed.ts';
import {
  type AuditChange,
  type Author,
  newAuditChange,
  recordAround,
  recordUpserts,
  updatedTokens,
} from './history/audit.ts';
import { chunks, type ImportLine, lastByKey } from './import-lines.ts';
import { anyTokenOf } from './index/entries.ts';
import { sourceTokens } from './index/facets.ts';
import { ALIASES_OF } from './things.ts';

/** Input for a source. If feeds, aliases or `FEED_SETTINGS` are undefined, their stored values do not change. */
export type Source = Omit<typeof sources.$inferInsert, 'hasFeeds'> & {
  feeds?: string[] | undefined;
  aliases?: string[] | undefined;
};

const SOURCES_PER_TRANSACTION = 200;
/** Fields that articles copy from their source. */
const REPEATED_FIELDS = ['name', 'icon', 'iframeable', 'organisationType', 'client'];
const FEED_SETTINGS = ['publishes', 'aggregator', 'readPages', 'itemIdentity', 'itemRules'] as const;
const COLUMNS = ['domain', 'name', 'icon', 'iframeable', 'organisationType', 'client'] as const;

/** Stores sources and updates their articles, in transactions of 200. The first one also runs `along`. */
export async function saveSources(
  db: Db,
  lines: readonly ImportLine<Source>[],
  author: Author,
  guard = NO_PRECONDITION,
  along: readonly Statement[] = [],
): Promise<Changed> {
  const values = lastByKey(lines, ({ domain }) => domain).map(({ value: { feeds: _, ...source } }) => source);
  const rows = values.map((source) => ({ ...source, iframeable: source.iframeable ?? true }));
  const marked: { topicId: number }[] = [];
  for (const [place, chunk] of chunks(rows, SOURCES_PER_TRANSACTION).entries()) {
    const change = newAuditChange(author);
    const names = chunk.map(({ domain }) => domain);
    const named = chunk.flatMap(({ aliases = [] }) => aliases);
    const stored = await db
      .select()
      .from(sourceAliases)
      .where(or(inList(sourceAliases.domain, names), inList(sourceAliases.alias, named)));
    const owners = stored.filter(({ alias }) => named.includes(alias)).map(({ domain }) => domain);
    const aliases = stored.filter(({ domain }) => names.includes(domain));
    const tokens = [
      ...names.flatMap((domain) => sourceTokens(domain).map((token) => [domain, token] as const)),
      ...aliases.flatMap(({ alias, domain }) => sourceTokens(alias).map((token) => [domain, token] as const)),
    ];
    const { touched } = await db.transaction({
      guard,
      recorded: recordUpserts(change, {
        kind: 'source',
        table: sources,
        columns: COLUMNS,
        key: 'domain',
        rows: chunk.map(auditedFields),
      }),
      stored: upsertRows(sources, chunk, { columns: COLUMNS, key: ['domain'] }),
      // If a deleted source is created again, its articles get the fields of the new source.
      ...renameSources(anyTokenOf(updatedTokens(change, 'source', tokens, REPEATED_FIELDS, ['create', 'update']))),
      aliases: setAliases(db, chunk, { change, owners }),
      publishers: setPublishers(db, chunk, change),
      along: place === 0 ? along : [],
      readAgain: forceFullPoll(sql`SELECT ${audit.ref} FROM ${audit} WHERE ${audit.change} = ${change.id}`, author.now),
    });
    marked.push(...touched);
  }
  await indexPending(db, author.now);
  return changedBy(marked);
}

/** Makes feeds due for a full poll without ETags, because excluded items may now be allowed. `domains` is a query. */
export const forceFullPoll = (domains: SQL, now: Millis): SQL =>
  sql`UPDATE ${feeds} SET ${bare(feeds.etag)} = NULL, ${bare(feeds.lastModified)} = NULL, ${bare(feeds.bodyHash)} = NULL,
    ${bare(feeds.nextAt)} = min(${feeds.nextAt}, ${toSeconds(now)}) WHERE ${feeds.domain} IN (${domains})`;

/** Returns the fields for the audit record of a source. Aliases and feed settings have separate records. */
const auditedFields = ({
  aliases: _,
  publishes: __,
  aggregator: ___,
  readPages: ____,
  itemIdentity: _____,
  itemRules: ______,
  ...source
}: Omit<Source, 'feeds'>) => source;

/** Replaces the aliases of sources without moving articles. `owners` are the sources that lose an alias. */
export function setAliases(
  db: Db,
  list: readonly Pick<Source, 'domain' | 'aliases'>[],
  { change, owners }: { change: AuditChange; owners: readonly string[] },
): Statement[] {
  const naming = list.filter(({ aliases }) => aliases !== undefined);
  if (naming.length === 0) return [];
  const named = naming.flatMap(({ domain, aliases = [] }) =>
    aliases.filter((alias) => alias !== domain).map((alias) => ({ alias, domain })),
  );
  // A host belongs to the last of the sources that list it.
  const rows = [...new Map(named.map((row) => [row.alias, row])).values()];
  const domains = naming.map(({ domain }) => domain);
  const listedAliases = rows.map(({ alias }) => alias);
  const row = sql`json_object('aliases', json(${ALIASES_OF}))`;
  const record = recordAround(change, 'source', {
    table: sql`${sources}`,
    key: sources.domain,
    // A revert undoes the last record first, so sources that lose an alias are recorded first and regain it last.
    refs: [...owners, ...domains],
    row,
  });
  return [
    record.before,
    db
      .delete(sourceAliases)
      .where(and(inList(sourceAliases.domain, domains), not(inList(sourceAliases.alias, listedAliases)))),
    upsertRows(sourceAliases, rows, { columns: ['alias', 'domain'], key: ['alias'] }),
    ...record.after,
  ];
}

function setPublishers(db: Db, list: readonly Omit<Source, 'feeds'>[], change: AuditChange): Statement[] {
  const named = list
    .filter((each) => FEED_SETTINGS.some((name) => each[name] !== undefined))
    .map((each) => ({ domain: each.domain, ...Object.fromEntries(FEED_SETTINGS.map((name) => [name, each[name]])) }));
  if (named.length === 0) return [];
  const given = (field: string) =>
    sql`(SELECT value -> ${sql.raw(`'$.${field}'`)} FROM json_each(${JSON.stringify(named)})
      WHERE value ->> 'domain' = ${sources.domain} AND value -> ${sql.raw(`'$.${field}'`)} IS NOT NULL)`;
  const refs = named.map(({ domain }) => domain);
  const row = objectOf(sources, FEED_SETTINGS);
  const record = recordAround(change, 'source', { table: sql`${sources}`, key: sources.domain, refs, row });
  return [
    record.before,
    db
      .update(sources)
      .set({
        publishes: sql`coalesce(${given('publishes')}, ${sources.publishes})`,
        aggregator: sql`coalesce(${given('aggregator')} = 'true', ${sources.aggregator})`,
        readPages: sql`coalesce(${given('readPages')} = 'true', ${sources.readPages})`,
        itemIdentity: sql`coalesce(${given('itemIdentity')} ->> '$', ${sources.itemIdentity})`,
        itemRules: sql`coalesce(${given('itemRules')}, ${sources.itemRules})`,
      })
      .where(inList(sources.domain, refs)),
    ...record.after,
  ];
}
