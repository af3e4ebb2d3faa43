import { and, eq, gt, isNotNull, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { isTimeDue } from '../../db/due.ts';
import { feeds, hostRests } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { MINUTE, type Seconds } from '../../lib/time.ts';
import { isPaused } from '../paused.ts';
import { backOff, MAX_WAIT_SECONDS, nextInterval } from '../poll-interval.ts';
import type { PolledFeed } from './feed-store.ts';
import { rememberMove } from './redirects.ts';

const MAX_EXAMINED_FEEDS = 500;

/** SQL condition: a clock that was ahead has scheduled the feed. It would otherwise wait for as long as the clock was. */
const wasFetchedAhead = (now: Seconds) => and(isNotNull(feeds.nextAt), gt(feeds.lastFetchAt, now + MINUTE));

/** Selects due feeds, the most overdue first. Alternates between hosts and excludes hosts that are paused. */
export async function dueFeeds(db: Db, now: Seconds, limit: number, dueBy: Seconds = now): Promise<PolledFeed[]> {
  const rest = sql`substr(${feeds.url}, instr(${feeds.url}, '://') + 3, length(${hostRests.host}) + 1) = ${hostRests.host} || '/'`;
  const resting = db
    .select({ host: hostRests.host })
    .from(hostRests)
    .where(and(not(isTimeDue(hostRests.until, now, MAX_WAIT_SECONDS)), rest));
  const due = await db
    .select()
    .from(feeds)
    .where(and(or(isTimeDue(feeds.nextAt, dueBy, MAX_WAIT_SECONDS), wasFetchedAhead(now)), notExists(resting)))
    .orderBy(feeds.nextAt, feeds.id)
    .limit(MAX_EXAMINED_FEEDS);
  const rounds = new Map<string, number>();
  const inRounds = due.map((feed) => {
    const { host } = new URL(feed.url);
    const round = rounds.get(host) ?? 0;
    rounds.set(host, round + 1);
    return { feed, round };
  });
  return inRounds
    .sort((a, b) => a.round - b.round)
    .slice(0, limit)
    .map(({ feed }) => feed);
}

export const feedsByUrl = (db: Db, urls: readonly string[]): Promise<PolledFeed[]> =>
  db.select().from(feeds).where(inList(feeds.url, urls)).orderBy(feeds.id);

export const feedById = async (db: Db, id: number): Promise<PolledFeed | undefined> =>
  (await db.select().from(feeds).where(eq(feeds.id, id)))[0];

/** Reserves a feed for this run by scheduling its next poll. Returns `null` if another run has reserved it. */
export async function claimFeed(db: Db, feed: PolledFeed, now: number): Promise<PolledFeed | null> {
  const state = toClaimed(feed, now);
  const { interval, nextAt, lastFetchAt } = state;
  const rows = await db
    .update(feeds)
    .set({ interval, nextAt, lastFetchAt })
    .where(
      and(
        eq(feeds.id, feed.id),
        sql`${feeds.nextAt} IS ${feed.nextAt}`,
        sql`${feeds.lastFetchAt} IS ${feed.lastFetchAt}`,
      ),
    )
    .returning({ id: feeds.id });
  return rows.length > 0 ? state : null;
}

const isStopped = ({ nextAt, reason }: PolledFeed): boolean => isPaused({ nextPoll: nextAt, reason });

function toClaimed(feed: PolledFeed, now: number): PolledFeed {
  if (isStopped(feed)) return { ...feed, lastFetchAt: now };
  const interval = nextInterval(feed.interval, false);
  return { ...feed, interval, nextAt: now + interval, lastFetchAt: now };
}

export type PollOutcome = Partial<Omit<PolledFeed, 'id' | 'domain' | 'lastFetchAt'>>;

export function feedFailureOf(
  feed: PolledFeed,
  { reason, gone = false, wait, until }: { reason: string; gone?: boolean; wait?: number; until?: Seconds },
  interval: number,
  now: number,
): PollOutcome {
  const failures = feed.failures + 1;
  const failingSince = feed.failingSince ?? now;
  const nextAt = gone ? null : (until ?? now + backOff(interval, failures, wait));
  return { reason, failures, failingSince, interval, nextAt };
}

/** Writes the changed columns of a feed. If the feed was paused or resumed during the poll, that stays. */
export async function settleFeed(db: Db, feed: PolledFeed, outcome: PollOutcome): Promise<void> {
  const settled = { ...feed, ...outcome };
  if (JSON.stringify(settled) === JSON.stringify(feed)) return;
  // The source may have been merged concurrently, so the domain is not written.
  const { id, domain: _, interval, nextAt, failures, failingSince, reason, ...rest } = settled;
  const { etag, lastModified, bodyHash, ...columns } = rest;
  const isSame = sql`${feeds.nextAt} IS ${feed.nextAt}`;
  const where =
    (isFree: SQL) =>
    <T>(column: SQLiteColumn, value: T) =>
      sql<T>`iif(${isFree}, ${value}, ${column})`;
  const asClaimed = where(isStopped(feed) ? sql`false` : isSame);
  const schedule = {
    interval: asClaimed(feeds.interval, interval),
    nextAt: asClaimed(feeds.nextAt, nextAt),
    failures: asClaimed(feeds.failures, failures),
    failingSince: asClaimed(feeds.failingSince, failingSince),
    reason: asClaimed(feeds.reason, reason),
  };
  // If the source changed concurrently, the next poll must read the whole feed again.
  const unlessChanged = where(isSame);
  const validators = {
    etag: unlessChanged(feeds.etag, etag),
    lastModified: unlessChanged(feeds.lastModified, lastModified),
    bodyHash: unlessChanged(feeds.bodyHash, bodyHash),
  };
  const update = db
    .update(feeds)
    .set({ ...columns, ...schedule, ...validators })
    .where(eq(feeds.id, id));
  await db.transaction(update, ...(settled.url === feed.url ? [] : rememberMove(feed.url, settled.url)));
}

export const putBack = (db: Db, feed: PolledFeed, known: PolledFeed, dueAt: Seconds): Promise<void> =>
  settleFeed(db, feed, { interval: known.interval, nextAt: known.nextAt === null ? null : dueAt });

/** Records a failure that was not the fault of the feed. `feed` is its state before the poll. */
export const recordFeedFailure = (db: Db, feed: PolledFeed, reason: string, now: number): Promise<void> =>
  settleFeed(db, toClaimed(feed, now), feedFailureOf(feed, { reason }, feed.interval, now));

export const isTaken = async (db: Db, url: string): Promise<boolean> => (await feedsByUrl(db, [url])).length > 0;
