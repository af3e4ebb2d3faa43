import * as z from 'zod';
import { publishedOf } from '../../content/articles/published.ts';
import { idOfUrl } from '../../content/articles/url-hash.ts';
import { loadGeography } from '../../content/geography.ts';
import { withLanguages } from '../../content/index/newsroom-languages.ts';
import type { Feed } from '../../delivery/feed.ts';
import { router } from '../../http/base.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound } from '../../http/errors.ts';
import { integer, shaped } from '../../lib/formats/params.ts';
import { toSeconds } from '../../lib/time.ts';
import { newest } from '../../search/cursor.ts';
import {
  EVERYTHING,
  type FeedFilter,
  fewEnough,
  filterParams,
  needsGeography,
  toQueryParameters,
} from '../../search/feed-filters.ts';
import { loadFeedItems, loadFeedPage } from '../../search/page.ts';
import { rankRelated, wordsOfTitle } from '../../search/related.ts';
import { loadStoriesOf, shownStory } from '../../search/story-items.ts';
import { inDrawnOrder, withPicks } from '../feed/drawn-page.ts';
import { filtersOf, inOneLanguage, output, pageParams, themeOf } from '../feed/feed-params.ts';
import { canonicalQuery, feedResponse } from '../feed/feed-response.ts';
import { FEED_EXAMPLE, feedContent } from '../feed/json-feed.ts';
import { trackedItems, withLinkTokens } from '../feed/tracked-links.ts';
import { unknownGroups } from './feed.ts';

/** Number of newest articles with the same topics, companies and words that are compared with the article. */
const MAX_CANDIDATES = { topics: 60, companies: 40, words: 60 };
const ROWS_PER_ARTICLE = 2;

const relatedQuery = z
  .object({
    id: integer(1, Number.MAX_SAFE_INTEGER, undefined).describe('Id of the article. Either `id` or `url` is required'),
    url: shaped(/^https?:\/\/[!-~]{1,2000}$/, 'an http or https URL of at most 2,000 ASCII characters').describe(
      'URL of the article, for pages that do not know its id. `id` takes precedence',
    ),
    output,
    ...filterParams,
    ...pageParams,
  })
  .check(fewEnough);

async function check(c: AppContext): Promise<Record<string, string>> {
  const isNamed = ['id', 'url'].some((name) => c.req.query(name)?.trim());
  return { ...(isNamed ? {} : { id: 'is required, unless url is given' }), ...(await unknownGroups(c)) };
}

export const feedRelated = router();
feedRelated.use('/', withLinkTokens('feeds', 'all'));

operations('Feed', feedRelated).text('/', {
  operationId: 'getRelated',
  summary: 'List articles related to an article',
  description:
    'Returns articles with the same topics, companies and words, the closest and newest first, one per story. The article itself and other reports of its story are excluded. There is one page. With `order=engaging`, the closest articles, twice as many as `limit`, are ordered by engagement. Otherwise engagement does not influence the order.',
  query: relatedQuery,
  check,
  settle: (c, query) => withPicks(c, inOneLanguage(c, query)),
  isCostly: () => true,
  means: 'The feed in the format of `output`',
  answers: feedContent({ ...FEED_EXAMPLE, next_url: undefined }),
  errors: [404],
  headers: ['Link'],
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    const { id, url, output, cursor, limit, tracked, stories, story, order } = query;
    const [seconds, filters, look] = [toSeconds(now), filtersOf(query), themeOf(query)];
    const own = id ?? (url ? await idOfUrl(db, url) : null);
    const [article] = own === null ? [] : publishedOf(db, await loadFeedItems(db, [own]), seconds, ROWS_PER_ARTICLE);
    if (own === null || !article)
      throw notFound(
        id ? { id: 'is not the id of a published article' } : { url: 'is not the URL of a published article' },
      );
    const filter = await withLanguages(db, filters, now);
    const geography = needsGeography(filter) ? await loadGeography(db, now) : [];
    const latest = newest(seconds);
    const before = cursor && cursor.publishedAt < latest.publishedAt ? cursor : latest;
    const load = async (part: Partial<FeedFilter>, limit: number) => {
      if (Object.values(part).flat().length === 0) return [];
      const within = await withLanguages(db, { ...EVERYTHING, ...part }, now);
      return (await loadFeedPage(db, { filter, within, geography, before, limit, story })).items;
    };
    const found = await Promise.all([
      load({ includeTopics: article.topics.map((topic) => topic.id) }, MAX_CANDIDATES.topics),
      load({ includeCompanies: article.companies.map((company) => company.id) }, MAX_CANDIDATES.companies),
      load({ searchTerms: wordsOfTitle(article.title) }, MAX_CANDIDATES.words),
    ]);
    const candidates = [...new Map(found.flat().map((item) => [item.contentId, item])).values()];
    const ranked = rankRelated(article, candidates, seconds);
    const known = await loadStoriesOf(db, [own, ...ranked.map(({ contentId }) => contentId)]);
    const storyOf = (contentId: number) => known.find(({ copies }) => String(contentId) in copies);
    const seenIds = new Set([storyOf(own)?.id]);
    const items = ranked.flatMap((item) => {
      const its = storyOf(item.contentId);
      if (!its) return [item];
      if (seenIds.has(its.id)) return [];
      seenIds.add(its.id);
      return [stories ? { ...item, story: shownStory(its, seconds) } : item];
    });
    const { origin } = new URL(c.req.url);
    const drawn = order === 'engaging' ? await inDrawnOrder(c, items.slice(0, 2 * limit)) : null;
    const shownItems = (drawn?.items ?? items).slice(0, limit);
    const value: Feed = {
      title: `${c.env.PUBLISHER}: related articles`,
      description: `Articles of ${c.env.PUBLISHER} related to “${article.title}”`,
      origin,
      authority: c.env.GUID_AUTHORITY,
      zone: c.env.TIME_ZONE,
      self: `/api/v2/feed/related/${canonicalQuery({ id: own, output, ...filters, limit, stories, story, order, tracked, ...look })}`,
      next: null,
      minuteOrder: query.views ? drawn?.minuteOrder : undefined,
      items: tracked && output !== 'html' ? trackedItems(shownItems, origin) : shownItems,
      query: toQueryParameters({ id: own, ...filters, limit }),
    };
    return feedResponse(value, output, look);
  },
});
