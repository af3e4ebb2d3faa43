import { sql } from 'drizzle-orm';
import type { SourceInput } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { rfc3339 } from '../../lib/time.ts';
import { FEED_COLUMNS, type PolledFeed } from './store.ts';

/** How a feed is. Times are RFC 3339. */
export interface FeedHealth {
  url: string;
  title: string;
  lastFetch: string | null;
  /** When it last brought a new article. */
  lastNew: string | null;
  /** Null: it is not polled any more. */
  nextPoll: string | null;
  intervalSeconds: number;
  /** In a row. */
  failures: number;
  /** Why the last poll failed, or what could not be taken, in words. */
  reason: string | null;
}

export interface SourceHealth {
  domain: string;
  name: string;
  icon: string | null;
  iframeable: boolean;
  organisationType: NonNullable<SourceInput['organisationType']> | null;
  client: string | null;
  feeds: FeedHealth[];
}

export interface SourcePage {
  /** Domain of the last source of the page before; empty: from the first. */
  after: string;
  limit: number;
  /** Leaves out sources without feeds. */
  withFeeds: boolean;
}

type SourceRow = Omit<SourceHealth, 'feeds' | 'iframeable'> & { iframeable: number };

/** Sources by domain, with how their feeds are. */
export async function listSources(db: Db, { after, limit, withFeeds }: SourcePage): Promise<SourceHealth[]> {
  const page = sql`SELECT domain FROM sources WHERE domain > ${after}
    ${withFeeds ? sql`AND domain IN (SELECT domain FROM feeds)` : sql``} ORDER BY domain LIMIT ${limit}`;
  const [sources, feeds] = await db.together<[SourceRow[], PolledFeed[]]>(
    sql`SELECT domain, name, icon, iframeable, organisation_type AS organisationType, client FROM sources
      WHERE domain IN (${page}) ORDER BY domain`,
    sql`SELECT ${FEED_COLUMNS} FROM feeds WHERE domain IN (${page}) ORDER BY id`,
  );
  const byDomain = Map.groupBy(feeds, ({ domain }) => domain);
  return sources.map((source) => ({
    ...source,
    iframeable: Boolean(source.iframeable),
    feeds: (byDomain.get(source.domain) ?? []).map(healthOf),
  }));
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
