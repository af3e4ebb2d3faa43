import type { Context } from 'hono';
import * as z from 'zod';
import { OUTPUTS } from '../delivery/render.ts';
import { router } from '../http/base.ts';
import { textEndpoint } from '../http/endpoint.ts';
import type { AppEnv } from '../http/env.ts';
import { notFound } from '../http/errors.ts';
import { choice, slugPath } from '../http/params.ts';
import { findSearch } from '../search/saved.ts';
import { answerFeed, pageParams } from './api/feed.ts';
import { FEED_EXAMPLE, feedContent } from './api/json-feed.ts';
import { withLinkTokens } from './api/tracked.ts';

/** Throws 404 for an unknown slug before the question waits among the costly ones. Reads one row. */
async function assertSaved(c: Context<AppEnv>): Promise<Record<string, string>> {
  const slug = slugPath.safeParse(c.req.param('slug'));
  if (slug.success && !(await findSearch(c.var.db, slug.data))) throw notFound({ slug: 'names no saved search' });
  return {};
}

/** The feeds of saved searches: short addresses that keep working while editors change what is searched for. */
export const feeds = router();
feeds.use('/:slug', withLinkTokens);

feeds.get(
  '/:slug',
  textEndpoint(
    {
      operationId: 'getSavedFeed',
      summary: 'Articles of a saved search, newest first',
      tag: 'Feed',
      path: z.object({ slug: slugPath.describe('Slug of the saved search') }),
      query: z.object({ output: choice(OUTPUTS, 'json').describe('Output format'), ...pageParams }),
      check: assertSaved,
      // How long it takes depends on what was saved.
      isCostly: () => true,
      errors: [404],
      means: 'The feed in the format that `output` asks for',
      answers: feedContent(FEED_EXAMPLE),
      headers: ['Link'],
    },
    async (c, { path: { slug }, query }) => {
      const found = await findSearch(c.var.db, slug);
      if (!found) throw notFound({ slug: 'names no saved search' });
      return answerFeed(
        c,
        { ...query, ...found.filter },
        { path: `/feeds/${slug}/`, title: found.name, isNamed: true },
      );
    },
  ),
);
