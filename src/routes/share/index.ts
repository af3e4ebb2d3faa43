import * as z from 'zod';
import { lookedUp } from '../../admission/limits.ts';
import { jsonErrors } from '../../admission/mount.ts';
import { router } from '../../http/base.ts';
import { PRIVATE } from '../../http/cache.ts';
import { describe, enveloped } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound } from '../../http/errors.ts';
import { readsOnly } from '../../http/method.ts';
import { findShare, type Share } from '../../keys/shares.ts';
import { toSeconds, utcDay } from '../../lib/time.ts';
import { loadAbout } from './about.ts';
import type { ViewData } from './data.ts';
import { endedPage, sharePage } from './page.tsx';
import { askView } from './view.ts';

/** `/s/{token}`: one view, read only, for anyone with the link. */
export const share = router();

share.use('/s/*', readsOnly);

const path = z.object({ token: z.string().describe('As the answer to `POST /manage/shares` shows it') });
const HTML = { 'text/html': { schema: z.string() } };

const shareOf = (c: AppContext): Promise<Share | null> =>
  lookedUp(c, 'share', () => findShare(c.var.db, c.req.param('token') ?? '', toSeconds(c.var.now)));

share.get(
  '/s/:token',
  describe(
    {
      operationId: 'getShare',
      summary: 'A shared view as a page',
      tag: 'Shares',
      path,
      answer: { status: 200, description: 'The view', content: HTML },
      errors: [429, 500, 503],
      others: { 404: { description: 'The link has expired, was revoked, or never existed', content: HTML } },
    },
    async (c: AppContext) => {
      const found = await shareOf(c);
      const answer = found && (await askView(c, found.view));
      const { data } = answer?.ok ? await answer.json<{ data: ViewData }>() : { data: null };
      const { body, headers } =
        found && data
          ? await sharePage(data, await loadAbout(c, found.view, data), {
              name: found.name,
              until: utcDay(found.expiresAt),
              zone: c.env.TIME_ZONE,
            })
          : await endedPage();
      return c.body(body, found && data ? 200 : 404, { ...headers, ...PRIVATE });
    },
  ),
);

share.use('/s/:token/data', jsonErrors);
share.get(
  '/s/:token/data',
  describe(
    {
      operationId: 'getShareData',
      summary: 'The data of a shared view, as the API answers it',
      tag: 'Shares',
      path,
      answer: {
        status: 200,
        description: 'The answer of the view',
        content: { 'application/json': enveloped(z.object({}).loose(), { period: '7d', topics: [] }) },
      },
      errors: [404, 429, 500, 503],
    },
    async (c: AppContext) => {
      const found = await shareOf(c);
      const answer = found && (await askView(c, found.view));
      if (!answer?.ok) throw notFound({ token: 'does not belong to an active share' });
      return c.body(await answer.text(), 200, { ...PRIVATE, 'Content-Type': 'application/json' });
    },
  ),
);
