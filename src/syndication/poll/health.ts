import type { Db } from '../../db/client.ts';
import { inList } from '../../db/json.ts';
import { feeds } from '../../db/schema.ts';
import { rfc3339 } from '../../lib/time.ts';
import type { PolledFeed } from './store.ts';

/** The health of a feed. Times are RFC 3339. */
export interface FeedHealth {
  url: string;
  title: string;
  lastFetch: string | null;
  /** When it last brought a new article. */
  lastNew: string | null;
  /** Null: it is no longer polled. */
  nextPoll: string | null;
  intervalSeconds: number;
  /** Consecutive ones. */
  failures: number;
  /** Why the last poll failed, or which items could not be stored, in words. */
  reason: string | null;
}

/** How the feeds of sources are, by domain. */
export async function feedsOf(db: Db, domains: readonly string[]): Promise<Map<string, FeedHealth[]>> {
  const all = await db.select().from(feeds).where(inList(feeds.domain, domains)).orderBy(feeds.id);
  return new Map(
    Array.from(
      Map.groupBy(all, ({ domain }) => domain),
      ([domain, own]) => [domain, own.map(healthOf)],
    ),
  );
}

const time = (seconds: number | null) => (seconds === null ? null : rfc3339(seconds));

const healthOf = ({
  url,
  title,
  lastFetchAt,
  lastNewAt,
  nextAt,
  interval,
  failures,
  reason,
}: PolledFeed): FeedHealth => ({
  ...{ url, title, lastFetch: time(lastFetchAt), lastNew: time(lastNewAt), nextPoll: time(nextAt) },
  ...{ intervalSeconds: interval, failures, reason },
});
