import * as z from 'zod';
import { OUTPUTS } from '../delivery/render.ts';
import { router } from '../http/base.ts';
import { operations } from '../http/endpoint.ts';
import type { AppContext } from '../http/env.ts';
import { notFound } from '../http/errors.ts';
import { StaleOnErrorCache } from '../keys/stale-on-error-cache.ts';
import { choice, slugPath } from '../lib/formats/params.ts';
import { findSearch, type SavedSearch } from '../search/saved-searches.ts';
import { answerFeed } from './api/feed.ts';
import { withPicks } from './feed/drawn-page.ts';
import { inOneLanguage, pageParams } from './feed/feed-params.ts';
import { FEED_EXAMPLE, feedContent } from './feed/json-feed.ts';
import { withLinkTokens } from './feed/tracked-links.ts';

const knownSearches = new StaleOnErrorCache<SavedSearch>();

/** Loads the saved search before the concurrency limit applies, so that an unknown slug returns 404 at once. */
async function lookUp(c: AppContext): Promise<Record<string, string>> {
  const slug = slugPath.safeParse(c.req.param('slug'));
  if (slug.success) {
    const { db, now } = c.var;
    const search = await knownSearches.find(slug.data, () => findSearch(db, slug.data), now);
    c.set('search', search ?? throwUnknown());
  }
  return {};
}

const throwUnknown = (): never => {
  throw notFound({ slug: 'is not the slug of a saved search' });
};

export const feedRoutes = router();
feedRoutes.use('/:slug', withLinkTokens('feeds', 'all'));

operations('Feed', feedRoutes).text('/:slug', {
  operationId: 'getSavedFeed',
  summary: 'Get the feed of a saved search',
  path: z.object({ slug: slugPath.describe('Slug of the saved search') }),
  query: z.object({ output: choice(OUTPUTS, 'json').describe('Output format'), ...pageParams }),
  check: lookUp,
  settle: (c, query) => withPicks(c, inOneLanguage(c, query, c.var.search?.filter.includeLanguages)),
  // The query counts as costly, because the saved filters are not known yet.
  isCostly: () => true,
  means: 'The feed in the format of `output`',
  answers: feedContent(FEED_EXAMPLE),
  headers: ['Link'],
  answer: async (c, { path: { slug }, query }) => {
    const { name, filter } = c.var.search ?? throwUnknown();
    return answerFeed(c, { ...query, ...filter }, { path: `/feeds/${slug}/`, title: name, isNamed: true });
  },
});
