import { max, sql, sum } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { websubTopics } from '../db/schema.ts';
import { type Millis, type Seconds, toSeconds } from '../lib/time.ts';

/** How notifying the hub has gone. */
export interface WebSubTotals {
  /** Since the installation began, over all feeds that were ever announced. */
  accepted: number;
  failed: number;
  /** Feeds whose latest attempt failed. */
  failing: number;
  /** At which the hub was last notified of a change; null: never. */
  lastPing: Seconds | null;
}

/** Seconds for which a failure means something: each is repeated every five minutes until the hub answers, or the feed is none of its. */
const RECENT = 900;

/** Reads one row per feed that was ever announced. */
export async function readWebSubTotals(db: Db, now: Millis): Promise<WebSubTotals> {
  const { pings, failures, failedAt, pingedAt } = websubTopics;
  const since = toSeconds(now) - RECENT;
  const [row] = await db
    .select({
      accepted: sum(pings).mapWith(Number).as('accepted'),
      failed: sum(failures).mapWith(Number).as('failed'),
      failing: sql<number>`count(*) FILTER (WHERE ${failedAt} > ${since})`.as('failing'),
      lastPing: max(pingedAt).as('last_ping'),
    })
    .from(websubTopics);
  return {
    accepted: row?.accepted ?? 0,
    failed: row?.failed ?? 0,
    failing: row?.failing ?? 0,
    lastPing: row?.lastPing ?? null,
  };
}
