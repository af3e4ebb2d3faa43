import * as z from 'zod';
import { lookedUp } from '../../admission/limits.ts';
import { newChange, recordOther } from '../../content/history/audit.ts';
import { router } from '../../http/base.ts';
import { PRIVATE } from '../../http/cache.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { toSeconds } from '../../lib/time.ts';
import { readEndingToken } from '../../subscriptions/send/secret.ts';
import { endSubscription, listSubscriptions } from '../../subscriptions/store.ts';
import { renderPage } from '../../web/shells/layout.tsx';
import { followed } from './feed.ts';

/** What somebody without a key may do with the token in an address: read a feed, end a subscription. */
export const subscriptions = router();
subscriptions.route('/', followed);

const path = z.object({ token: z.string().describe('As the link in a mail has it') });
const HTML = { 'text/html': { schema: z.string() } };
const described = { tag: 'Subscriptions', path, errors: [429, 500, 503] } as const;
const others = { 404: { description: 'The link is none of this service', content: HTML } };

/** The id that the address names, or null. */
const ending = (c: AppContext): Promise<number | null> =>
  lookedUp(c, 'ending', (db) => readEndingToken(db, c.req.param('token') ?? ''));

async function page(c: AppContext, status: 200 | 404, heading: string, description: string, hasButton = false) {
  const { body, headers } = await renderPage(
    { heading, description, isShared: true },
    hasButton ? (
      <form method="post">
        <button type="submit" class="primary">
          Unsubscribe
        </button>
      </form>
    ) : (
      <div />
    ),
  );
  return c.body(body, status, { ...headers, ...PRIVATE });
}

const unknown = (c: AppContext) =>
  page(c, 404, 'This link is not valid', 'It may have been cut off on its way. Each mail has one at its end.');

subscriptions.get(
  '/unsubscribe/:token',
  describe(
    {
      ...described,
      operationId: 'getUnsubscribePage',
      summary: 'A page that asks whether a subscription is to end',
      answer: { status: 200, description: 'The page; reading it changes nothing', content: HTML },
      others,
    },
    async (c: AppContext) => {
      const id = await ending(c);
      if (id === null) return unknown(c);
      const [found] = await listSubscriptions(c.var.db, { id }, c.var.now);
      return found
        ? page(c, 200, `Unsubscribe from ${found.name}?`, 'You will get no more of these messages.', true)
        : page(c, 200, 'This subscription has ended', 'Nothing more is sent.');
    },
  ),
);

subscriptions.post(
  '/unsubscribe/:token',
  describe(
    {
      ...described,
      operationId: 'unsubscribe',
      summary: 'End a subscription by the link in a mail',
      description:
        'As RFC 8058 has it: mail programs send it at one click (`List-Unsubscribe-Post`). Repeating it changes nothing.',
      answer: { status: 200, description: 'It has ended', content: HTML },
      others,
    },
    async (c: AppContext) => {
      const id = await ending(c);
      if (id === null) return unknown(c);
      const change = newChange({ actor: 'Link in a mail', now: c.var.now });
      await endSubscription(c.var.db, { id }, toSeconds(c.var.now), (record) =>
        recordOther(change, 'subscription', { ...record, action: 'delete' }),
      );
      return page(c, 200, 'This subscription has ended', 'Nothing more is sent.');
    },
  ),
);
