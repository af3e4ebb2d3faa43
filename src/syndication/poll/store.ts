import { sql } from 'drizzle-orm';
import { lastByKey, type Numbered, type Refusals, refuse } from '../../content/saved.ts';
import type { Db } from '../../db/client.ts';
import type { feeds } from '../../db/schema.ts';
import { publicUrl } from '../fetch/public-url.ts';
import { FIRST_INTERVAL } from '../pace.ts';
import { loadMoves } from './moves.ts';

export type PolledFeed = typeof feeds.$inferSelect;

/** All of a feed, under the names of the schema. */
export const FEED_COLUMNS =
  sql.raw(`id, url, domain, title, etag, last_modified AS lastModified, body_hash AS bodyHash, interval,
  next_at AS nextAt, last_fetch_at AS lastFetchAt, last_new_at AS lastNewAt, failures, reason`);

/** A feed that somebody wants polled. */
export interface WantedFeed {
  url: string;
  /** The source that carries it, created where new. */
  domain: string;
  /** Of a source that is new. */
  name?: string | undefined;
}

interface Adding {
  /** Epoch milliseconds. */
  now: number;
  /** `host:port` that may be polled although private. */
  allowed: ReadonlySet<string>;
}

/** Adds feeds to their sources; a feed that is there stays as it is. */
export async function addFeeds(
  db: Db,
  lines: readonly Numbered<WantedFeed>[],
  { now, allowed }: Adding,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const moves = await loadMoves(db);
  const current = lines.map(({ line, value }) => ({ line, value: { ...value, url: moves[value.url] ?? value.url } }));
  const wanted = current.filter(({ line, value: { url } }) => {
    const { refused } = publicUrl(url, allowed);
    if (refused) refuse(refusals, line, 'url', refused);
    return !refused;
  });
  await insertFeeds(
    db,
    wanted.map(({ value }) => value),
    now,
  );
  return refusals;
}

/** The feeds of sources as they are to be: what is not named is polled no more. Sources without a list keep theirs. */
export async function setFeeds(
  db: Db,
  lines: readonly Numbered<{ domain: string; feeds?: readonly string[] | undefined }>[],
  { now, allowed }: Adding,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const named = lastByKey(lines, ({ domain }) => domain).filter(({ value }) => value.feeds !== undefined);
  if (named.length === 0) return refusals;
  const moves = await loadMoves(db);
  const listed = named.flatMap(({ line, value: { domain, feeds = [] } }) =>
    feeds.map((url) => ({ line, value: { domain, url: moves[url] ?? url } })),
  );
  const possible = await ownable(db, listed, allowed, refusals);
  // Of a line that is refused nothing is taken.
  const wanted = possible.filter(({ line }) => !refusals.has(line)).map(({ value }) => value);
  const domains = JSON.stringify(named.flatMap(({ line, value }) => (refusals.has(line) ? [] : value.domain)));
  const urls = JSON.stringify(wanted.map(({ url }) => url));
  const dropped = sql`SELECT id FROM feeds WHERE domain IN (SELECT value FROM json_each(${domains}))
    AND url NOT IN (SELECT value FROM json_each(${urls}))`;
  await db.together(
    sql`DELETE FROM feed_items WHERE feed_id IN (${dropped})`,
    sql`DELETE FROM feeds WHERE id IN (${dropped})`,
  );
  await insertFeeds(db, wanted, now);
  return refusals;
}

/** The feeds that may be where they are wanted: at a public address, and of one source alone. */
async function ownable(
  db: Db,
  wanted: readonly Numbered<WantedFeed>[],
  allowed: ReadonlySet<string>,
  refusals: Refusals,
): Promise<Numbered<WantedFeed>[]> {
  const urls = JSON.stringify(wanted.map(({ value }) => value.url));
  const stored = await db.all<{ url: string; domain: string }>(
    sql`SELECT url, domain FROM feeds WHERE url IN (SELECT value FROM json_each(${urls}))`,
  );
  const owners = new Map(stored.map(({ url, domain }) => [url, domain]));
  return wanted.filter(({ line, value: { url, domain } }) => {
    const { refused } = publicUrl(url, allowed);
    const owner = owners.get(url) ?? domain;
    const isFree = !refused && owner === domain;
    if (isFree) owners.set(url, owner);
    else refuse(refusals, line, 'feeds', `names ${url}, which ${refused ?? `already belongs to ${owner}`}`);
    return isFree;
  });
}

async function insertFeeds(db: Db, wanted: readonly WantedFeed[], now: number): Promise<void> {
  if (wanted.length === 0) return;
  const rows = JSON.stringify(wanted);
  await db.together(
    sql`INSERT INTO sources (domain, name)
      SELECT value ->> 'domain', coalesce(value ->> 'name', value ->> 'domain') FROM json_each(${rows})
      WHERE value ->> 'url' NOT IN (SELECT url FROM feeds) ON CONFLICT DO NOTHING`,
    sql`INSERT INTO feeds (url, domain, interval, next_at)
      SELECT value ->> 'url', value ->> 'domain', ${FIRST_INTERVAL}, ${Math.floor(now / 1000)} FROM json_each(${rows}) WHERE true
      ON CONFLICT DO NOTHING`,
  );
}
