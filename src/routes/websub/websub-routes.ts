import * as z from 'zod';
import { LIMITS, limitedByAddress } from '../../admission/limits.ts';
import { jsonErrors } from '../../admission/mount.ts';
import { shedReads } from '../../admission/overload.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound } from '../../http/errors.ts';
import { readsOnly } from '../../http/method.ts';
import { sha256 } from '../../lib/hash/hash.ts';
import { topicsOf } from '../feed/hub-topics.ts';
import { FEED_EXAMPLE, feedContent } from '../feed/json-feed.ts';
import { callback } from './callback.ts';
import { documentOf } from './document.ts';

/** Serves the feeds that a hub distributes, at secret URLs. */
export const websub = router();

/** Hubs must revalidate. A cached copy would not contain the change about which they were notified. */
const HEADERS = { 'Cache-Control': 'public, no-cache', 'X-Robots-Tag': 'noindex' };

websub.use('/websub/:token', jsonErrors, shedReads, readsOnly, limitedByAddress('websub', LIMITS.hub));

websub.get(
  '/websub/:token',
  describe(
    {
      operationId: 'getWebSubTopic',
      summary: 'Get a feed that a WebSub hub distributes',
      description: 'No key is required, because the URL is secret. The feed contains this URL and the URL of the hub.',
      tag: 'Feed',
      path: z.object({ token: z.string().describe('Token from the feed’s `feed_url` or `rel="self"`') }),
      answer: {
        status: 200,
        description: 'The newest articles',
        content: feedContent(FEED_EXAMPLE),
        headers: ['Link'],
      },
      errors: [404, 429, 500, 503],
    },
    async (c: AppContext) => {
      const given = await sha256(c.req.param('token') ?? '');
      for (const topic of await topicsOf(c.var.db, c.env)) {
        // Compares hashes, so that response times do not reveal the correct token.
        if ((await sha256(topic.token)) !== given) continue;
        const document = await documentOf(topic, c.env);
        if (!document.ok) throw notFound({ token: 'belongs to a feed that is not available' });
        const headers = Object.fromEntries(
          ['Content-Type', 'ETag', 'Link'].flatMap((name) => {
            const value = document.headers.get(name);
            return value ? [[name, value]] : [];
          }),
        );
        return c.body(await document.text(), 200, { ...headers, ...HEADERS });
      }
      throw notFound({ token: 'does not belong to a feed' });
    },
  ),
);

websub.route('/', callback);
