import { sql } from 'drizzle-orm';
import { countDeadLetters } from '../clicks/dead-letters.ts';
import type { Db } from '../db/client.ts';
import { hourOf } from '../engagement/window.ts';
import { rfc3339 } from '../lib/time.ts';

export interface Status {
  queue: { queued: number; oldestSeconds: number | null };
  deadLetters: Record<string, number>;
  /** Start of the last hour in which clicks came to an end, whichever; null where there were none in the last 24. */
  lastClickHour: string | null;
  rankings: { published: number; late: number; oldestAgeSeconds: number | null };
  /** Clicks of the last 24 hours by outcome. */
  outcomes: Record<string, number>;
}

/** What an operator needs to know of the clicks' way. `now`: epoch milliseconds. */
export async function readStatus(db: Db, queue: Queue, now: number): Promise<Status> {
  const hour = hourOf(now);
  const [outcomes, [rankings]] = await db.together<
    [
      { outcome: string; clicks: number; lastHour: number }[],
      { published: number; late: number; oldest: number | null }[],
    ]
  >(
    sql`SELECT outcome, sum(clicks) AS clicks, max(hour) AS lastHour FROM click_outcomes WHERE hour > ${hour - 24} GROUP BY outcome`,
    sql`SELECT count(*) FILTER (WHERE version > 0) AS published,
      count(*) FILTER (WHERE hour < ${hour} AND (clicks_7d > 0 OR previous_7d > 0)) AS late,
      min(version) FILTER (WHERE clicks_7d > 0 OR previous_7d > 0) AS oldest FROM topic_windows`,
  );
  const metrics = await queue.metrics();
  const last = outcomes.find(({ outcome }) => outcome === 'counted')?.lastHour;
  return {
    queue: {
      queued: metrics.backlogCount,
      oldestSeconds: metrics.oldestMessageTimestamp
        ? Math.round((now - metrics.oldestMessageTimestamp.getTime()) / 1000)
        : null,
    },
    deadLetters: await countDeadLetters(db),
    lastClickHour: last === undefined ? null : rfc3339(last * 3600),
    rankings: {
      published: rankings?.published ?? 0,
      late: rankings?.late ?? 0,
      oldestAgeSeconds: rankings?.oldest == null ? null : Math.max(0, Math.round((now - rankings.oldest) / 1000)),
    },
    outcomes: Object.fromEntries(outcomes.map(({ outcome, clicks }) => [outcome, clicks])),
  };
}
