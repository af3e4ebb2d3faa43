import * as z from 'zod';
import { hashedAddress, LIMITS, limited, lookedUp } from '../../admission/limits.ts';
import { jsonErrors } from '../../admission/mount.ts';
import { router } from '../../http/base.ts';
import { PRIVATE } from '../../http/cache.ts';
import { withPermit } from '../../http/concurrency-limits.ts';
import { describe, enveloped } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound, ServerError } from '../../http/errors.ts';
import { readsOnly } from '../../http/method.ts';
import { findShare } from '../../keys/share-links.ts';
import { toSeconds } from '../../lib/time.ts';
import { endedPage, sharePage } from './shared-page.tsx';
import { askView } from './shared-view.ts';

export const share = router();

share.use('/s/*', readsOnly);

const path = z.object({ token: z.string().describe('Token from `POST /manage/shares`') });
const HTML = { 'text/html': { schema: z.string() } };

/** Maximum waiting page requests per client. Pages are rendered one by one, so that later ones reuse cached parts. */
const MAX_WAITING_PAGES = 32;
const PAGE_WAIT_MS = 10_000;

share.use('/s/:token/*', async (c, next) => {
  const found = await lookedUp(c, 'share', (db) => findShare(db, c.req.param('token'), toSeconds(c.var.now)));
  c.set('share', found);
  if (!found) return next();
  const client = `share ${found.id}:${await hashedAddress(c)}`;
  await limited(c, LIMITS.reader, client, c.env.READER_LIMIT, () =>
    withPermit(client, 1, next, MAX_WAITING_PAGES, PAGE_WAIT_MS),
  );
});

/** Returns the data of a shared view, or `null` if it cannot be shared. Throws 503 if it may be available later. */
async function loadSharedView(c: AppContext): Promise<Response | null> {
  const answer = c.var.share && (await askView(c, c.var.share.view));
  if (answer && (answer.status === 429 || answer.status >= 500))
    throw new ServerError(503, { isExpected: true, retryAfter: 2 });
  return answer?.ok ? answer : null;
}

share.get(
  '/s/:token',
  describe(
    {
      operationId: 'getShare',
      summary: 'Show a shared view as a page',
      tag: 'Shares',
      path,
      answer: { status: 200, description: 'The shared view', content: HTML },
      errors: [429, 500, 503],
      others: { 404: { description: 'The link has expired, was revoked, or is invalid', content: HTML } },
    },
    async (c: AppContext) => {
      const found = c.var.share;
      const openLink = found && (await loadSharedView(c)) ? found : null;
      const { body, headers } = await (openLink ? sharePage(c, openLink) : endedPage());
      return c.body(body, openLink ? 200 : 404, { ...headers, ...PRIVATE });
    },
  ),
);

share.use('/s/:token/data', jsonErrors);
share.get(
  '/s/:token/data',
  describe(
    {
      operationId: 'getShareData',
      summary: 'Get the data of a shared view',
      tag: 'Shares',
      path,
      answer: {
        status: 200,
        description: 'Data of the shared view',
        content: { 'application/json': enveloped(z.object({}).loose(), { period: '7d', topics: [] }) },
      },
      errors: [404, 429, 500, 503],
    },
    async (c: AppContext) => {
      const answer = await loadSharedView(c);
      if (!answer) throw notFound({ token: 'does not belong to an active share' });
      return c.body(await answer.text(), 200, { ...PRIVATE, 'Content-Type': 'application/json' });
    },
  ),
);
