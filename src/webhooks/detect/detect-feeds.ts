import { and, eq, gte, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { feeds, sources, webhookEvents } from '../../db/schema.ts';
import { FAILING } from '../../db/values.ts';
import { type Millis, rfc3339, toSeconds } from '../../lib/time.ts';
import { recordEvents, type WebhookEvent } from '../event.ts';

/** Records an event for each feed that has failed for a long time or no longer exists. Reads every feed. */
export async function recordFailedFeeds(db: Db, now: Millis): Promise<WebhookEvent[]> {
  const { id, url, domain, failures, failingSince, nextAt, reason } = feeds;
  const key = sql`'source.failed:' || ${id} || ':' || ${failingSince}`;
  const isKnown = db.select({ one: sql`1` }).from(webhookEvents).where(sql`${webhookEvents.key} = ${key}`);
  const failing = await db
    .select({ key: sql<string>`${key}`.as('event_key'), url, domain, failingSince, reason, name: sources.name })
    .from(feeds)
    .leftJoin(sources, eq(sources.domain, domain))
    .where(and(isNotNull(failingSince), or(gte(failures, FAILING), isNull(nextAt)), notExists(isKnown)))
    .orderBy(failingSince, id);
  const events = failing.map(
    ({ key, url, domain, failingSince, reason, name }): WebhookEvent => ({
      type: 'source.failed',
      key,
      subject: `source:${domain}`,
      at: toSeconds(now),
      data: {
        source: { domain, name: name ?? domain },
        feed: url,
        since: rfc3339(failingSince ?? 0),
        reason: reason ?? 'failed',
      },
    }),
  );
  return recordEvents(db, events, now);
}
