import type { FeedItem } from '../../content/articles/item.ts';
import { loadGeography } from '../../content/geography.ts';
import { withLanguages } from '../../content/index/newsroom-languages.ts';
import type { Db } from '../../db/client.ts';
import { savedSearches, webhookEvents } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { DAY, type Millis, rfc3339, toSeconds } from '../../lib/time.ts';
import { filterOf } from '../../search/feed-filters.ts';
import { loadFeedItems, matchingIds } from '../../search/page.ts';
import { recordEvents, type WebhookEvent } from '../event.ts';
import { selectReceivers } from '../receivers.ts';
import { articleOf } from './detect-articles.ts';

const NEW_ARTICLE_S = DAY;

async function wantedSearches(db: Db): Promise<string[]> {
  const receivers = await selectReceivers(db);
  return receivers.flatMap(({ events, searches }) => (events.includes('article.matched') ? searches : []));
}

/** Records an event for each article of the last 24 hours that matches a saved search of a webhook. */
export async function recordMatches(db: Db, now: number): Promise<WebhookEvent[]> {
  return recordEvents(db, await findMatches(db, await wantedSearches(db), now), now);
}

/** Runs `save`, which stores a search or a webhook. Records older articles that match, so that they are never sent. */
export async function savingMatches<T>(db: Db, now: Millis, save: () => Promise<T>): Promise<T> {
  await recordMatches(db, now);
  const saved = await save();
  await recordEvents(db, await findMatches(db, await wantedSearches(db), now), now, []);
  return saved;
}

/** Finds articles that match and are not recorded yet. Reads one index row and one event per match. */
async function findMatches(db: Db, slugs: readonly string[], now: number): Promise<WebhookEvent[]> {
  if (slugs.length === 0) return [];
  const searches = await db.select().from(savedSearches).where(inList(savedSearches.slug, slugs));
  const seconds = toSeconds(now);
  const geography = await loadGeography(db, now);
  const found = searches.map(async ({ slug, name, filter }) => {
    const question = {
      filter: await withLanguages(db, filterOf(filter), now),
      geography,
      from: seconds - NEW_ARTICLE_S,
      until: seconds + 1,
    };
    const ids = await findUnrecorded(db, slug, await matchingIds(db, question));
    const items = ids.length > 0 ? await loadFeedItems(db, ids) : [];
    return items.map((item) => matchEvent({ slug, name }, item, seconds));
  });
  return (await Promise.all(found)).flat();
}

const keyOf = (slug: string, id: number) => `article.matched:${slug}:${id}`;

const matchEvent = (search: { slug: string; name: string }, item: FeedItem, at: number): WebhookEvent => ({
  type: 'article.matched',
  key: keyOf(search.slug, item.contentId),
  subject: `search:${search.slug}`,
  at,
  data: { search, article: { ...articleOf(item), publishedAt: rfc3339(item.publishedAt) } },
});

async function findUnrecorded(db: Db, slug: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { key } = webhookEvents;
  const keys = ids.map((id) => keyOf(slug, id));
  const found = await db.select({ key }).from(webhookEvents).where(inList(key, keys));
  const known = new Set(found.map((row) => row.key));
  return ids.filter((id) => !known.has(keyOf(slug, id)));
}
