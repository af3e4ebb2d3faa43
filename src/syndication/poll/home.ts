import { and, eq, notExists, sql } from 'drizzle-orm';
import { newChange } from '../../content/history/audit.ts';
import { usesOfSource } from '../../content/removal/source.ts';
import { setAliases } from '../../content/sources.ts';
import type { Db } from '../../db/client.ts';
import { feeds, sourceAliases, sources } from '../../db/schema.ts';
import type { Millis } from '../../lib/time.ts';
import { domainOf } from '../../lib/url.ts';
import type { LoadedSource } from './publishers.ts';

/** Whom the changes here are recorded as made by. */
const ACTOR = 'newsgauge';

interface Homecoming {
  feedId: number;
  feedUrl: string;
  source: LoadedSource;
  /** The host that most of the feed's items have. */
  host: string;
  /** It is not of the source's site. */
  isElsewhere: boolean;
  /** Name of a source that has none yet. */
  name: string;
  now: Millis;
}

/**
 * Makes the host of most of a new feed's items its source's own: an alias of the source, or, where the feed has been put under nothing
 * but the host that it is fetched from (a service that hands out feeds of many), the feed's source itself. Returns what was done in words;
 * null where the host belongs to somebody already, or the source carries other feeds, whose stories the host's are not.
 */
export async function bringHome(
  db: Db,
  { feedId, feedUrl, source, host, isElsewhere, name, now }: Homecoming,
): Promise<string | null> {
  const { domain, aliases } = source;
  const isUnnamed = domain === domainOf(new URL(feedUrl)) && source.name === domain;
  if (!isElsewhere) {
    // Articles carry the name that their source had.
    if (isUnnamed && (await usesOfSource(db, domain)).articles === 0)
      await db.update(sources).set({ name }).where(eq(sources.domain, domain));
    return null;
  }
  const [[{ others } = { others: 0 }], [taken], [aliased]] = await Promise.all([
    db
      .select({ others: sql<number>`count(*)` })
      .from(feeds)
      .where(and(eq(feeds.domain, domain), sql`${feeds.id} <> ${feedId}`)),
    db.select({ domain: sources.domain }).from(sources).where(eq(sources.domain, host)),
    db.select({ alias: sourceAliases.alias }).from(sourceAliases).where(eq(sourceAliases.alias, host)),
  ]);
  if (source.aggregator || taken || aliased) return null;
  if (isUnnamed) {
    await db.transaction(
      db.insert(sources).values({ domain: host, name }).onConflictDoNothing(),
      db.update(feeds).set({ domain: host }).where(eq(feeds.id, feedId)),
      // It was made for nothing but this feed.
      db
        .delete(sources)
        .where(
          and(
            eq(sources.domain, domain),
            eq(sources.name, domain),
            notExists(db.select({ id: feeds.id }).from(feeds).where(eq(feeds.domain, domain))),
          ),
        ),
    );
    return `most of its items are of ${host}, which is its source now`;
  }
  if (others > 0) return null;
  const change = newChange({ actor: ACTOR, now });
  await db.transaction(...setAliases(db, [{ domain, aliases: [...aliases, host] }], { change, owners: [] }));
  return `most of its items are of ${host}, which is an alias of its source now`;
}
