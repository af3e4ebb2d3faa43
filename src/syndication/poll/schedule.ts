import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { backOff, nextInterval } from '../pace.ts';
import { rememberMove } from './moves.ts';
import { FEED_COLUMNS, type PolledFeed } from './store.ts';

/** Feeds whose time has come, the longest overdue first. `now`: epoch seconds. */
export const dueFeeds = (db: Db, now: number, limit: number): Promise<PolledFeed[]> =>
  db.all<PolledFeed>(
    sql`SELECT ${FEED_COLUMNS} FROM feeds WHERE next_at <= ${now} ORDER BY next_at, id LIMIT ${limit}`,
  );

export const feedsByUrl = (db: Db, urls: readonly string[]): Promise<PolledFeed[]> =>
  db.all<PolledFeed>(
    sql`SELECT ${FEED_COLUMNS} FROM feeds WHERE url IN (SELECT value FROM json_each(${JSON.stringify(urls)})) ORDER BY id`,
  );

/**
 * Takes a feed for one run, unless another run has it. What it writes is what an unchanged feed ends with, so that such a
 * poll needs no second write. Returns the feed as it now stands; null where another run was faster.
 */
export async function claimFeed(db: Db, feed: PolledFeed, now: number): Promise<PolledFeed | null> {
  const interval = nextInterval(feed.interval, false);
  const claimed =
    await db.all(sql`UPDATE feeds SET interval = ${interval}, next_at = ${now + interval}, last_fetch_at = ${now}
    WHERE id = ${feed.id} AND next_at IS ${feed.nextAt} AND last_fetch_at IS ${feed.lastFetchAt} RETURNING id`);
  return claimed.length > 0 ? { ...feed, interval, nextAt: now + interval, lastFetchAt: now } : null;
}

/** What a poll leaves behind beside what `claimFeed` has written. */
export type Outcome = Partial<
  Pick<
    PolledFeed,
    'url' | 'title' | 'etag' | 'lastModified' | 'bodyHash' | 'interval' | 'nextAt' | 'lastNewAt' | 'failures' | 'reason'
  >
>;

export function failureOf(
  feed: PolledFeed,
  { reason, gone = false, wait }: { reason: string; gone?: boolean; wait?: number },
  interval: number,
  now: number,
): Outcome {
  const failures = feed.failures + 1;
  return { reason, failures, interval, nextAt: gone ? null : now + backOff(interval, failures, wait) };
}

/** Writes what differs; nothing where nothing does. */
export async function settleFeed(db: Db, feed: PolledFeed, outcome: Outcome): Promise<void> {
  const settled = { ...feed, ...outcome };
  if (JSON.stringify(settled) === JSON.stringify(feed)) return;
  const update = sql`UPDATE feeds SET url = ${settled.url}, title = ${settled.title}, etag = ${settled.etag},
    last_modified = ${settled.lastModified}, body_hash = ${settled.bodyHash}, interval = ${settled.interval},
    next_at = ${settled.nextAt}, last_new_at = ${settled.lastNewAt}, failures = ${settled.failures}, reason = ${settled.reason}
    WHERE id = ${feed.id}`;
  await db.together(update, ...(settled.url === feed.url ? [] : rememberMove(feed.url, settled.url)));
}

/** Writes that a poll has failed through no fault of the feed. `feed`: as it stood before the poll. */
export const noteFailure = (db: Db, feed: PolledFeed, reason: string, now: number): Promise<void> =>
  settleFeed(db, feed, failureOf(feed, { reason }, feed.interval, now));

/** True where the address is another feed's. */
export const isTaken = async (db: Db, url: string): Promise<boolean> => (await feedsByUrl(db, [url])).length > 0;
