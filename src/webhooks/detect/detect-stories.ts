import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { firstFrom } from '../../content/position-sql.ts';
import type { Db } from '../../db/client.ts';
import { articles, webhookEvents } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { HOUR, type Millis, rfc3339, toSeconds } from '../../lib/time.ts';
import { loadFeedItems } from '../../search/page.ts';
import { copiesOf, loadShownStories } from '../../search/story-items.ts';
import { recordEvents, type WebhookEvent } from '../event.ts';
import { articleOf } from './detect-articles.ts';

const keyOf = (story: number) => `story.breaking:${story}`;

/** Records one event per story that many sources reported within a few hours. Reads the articles of these hours. */
export async function recordBreaking(
  db: Db,
  { BREAKING_SOURCES, BREAKING_HOURS }: Pick<Env, 'BREAKING_SOURCES' | 'BREAKING_HOURS'>,
  now: Millis,
): Promise<WebhookEvent[]> {
  const seconds = toSeconds(now);
  const from = seconds - Number(BREAKING_HOURS) * HOUR;
  const breakingStories = await db.rows(
    z.object({ story: z.int() }),
    sql`SELECT ${articles.storyId} AS story FROM ${articles}
      WHERE ${articles.position} >= ${firstFrom(from)} AND ${articles.position} < ${firstFrom(seconds + 1)}
      GROUP BY ${articles.storyId} HAVING count(DISTINCT ${articles.source} ->> 'domain') >= CAST(${Number(BREAKING_SOURCES)} AS INTEGER)`,
  );
  if (breakingStories.length === 0) return [];
  const { key } = webhookEvents;
  const keys = breakingStories.map(({ story }) => keyOf(story));
  const known = await db.select({ key }).from(webhookEvents).where(inList(key, keys));
  const fresh = breakingStories
    .map(({ story }) => story)
    .filter((story) => !known.some((row) => row.key === keyOf(story)));
  const found = await loadShownStories(db, fresh);
  const events = [...found.values()].map(async (story): Promise<WebhookEvent[]> => {
    const { id } = story;
    const published = copiesOf(story, seconds);
    const [first] = published;
    const [item] = first ? await loadFeedItems(db, [first.id]) : [];
    if (!first || !item) return [];
    const sources = [...new Set(published.map(({ source }) => source))];
    const data = { story: { id, firstAt: rfc3339(first.publishedAt) }, article: articleOf(item), sources };
    return [{ type: 'story.breaking', key: keyOf(id), subject: `story:${id}`, at: seconds, data }];
  });
  return recordEvents(db, (await Promise.all(events)).flat(), now);
}
