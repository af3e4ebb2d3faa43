import * as z from 'zod';
import type { FeedItem } from '../../../content/articles/item.ts';
import { loadGeography } from '../../../content/geography.ts';
import { withLanguages } from '../../../content/index/newsroom-languages.ts';
import { MAX_PUBLISHED_AT } from '../../../content/position.ts';
import { loadDay } from '../../../content/recommended.ts';
import type { Feed } from '../../../delivery/feed.ts';
import { OUTPUTS, renderFeed } from '../../../delivery/render.ts';
import { lenientTheme } from '../../../delivery/theme.ts';
import { operations } from '../../../http/endpoint.ts';
import { parameterInvalid } from '../../../http/errors.ts';
import { upToDate } from '../../../http/update-rankings.ts';
import { bool, choice, day, ids, integer, optionalId, shaped } from '../../../lib/formats/params.ts';
import { DAY_MS, dayIn, endOfDay, type Millis, toSeconds, utcDay } from '../../../lib/time.ts';
import { feedPreference } from '../../../rankings/read/read-stories.ts';
import { loadArticleRates } from '../../../rankings/read-depth/compute-rates.ts';
import { SITE } from '../../../rankings/site.ts';
import { newest } from '../../../search/cursor.ts';
import { EVERYTHING } from '../../../search/feed-filters.ts';
import { loadFeedItems } from '../../../search/page.ts';
import { findSearch } from '../../../search/saved-searches.ts';
import { excludeTerms, fewWords, isCostlySearch, searchTerms } from '../../../search/search-terms.ts';
import { loadDrawnPage } from '../../feed/drawn-page.ts';
import { feedContent, RECOMMENDED_EXAMPLE } from '../../feed/json-feed.ts';
import { period } from '../../shapes.ts';
import { loadEngaged, loadNewest, loadStandings } from './candidates.ts';
import { CANDIDATE, candidate, toDeskArticles } from './desk-article.ts';

const date = day.describe('Day of the selection (default: today). The lists include articles published before its end');

const dayBefore = (date: string): string => utcDay(toSeconds(Date.parse(date) - DAY_MS));

const endOf = (date: string | undefined, zone: string, now: Millis): number =>
  Math.min(endOfDay(date ?? dayIn(zone, now / 1000), zone), MAX_PUBLISHED_AT - 1);

export const manageCandidates = operations('Management').get('/', {
  operationId: 'getCandidates',
  summary: 'List candidate articles for a day',
  query: z
    .object({
      searchTerms,
      excludeTerms,
      topics: ids.describe('Only articles with these topics'),
      search: shaped(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'the slug of a saved search').describe(
        'Only articles of this saved search',
      ),
      stories: bool(false).describe('true lists each story once, with its best matching article'),
      story: optionalId.describe('Lists all articles of this story'),
      date,
      period: choice(['24h', '7d'], '24h').describe('Engagement of the last 24 hours or the last 7 days'),
      engaging: bool(false).describe('true also returns `engaging`'),
      limit: integer(1, 50, 20).describe('Maximum number of articles in each list'),
    })
    .check(fewWords),
  isCostly: (query) => query.search !== undefined || isCostlySearch(query),
  data: z.object({
    period,
    newest: z.array(candidate).describe('Candidates, newest first'),
    engaged: z.array(candidate).describe('Candidates, most engaging first'),
    engaging: z
      .array(candidate)
      .describe('Published candidates in the order of this minute, as in feeds with `order=engaging`'),
    before: z
      .object({ date: z.iso.date(), articles: z.array(candidate) })
      .describe('Selection of the previous day, in order, with its performance'),
  }),
  example: {
    period: '24h',
    newest: [CANDIDATE],
    engaged: [CANDIDATE],
    engaging: [{ ...CANDIDATE, pick: 'engaging' }],
    before: {
      date: '2026-01-30',
      articles: [{ ...CANDIDATE, standing: { ...CANDIDATE.standing, isChosenBefore: true } }],
    },
  },
  answer: async (c, { query: { date, period, search, stories, story, topics, engaging, limit, ...terms } }) => {
    const { db, now } = c.var;
    const { env } = c;
    await upToDate(c, [SITE, ...topics]);
    const saved = search === undefined ? undefined : await findSearch(db, search);
    if (saved === null) throw parameterInvalid({ search: 'is not the slug of a saved search' });
    const within = saved && (await withLanguages(db, saved.filter, now));
    const end = endOf(date, env.TIME_ZONE, now);
    const once = stories && !story ? { preference: await feedPreference(db, env), now: end } : null;
    const geography = await loadGeography(db, now);
    const filter = await withLanguages(db, { ...EVERYTHING, ...terms, includeTopics: topics }, now);
    const question = { filter, within, geography, limit, story, once };
    const { items } = await loadNewest(db, question, newest(end));
    const engaged = await loadEngaged(db, question, period);
    const drawn = engaging
      ? await loadDrawnPage(c, {
          ...question,
          stories: once !== null,
          cursor: undefined,
          loadNewest: (before, limit) => loadNewest(db, { ...question, limit }, before),
        })
      : { items: [] };
    const before = await loadDay(db, dayBefore(date ?? dayIn(env.TIME_ZONE, now / 1000)));
    const standingOf = await loadStandings(db, before.articles);
    const chosen = before.articles.length > 0 ? await loadFeedItems(db, before.articles) : [];
    const all = [...items, ...engaged, ...drawn.items, ...chosen].map(({ contentId }) => contentId);
    const shares = await loadArticleRates(db, all);
    const candidates = async (items: readonly FeedItem[]) =>
      (await toDeskArticles(db, items)).map((article, i) => ({
        ...article,
        readThroughRate: shares.get(article.contentId) ?? null,
        standing: standingOf(article.contentId),
        story: items[i]?.story ?? null,
        pick: items[i]?.pick ?? null,
      }));
    return {
      period,
      newest: await candidates(items),
      engaged: await candidates(engaged),
      engaging: await candidates(drawn.items),
      before: { date: before.date, articles: await candidates(chosen) },
    };
  },
});

export const managePreview = operations('Management').text('/', {
  operationId: 'getPreview',
  summary: 'Preview a selection',
  description: 'Renders the selection like the recommended feed.',
  query: z.object({
    output: choice(OUTPUTS, 'json').describe('Output format'),
    articles: ids.describe('Content ids in the order of the selection'),
    date,
  }),
  means: `The selection as ${OUTPUTS.join(', ')}`,
  answers: feedContent(RECOMMENDED_EXAMPLE),
  answer: async (c, { query: { output, articles, date } }) => {
    const { db, now } = c.var;
    const end = endOf(date, c.env.TIME_ZONE, now);
    const items = articles.length > 0 ? await loadFeedItems(db, articles) : [];
    const shown = date ?? dayIn(c.env.TIME_ZONE, now / 1000);
    const feed: Feed = {
      title: `${c.env.PUBLISHER}: recommended for ${shown}`,
      description: `Editors’ choice of ${c.env.PUBLISHER}`,
      origin: new URL(c.req.url).origin,
      authority: c.env.GUID_AUTHORITY,
      zone: c.env.TIME_ZONE,
      self: `/api/v2/feed-recommended/?date=${shown}`,
      next: null,
      items: items.filter(({ publishedAt }) => publishedAt <= end),
      query: { date: shown },
      recommended: { date: shown },
    };
    return renderFeed(feed, output, lenientTheme({}));
  },
});
