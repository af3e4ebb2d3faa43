import { and, gt, inArray } from 'drizzle-orm';
import type { SourceInput } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { inList } from '../../db/json.ts';
import { feeds, sources } from '../../db/schema.ts';
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

export interface SourceHealth {
  domain: string;
  name: string;
  icon: string | null;
  iframeable: boolean;
  organisationType: NonNullable<SourceInput['organisationType']> | null;
  client: string | null;
  /** Other hosts whose stories its feeds may bring. */
  publishes: string[];
  /** Its feeds bring stories of any host. */
  aggregator: boolean;
  feeds: FeedHealth[];
}

export interface SourcePage {
  /** Domain of the last source of the previous page; empty: from the first. */
  after: string;
  limit: number;
  /** Leaves out sources without feeds. */
  withFeeds: boolean;
}

/** Sources by domain, with the health of their feeds. */
export async function listSources(db: Db, { after, limit, withFeeds }: SourcePage): Promise<SourceHealth[]> {
  const withThem = inArray(sources.domain, db.select({ domain: feeds.domain }).from(feeds));
  const page = await db
    .select()
    .from(sources)
    .where(and(gt(sources.domain, after), withFeeds ? withThem : undefined))
    .orderBy(sources.domain)
    .limit(limit);
  const domains = page.map(({ domain }) => domain);
  const all = await db.select().from(feeds).where(inList(feeds.domain, domains)).orderBy(feeds.id);
  const byDomain = Map.groupBy(all, ({ domain }) => domain);
  return page.map((source) => ({ ...source, feeds: (byDomain.get(source.domain) ?? []).map(healthOf) }));
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
