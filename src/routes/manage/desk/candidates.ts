import { eq, sql } from 'drizzle-orm';
import type { FeedItem } from '../../../content/articles/item.ts';
import type { Geography } from '../../../content/geography.ts';
import type { Db } from '../../../db/client.ts';
import { topicWindows } from '../../../db/schema.ts';
import type { Seconds } from '../../../lib/time.ts';
import type { Period, SiteViews } from '../../../rankings/math/ranking-rows.ts';
import { SITE } from '../../../rankings/site.ts';
import type { Cursor } from '../../../search/cursor.ts';
import type { FeedFilter } from '../../../search/feed-filters.ts';
import { matcherOf } from '../../../search/matcher.ts';
import { acceptedIds, type FeedPage, loadFeedItems, loadFeedPage } from '../../../search/page.ts';
import { bestItemPerStory, loadStoryPage, type Preference } from '../../../search/story-items.ts';

interface CandidateQuery {
  filter: FeedFilter;
  within?: FeedFilter | undefined;
  geography: Geography;
  limit: number;
  story?: number | undefined;
  /** If set, each story is listed once, represented by its best report. If `null`, every article is listed. */
  once: { preference: Preference; now: Seconds } | null;
}

export const loadNewest = (db: Db, { once, ...question }: CandidateQuery, before: Cursor): Promise<FeedPage> =>
  once ? loadStoryPage(db, { ...question, before, ...once }) : loadFeedPage(db, { ...question, before });

/** Loads the articles with the most engagement in a period. Reads one row per topic and up to five per article. */
export async function loadEngaged(db: Db, question: CandidateQuery, period: Period): Promise<FeedItem[]> {
  const { filter, within, geography, limit, once } = question;
  const ids = await engagedIds(db, filter.includeTopics, period);
  const hasTerms = filter.searchTerms.length + filter.excludeTerms.length > 0;
  const filters = [...(within ? [within] : []), ...(hasTerms ? [filter] : [])];
  const found = filters.length > 0 ? await acceptedIds(db, ids, matcherOf(filters, geography)) : ids;
  if (found.length === 0) return [];
  if (!once) return loadFeedItems(db, found.slice(0, limit));
  return (await bestItemPerStory(db, await loadFeedItems(db, found), once)).slice(0, limit);
}

/** Returns a function that maps article ids to site-wide ranks. */
export async function loadStandings(db: Db, chosenBefore: readonly number[]) {
  const { topicId, views } = topicWindows;
  const list = (path: string, name: string) => sql<string | null>`${views} -> ${path}`.as(name);
  const [row] = await db
    .select({
      day: list('$.items."24h"', 'day'),
      week: list('$.items."7d"', 'week'),
      rising: list('$.rising', 'rising'),
    })
    .from(topicWindows)
    .where(eq(topicId, SITE));
  const idsOf = (text: string | null | undefined): number[] => JSON.parse(text ?? '[]');
  const risingIds = (JSON.parse(row?.rising ?? '[]') as SiteViews['rising']).map(([id]) => id);
  const [day, week, rising] = [idsOf(row?.day), idsOf(row?.week), risingIds].map((ids) => {
    const places = new Map(ids.map((id, place) => [id, place + 1]));
    return (id: number) => places.get(id) ?? null;
  });
  return (id: number) => ({
    day: day?.(id) ?? null,
    week: week?.(id) ?? null,
    rising: rising?.(id) ?? null,
    isChosenBefore: chosenBefore.includes(id),
  });
}

/** Returns the ids of the site's ranking, or those of several topics' rankings interleaved by rank. */
async function engagedIds(db: Db, topics: readonly number[], period: Period): Promise<number[]> {
  const windows = JSON.stringify(topics.length > 0 ? topics : [SITE]);
  const { topicId, views } = topicWindows;
  const rows = await db
    .select({ ids: sql<string | null>`${views} -> ${`$.items."${period}"`}`.as('ids') })
    .from(sql`json_each(${windows}) wanted`)
    .crossJoin(topicWindows)
    .where(eq(topicId, sql`wanted.value`));
  const lists = rows.map(({ ids }) => JSON.parse(ids ?? '[]') as number[]);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const interleaved = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(interleaved.flat())];
}
