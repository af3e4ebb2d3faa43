import { and, between, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { recommended, webhookEvents } from '../../db/schema.ts';
import { DAY, dayIn, type Millis, toSeconds, utcDay } from '../../lib/time.ts';
import { loadFeedItems } from '../../search/page.ts';
import { recordEvents, type WebhookEvent } from '../event.ts';
import { articleOf } from './detect-articles.ts';

const DAYS_BACK = 31;

/** Records events for selections that were changed, or whose day has begun in the publisher's time zone. */
export async function recordSelections(db: Db, zone: string, now: Millis): Promise<WebhookEvent[]> {
  const seconds = toSeconds(now);
  const { date, version, modifiedAt, articles } = recommended;
  const key = sql`'selection.published:' || ${date} || ':' || ${version} || ':' || ${modifiedAt}`;
  const isKnown = db.select({ one: sql`1` }).from(webhookEvents).where(sql`${webhookEvents.key} = ${key}`);
  const today = dayIn(zone, seconds);
  const first = utcDay(Date.parse(today) / 1000 - DAYS_BACK * DAY);
  const days = await db
    .select({ key: sql<string>`${key}`.as('event_key'), date, version, articles })
    .from(recommended)
    .where(and(between(date, first, today), sql`json_array_length(${articles}) > 0`, notExists(isKnown)))
    .orderBy(modifiedAt, date);
  const events = days.map(async ({ key, date, version, articles }): Promise<WebhookEvent> => {
    const items = (await loadFeedItems(db, articles)).filter(({ publishedAt }) => publishedAt <= seconds);
    const data = { date, version, articles: items.map(articleOf) };
    return { type: 'selection.published', key, subject: 'selection:days', at: seconds, data };
  });
  return recordEvents(db, await Promise.all(events), now);
}
