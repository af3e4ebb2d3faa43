import { and, inArray, not, sql } from 'drizzle-orm';
import { type Author, newAuditChange, recordAround } from '../../content/history/audit.ts';
import { type ImportLine, lastByKey, type Refusals, refuse } from '../../content/import-lines.ts';
import { FEEDS_OF } from '../../content/things.ts';
import type { Db, Statement } from '../../db/client.ts';
import { feedItems, feeds, sourceAliases, sources } from '../../db/schema.ts';
import { bare, inList } from '../../db/sql.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { allowing, publicUrl } from '../fetch/public-url.ts';
import { FIRST_INTERVAL } from '../poll-interval.ts';
import { loadMoves } from './redirects.ts';

export type PolledFeed = typeof feeds.$inferSelect;

export interface WantedFeed {
  url: string;
  domain: string;
  name?: string | undefined;
  /** Whether the source was derived from the feed URL. If so, the first poll may replace it with another source. */
  assumed?: boolean;
}

interface Adding {
  now: Millis;
  allowed: ReadonlySet<string>;
  author?: Author;
}

/** Adds feeds to sources. If a feed moves to another source, the next poll reads it completely. */
export async function addFeeds(db: Db, lines: readonly ImportLine<WantedFeed>[], { now, allowed, author }: Adding) {
  const refusals: Refusals = new Map();
  const moves = await loadMoves(db);
  const current = lines.map(({ line, value }) => ({ line, value: { ...value, url: moves[value.url] ?? value.url } }));
  const wanted = current.filter(({ line, value: { url } }) => {
    const { refused } = publicUrl(url, allowed);
    if (refused) refuse(refusals, line, 'url', refused + allowing(url));
    return !refused;
  });
  if (wanted.length === 0) return refusals;
  const added = wanted.map(({ value }) => value);
  const record = recordFeeds(
    author,
    added.map(({ domain }) => domain),
  );
  await db.transaction(...record.before, ...insertFeeds(added, now), ...record.after);
  return refusals;
}

/** Builds statements that replace the feeds of sources and stop removed feeds. Ignores sources without a feed list. */
export async function settingFeeds(
  db: Db,
  lines: readonly ImportLine<{ domain: string; feeds?: readonly string[] | undefined }>[],
  { now, allowed, author }: Adding,
): Promise<{ refusals: Refusals; statements: Statement[] }> {
  const refusals: Refusals = new Map();
  const listing = lines.filter(({ value }) => value.feeds !== undefined);
  if (listing.length === 0) return { refusals, statements: [] };
  const moves = await loadMoves(db);
  const listed = listing.flatMap(({ line, value: { domain, feeds: urls = [] } }) =>
    urls.map((url) => ({ line, value: { domain, url: moves[url] ?? url } })),
  );
  const possible = await ownable(db, listed, allowed, refusals);
  const good = lines.filter(({ line }) => !refusals.has(line));
  const last = lastByKey(good, ({ domain }) => domain).filter(({ value }) => value.feeds !== undefined);
  const wanted = possible.filter(({ line }) => last.some((own) => own.line === line)).map(({ value }) => value);
  const domains = last.map(({ value }) => value.domain);
  const named = wanted.map(({ url }) => url);
  const dropped = db
    .select({ id: feeds.id })
    .from(feeds)
    .where(and(inList(feeds.domain, domains), not(inList(feeds.url, named))));
  const record = recordFeeds(author, domains);
  const statements = [
    ...record.before,
    db.delete(feedItems).where(inArray(feedItems.feedId, dropped)),
    db.delete(feeds).where(inArray(feeds.id, dropped)),
    ...insertFeeds(wanted, now),
    ...record.after,
  ];
  return { refusals, statements };
}

function recordFeeds(author: Author | undefined, domains: readonly string[]) {
  if (!author) return { before: [], after: [] };
  const row = sql`json_object('name', ${sources.name}, 'feeds', json(${FEEDS_OF}))`;
  const around = { table: sql`${sources}`, key: sources.domain, refs: domains, row };
  const { before, after } = recordAround(newAuditChange(author), 'source', around);
  return { before: [before], after };
}

async function ownable(
  db: Db,
  wanted: readonly ImportLine<WantedFeed>[],
  allowed: ReadonlySet<string>,
  refusals: Refusals,
) {
  const urls = wanted.map(({ value }) => value.url);
  const stored = await db.select({ url: feeds.url, domain: feeds.domain }).from(feeds).where(inList(feeds.url, urls));
  const owners = new Map(stored.map(({ url, domain }) => [url, domain]));
  return wanted.filter(({ line, value: { url, domain } }) => {
    const { refused } = publicUrl(url, allowed);
    const owner = owners.get(url) ?? domain;
    const isFree = !refused && owner === domain;
    if (isFree) owners.set(url, owner);
    else
      refuse(
        refusals,
        line,
        'feeds',
        `contains ${url}, which ${refused ? refused + allowing(url) : `already belongs to ${owner}`}`,
      );
    return isFree;
  });
}

function insertFeeds(wanted: readonly WantedFeed[], now: number): Statement[] {
  const rows = sql`json_each(${JSON.stringify(wanted)})`;
  const url = sql`value ->> 'url'`;
  const domain = sql`value ->> 'domain'`;
  const assumed = sql`coalesce(value ->> 'assumed', 0)`;
  // A merged source is only an alias of its merge target, so a feed never moves to a merged source.
  const isMeant = sql`(NOT ${assumed} AND ${domain} NOT IN (SELECT ${sourceAliases.alias} FROM ${sourceAliases}))`;
  return [
    sql`INSERT INTO ${sources} (${bare(sources.domain)}, ${bare(sources.name)})
      SELECT ${domain}, iif(${assumed}, ${domain}, coalesce(value ->> 'name', ${domain})) FROM ${rows}
      WHERE ${isMeant} OR ${url} NOT IN (SELECT ${feeds.url} FROM ${feeds}) ON CONFLICT DO NOTHING`,
    sql`UPDATE ${feeds} SET ${bare(feeds.domain)} = ${domain}, ${bare(feeds.etag)} = NULL, ${bare(feeds.lastModified)} = NULL,
      ${bare(feeds.bodyHash)} = NULL, ${bare(feeds.nextAt)} = min(${feeds.nextAt}, ${toSeconds(now)}) FROM ${rows}
      WHERE ${feeds.url} = ${url} AND ${feeds.domain} <> ${domain} AND ${isMeant}`,
    sql`INSERT INTO ${feeds} (${bare(feeds.url)}, ${bare(feeds.domain)}, ${bare(feeds.title)}, ${bare(feeds.interval)}, ${bare(feeds.nextAt)})
      SELECT ${url}, ${domain}, iif(${assumed}, coalesce(value ->> 'name', ''), ''), ${FIRST_INTERVAL}, ${toSeconds(now)}
      FROM ${rows} WHERE true ON CONFLICT DO NOTHING`,
  ];
}
