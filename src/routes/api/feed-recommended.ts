import * as z from 'zod';
import { publishedOf } from '../../content/articles/published.ts';
import { loadRecommended } from '../../content/recommended.ts';
import type { Feed } from '../../delivery/feed.ts';
import { router } from '../../http/base.ts';
import { operations } from '../../http/endpoint.ts';
import { day } from '../../lib/formats/params.ts';
import { toSeconds } from '../../lib/time.ts';
import { feedPreference } from '../../rankings/read/read-stories.ts';
import { loadFeedItems } from '../../search/page.ts';
import { bestItemPerStory } from '../../search/story-items.ts';
import { inOneLanguage, output, storiesParam, themeOf, themeParams } from '../feed/feed-params.ts';
import { canonicalQuery, feedResponse } from '../feed/feed-response.ts';
import { websubOf } from '../feed/hub-topics.ts';
import { feedContent, RECOMMENDED_EXAMPLE } from '../feed/json-feed.ts';
import { withLinkTokens } from '../feed/tracked-links.ts';

/** Number of database rows that are read per recommended article. */
const ROWS_PER_ARTICLE = 2;

const recommendedQuery = z.object({
  date: day.describe('Day of the selection (default: the latest published day)'),
  stories: storiesParam,
  output,
  ...themeParams,
});

export const feedRecommended = router();
feedRecommended.use('/', withLinkTokens('all'));

operations('Feed', feedRecommended).text('/', {
  operationId: 'getRecommended',
  summary: 'Get the editors’ choice of a day',
  description: 'Returns the articles in editorial order. The list is empty on a day without a selection.',
  query: recommendedQuery,
  settle: inOneLanguage,
  means: 'The feed in the format of `output`',
  answers: feedContent(RECOMMENDED_EXAMPLE),
  headers: ['Link'],
  answer: async (c, { query }) => {
    const { db } = c.var;
    const now = toSeconds(c.var.now);
    const { date, articles } = await loadRecommended(db, query.date, now, c.env.TIME_ZONE);
    const items = articles.length > 0 ? await loadFeedItems(db, articles) : [];
    const published = publishedOf(db, items, now, ROWS_PER_ARTICLE);
    const self = `/api/v2/feed-recommended/${canonicalQuery(query)}`;
    const value: Feed = {
      title: `${c.env.PUBLISHER}: recommended${date ? ` for ${date}` : ''}`,
      description: `Editors’ choice of ${c.env.PUBLISHER}`,
      origin: new URL(c.req.url).origin,
      authority: c.env.GUID_AUTHORITY,
      zone: c.env.TIME_ZONE,
      self,
      next: null,
      websub: await websubOf(c, self),
      items: query.stories
        ? await bestItemPerStory(db, published, { now, preference: await feedPreference(db, c.env) })
        : published,
      query: date ? { date } : {},
      recommended: { date },
    };
    return feedResponse(value, query.output, themeOf(query));
  },
});
