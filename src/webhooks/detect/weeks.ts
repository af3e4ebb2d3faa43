import { and, desc, gt, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { webhookEvents, weeks } from '../../db/schema.ts';
import { DAY, type Millis, toSeconds } from '../../lib/time.ts';
import { groupByHeading } from '../../rankings/math/figures/change-headings.ts';
import type { ChangedTopic } from '../../rankings/read/read-week.ts';
import { weekFinding, withPublishedArticles } from '../../rankings/read/weekly-summaries.ts';
import { recordEvents, type WebhookEvent } from '../event.ts';

/** Records an event for a weekly summary that was stored within the last day. Reads one row once it is recorded. */
export async function recordWeek(db: Db, now: Millis): Promise<WebhookEvent[]> {
  const at = toSeconds(now);
  const key = sql`'week.published:' || ${weeks.monday}`;
  const isKnown = db.select({ one: sql`1` }).from(webhookEvents).where(sql`${webhookEvents.key} = ${key}`);
  const rows = await db
    .select()
    .from(weeks)
    .where(and(gt(weeks.at, at - DAY), notExists(isKnown)))
    .orderBy(desc(weeks.monday))
    .limit(1);
  const events = (await withPublishedArticles(db, rows, at)).map((stored): WebhookEvent => {
    const { monday, week } = stored;
    const { Rose, Fell } = groupByHeading(week, week.isPast);
    const data = {
      monday,
      finding: weekFinding(stored),
      rose: Rose.map(changeOf),
      fell: Fell.map(changeOf),
      articles: week.mostRead.flatMap(({ contentId, title, url, source }) =>
        url ? [{ id: contentId, title: title ?? url, url, source: source ?? '' }] : [],
      ),
    };
    return { type: 'week.published', key: `week.published:${monday}`, subject: 'week:', at, data };
  });
  return recordEvents(db, events, now);
}

const changeOf = ({ topicId, name, slug, growthPercent, interval }: ChangedTopic) => ({
  topic: { id: topicId, name, slug },
  growthPercent,
  interval,
});
