import { loadGeography } from '../../content/geography.ts';
import { withLanguages } from '../../content/index/newsroom-languages.ts';
import type { ComparedOrder } from '../../db/view-columns.ts';
import type { Feed } from '../../delivery/feed.ts';
import type { Rendered } from '../../delivery/render.ts';
import { router } from '../../http/base.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { toSeconds } from '../../lib/time.ts';
import { feedPreference } from '../../rankings/read/read-stories.ts';
import { type Cursor, encodeCursor, newest } from '../../search/cursor.ts';
import {
  FEED_FILTERS,
  MAX_LIST_VALUES,
  needsGeography,
  toQueryParameters,
  unknownSlugs,
  valuesIn,
} from '../../search/feed-filters.ts';
import { type FeedPage, loadFeedPage } from '../../search/page.ts';
import { isCostlySearch } from '../../search/search-terms.ts';
import { loadStoryPage, withStory } from '../../search/story-items.ts';
import { loadDrawnPage, withPicks } from '../feed/drawn-page.ts';
import { type FeedQuery, feedQuery, filtersOf, inOneLanguage, themeOf } from '../feed/feed-params.ts';
import { canonicalQuery, feedResponse } from '../feed/feed-response.ts';
import { websubOf } from '../feed/hub-topics.ts';
import { FEED_EXAMPLE, feedContent } from '../feed/json-feed.ts';
import { trackedItems, withLinkTokens } from '../feed/tracked-links.ts';

/** Number of filter values above which a query counts as costly. */
const MANY_VALUES = 60;

export async function unknownGroups(c: AppContext): Promise<Record<string, string>> {
  const slugs = FEED_FILTERS.includeGeoGroups.schema.safeParse(c.req.query('includeGeoGroups')).data ?? [];
  if (slugs.length === 0) return {};
  const unknown = unknownSlugs(slugs, await loadGeography(c.var.db, c.var.now));
  const places = unknown.map((slug) => `value ${slugs.indexOf(slug) + 1}`);
  if (places.length === 0) return {};
  return { includeGeoGroups: `${places.join(', ')} must be the slug of a geo group in /api/v2/geography/list/` };
}

export const feed = router();
feed.use('/', withLinkTokens('feeds', 'all'));

operations('Feed', feed).text('/', {
  operationId: 'getFeed',
  summary: 'List articles, newest first',
  description: `Values of one filter are alternatives (OR). All filters must match (AND). All lists together may contain at most ${MAX_LIST_VALUES} values. Each word of searchTerms counts as one value, and each word of excludeTerms as two. searchTerms may contain at most 100 words, and each word of excludeTerms counts as two of them.`,
  query: feedQuery,
  check: unknownGroups,
  settle: (c, query) => withPicks(c, inOneLanguage(c, query)),
  isCostly: (query) => isCostlySearch(query) || valuesIn(query) > MANY_VALUES,
  means: 'The feed in the format of `output`',
  answers: feedContent(FEED_EXAMPLE),
  headers: ['Link'],
  answer: (c, { query }) => answerFeed(c, query, { path: '/api/v2/feed/', title: 'articles', isNamed: false }),
});

interface FeedAddress {
  path: string;
  title: string;
  isNamed: boolean;
  isNewest?: true;
  news?: Feed['news'];
}

export async function answerFeed(c: AppContext, query: FeedQuery, at: FeedAddress): Promise<Rendered> {
  const { db, now } = c.var;
  const { output, cursor: place, limit, tracked, stories, story, order } = query;
  const [look, filters] = [themeOf(query), filtersOf(query)];
  const filter = await withLanguages(db, filters, now);
  const geography = needsGeography(filter) ? await loadGeography(db, now) : [];
  const latest = newest(toSeconds(now));
  // A feed never starts later than now, because articles dated in the future are not published yet.
  const before = place && place.publishedAt < latest.publishedAt ? place : latest;
  const seconds = toSeconds(now);
  const pageQuery = { filter, geography, before, limit, story };
  const loadNewest = async (before: Cursor, limit: number) =>
    stories
      ? loadStoryPage(db, { ...pageQuery, before, limit, now: seconds, preference: await feedPreference(db, c.env) })
      : loadFeedPage(db, { ...pageQuery, before, limit });
  const loaded: FeedPage & { minuteOrder?: ComparedOrder } =
    order === 'engaging'
      ? await loadDrawnPage(c, { ...pageQuery, stories, cursor: place, loadNewest })
      : await loadNewest(before, limit);
  const { items: found, next } = loaded;
  const items = story && !stories ? await withStory(db, story, found, seconds) : found;
  const page = { output, ...(at.isNamed ? {} : filters), limit, stories, story, order, tracked, ...look };
  const { origin } = new URL(c.req.url);
  const self = at.path + canonicalQuery({ ...page, cursor: place && encodeCursor(place) });
  const value: Feed = {
    title: `${c.env.PUBLISHER}: ${at.title}`,
    description: `Articles of ${c.env.PUBLISHER}, ${order === 'engaging' ? 'the most engaging' : 'newest'} first`,
    origin,
    authority: c.env.GUID_AUTHORITY,
    zone: c.env.TIME_ZONE,
    self,
    next: at.isNewest ? null : next && at.path + canonicalQuery({ ...page, cursor: encodeCursor(next) }),
    websub: await websubOf(c, self),
    news: at.news,
    minuteOrder: query.views ? loaded.minuteOrder : undefined,
    items: tracked && output !== 'html' ? trackedItems(items, origin) : items,
    query: toQueryParameters({
      ...filters,
      limit,
      ...(stories ? { stories } : {}),
      ...(story ? { story } : {}),
      ...(order === 'engaging' ? { order } : {}),
    }),
  };
  return feedResponse(value, output, look);
}
