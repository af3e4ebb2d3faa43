import { and, desc, eq, inArray } from 'drizzle-orm';
import * as z from 'zod';
import { LIMITS, limitedByAddress, lookedUp } from '../../admission/limits.ts';
import { shedReads } from '../../admission/overload.ts';
import { newAuditChange, recordOther } from '../../content/history/audit.ts';
import { apiKeys, webhookEvents } from '../../db/schema.ts';
import type { Followed } from '../../db/values.ts';
import type { NewsItem } from '../../delivery/feed.ts';
import { linkLine, renderNewsRss } from '../../delivery/news-rss.ts';
import type { Rendered } from '../../delivery/render.ts';
import { RSS_TYPE } from '../../delivery/rss.ts';
import { router } from '../../http/base.ts';
import { PRIVATE } from '../../http/cache.ts';
import { describe, operations } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound, parameterInvalid } from '../../http/errors.ts';
import { choice } from '../../lib/formats/params.ts';
import { toSeconds } from '../../lib/time.ts';
import { EVERYTHING } from '../../search/feed-filters.ts';
import { alarmsOf } from '../../subscriptions/news.ts';
import { FOLLOWED_PAGES } from '../../subscriptions/pages.ts';
import { confirmRecipient, endByReceiver, findInvited, type InvitedRecipient } from '../../subscriptions/recipients.ts';
import { readEndingToken } from '../../subscriptions/send/derived-secrets.ts';
import { findFollowed, listSubscriptions, type Recording, type Subscription } from '../../subscriptions/store.ts';
import { renderPage } from '../../web/shells/layout.tsx';
import { chatTextOf, publishedEvents, type WebhookEvent } from '../../webhooks/event.ts';
import { answerFeed } from '../api/feed.ts';
import { weekRss } from '../api/insights/week.ts';
import { feedQuery } from '../feed/feed-params.ts';
import { FEED_EXAMPLE, feedContent } from '../feed/json-feed.ts';

/** Serves the feed of a subscription without a key. */
const followed = router();
followed.use('/followed/*', shedReads, limitedByAddress('followed', LIMITS.reader));

const MAX_ITEMS = 50;
const { 'application/feed+json': asJson, 'application/rss+xml': asRss } = feedContent(FEED_EXAMPLE);

operations('Subscriptions', followed).text('/followed/:token', {
  operationId: 'getFollowed',
  summary: 'Get a subscription as a feed',
  description:
    'The token in the URL opens only this feed, until the subscription ends. Items of a topic or story without `_article` are events.',
  path: z.object({ token: z.string().describe('Token from `POST /manage/subscriptions`') }),
  query: z.object({
    output: choice(['rss', 'json'], 'rss').describe('Output format; week and alerts are available as RSS only'),
  }),
  errors: [400, 404, 429, 500, 503],
  means: 'The newest items',
  answers: {
    ...(asRss ? { 'application/rss+xml': asRss } : {}),
    ...(asJson ? { 'application/feed+json': asJson } : {}),
  },
  answer: async (c, { path: { token }, query: { output } }) => {
    const { db, now, env } = { ...c.var, env: c.env };
    const found = await lookedUp(c, 'feed', (readDb) => findFollowed(readDb, token, toSeconds(now)));
    if (!found) throw notFound({ token: 'does not belong to an active subscription' });
    const { headers, body } = await feedOf(c, found, output, {
      origin: new URL(c.req.url).origin,
      self: `/followed/${token}`,
    });
    return { body, headers: { ...headers, 'Cache-Control': 'private, max-age=60', 'X-Robots-Tag': 'noindex' } };

    async function feedOf(
      c: AppContext,
      { kind, ref, name, keyId }: Subscription,
      output: 'rss' | 'json',
      at: { origin: string; self: string },
    ): Promise<Rendered> {
      if (kind === 'week' || kind === 'alerts') {
        if (output !== 'rss') throw parameterInvalid({ output: `must be rss for ${kind}` });
        const body = kind === 'week' ? await weekRss(db, env, at, now) : await alarmsRss(keyId, at);
        return { body, headers: { 'Content-Type': RSS_TYPE } };
      }
      const feedParameters = { output, limit: String(MAX_ITEMS), ...(kind === 'story' ? { story: ref } : {}) };
      const news = kind === 'author' ? [] : await loadNews(keyId, kind, ref);
      const filter =
        kind === 'topic' ? { includeTopics: [Number(ref)] } : kind === 'author' ? { includeAuthors: [ref] } : {};
      const query = { ...feedQuery.parse(feedParameters), ...EVERYTHING, ...filter };
      return answerFeed(c, query, { path: at.self, title: name, isNamed: true, isNewest: true, news });
    }

    async function alarmsRss(keyId: number, at: { origin: string; self: string }): Promise<string> {
      return renderNewsRss({
        ...at,
        title: `${env.PUBLISHER}: alarms`,
        description: `Alerts about readers of ${env.PUBLISHER}`,
        authority: env.GUID_AUTHORITY,
        page: '/insights/today',
        items: await loadNews(keyId, 'alerts', ''),
      });
    }

    /** Loads the events that the subscription's owner may see, with the same texts as in emails. */
    async function loadNews(keyId: number, kind: Followed, ref: string): Promise<NewsItem[]> {
      const [owner] = await db.select({ kind: apiKeys.kind }).from(apiKeys).where(eq(apiKeys.id, keyId));
      const events = await db
        .select()
        .from(webhookEvents)
        .where(
          and(
            inArray(webhookEvents.type, [...alarmsOf(owner?.kind ?? 'reader')]),
            ref ? eq(webhookEvents.subject, `${kind}:${ref}`) : undefined,
          ),
        )
        .orderBy(desc(webhookEvents.id))
        .limit(MAX_ITEMS);
      return (await publishedEvents(db, events, toSeconds(now))).map((event) => {
        const { text, links } = chatTextOf(event as unknown as WebhookEvent);
        return {
          title: text,
          page: FOLLOWED_PAGES[kind](ref),
          name: `event/${event.key}`,
          at: event.at,
          parts: [{ heading: '', lines: links.map(linkLine) }],
        };
      });
    }
  },
});

export const subscriptionRoutes = router();
subscriptionRoutes.route('/', followed);

const path = z.object({ token: z.string().describe('Token from the link in an email') });
const HTML = { 'text/html': { schema: z.string() } };
const described = { tag: 'Subscriptions', path, errors: [429, 500, 503] } as const;
const others = { 404: { description: 'The link is invalid', content: HTML } };

const readSubscriptionId = (c: AppContext): Promise<number | null> =>
  lookedUp(c, 'ending', (db) => readEndingToken(db, c.req.param('token') ?? ''));

interface PageButton {
  text: string;
  /** Path of the POST request (default: the path of the page). */
  path?: string;
  isPrimary?: boolean;
}

async function page(
  c: AppContext,
  status: 200 | 404 | 410,
  heading: string,
  description: string,
  buttons: readonly PageButton[] = [],
) {
  const { body, headers } = await renderPage(
    { heading, description, isShared: true, isFromEmail: true },
    <div class="row">
      {buttons.map(({ text, path, isPrimary }) => (
        <form method="post" action={path}>
          <button type="submit" class={isPrimary ? 'primary' : undefined}>
            {text}
          </button>
        </form>
      ))}
    </div>,
  );
  return c.body(body, status, { ...headers, ...PRIVATE });
}

const renderUnknown = (c: AppContext) =>
  page(c, 404, 'This link is not valid', 'It may have been truncated. Each email has a valid link at its end.');

const describeEnd = ({ via, address }: Subscription): string =>
  via === 'mail' && address !== null
    ? 'You will no longer receive these messages, and editors cannot invite your address again for two years.'
    : 'You will no longer receive these messages.';

subscriptionRoutes.get(
  '/unsubscribe/:token',
  describe(
    {
      ...described,
      operationId: 'getUnsubscribePage',
      summary: 'Show the unsubscribe page',
      answer: {
        status: 200,
        description: 'Page with a confirmation button; opening it changes nothing',
        content: HTML,
      },
      others,
    },
    async (c: AppContext) => {
      const id = await readSubscriptionId(c);
      if (id === null) return renderUnknown(c);
      const [found] = await listSubscriptions(c.var.db, { id }, c.var.now);
      return found
        ? page(c, 200, `Unsubscribe from ${found.name}?`, describeEnd(found), [
            { text: 'Unsubscribe', isPrimary: true },
          ])
        : page(c, 200, 'This subscription has ended', 'No more messages will be sent.');
    },
  ),
);

subscriptionRoutes.post(
  '/unsubscribe/:token',
  describe(
    {
      ...described,
      operationId: 'unsubscribe',
      summary: 'Unsubscribe by the link in an email',
      description: 'One-click unsubscribe (RFC 8058, `List-Unsubscribe-Post`). Repeating it changes nothing.',
      answer: { status: 200, description: 'The subscription has ended', content: HTML },
      others,
    },
    async (c: AppContext) => {
      const id = await readSubscriptionId(c);
      if (id === null) return renderUnknown(c);
      await endByReceiver(c.var.db, id, recordAs(c, 'delete'), toSeconds(c.var.now));
      return page(c, 200, 'This subscription has ended', 'No more messages will be sent.');
    },
  ),
);

const invitations = {
  404: { description: 'The link is invalid or was replaced by a newer one', content: HTML },
  410: { description: 'The invitation has expired or has ended', content: HTML },
};

const readInvited = (c: AppContext): Promise<InvitedRecipient | null> =>
  lookedUp(c, 'ending', (db) => findInvited(db, c.req.param('token') ?? '', toSeconds(c.var.now)));

const digestName = ({ kind, name }: InvitedRecipient): string => (kind === 'week' ? 'The week' : name);

/** Renders the page of an invitation, or of its state if it can no longer be confirmed. */
function invitationPage(c: AppContext, invited: InvitedRecipient | null) {
  if (!invited)
    return page(c, 404, 'This link is not valid', 'It may have been truncated, or a newer invitation has replaced it.');
  const { PUBLISHER } = c.env;
  switch (invited.state) {
    case 'invited':
      return page(
        c,
        200,
        `Receive “${digestName(invited)}” by email?`,
        `${invited.editor} would like to send you this digest of ${PUBLISHER}. Each email has a link to unsubscribe. If you decline, editors cannot invite your address again for two years.`,
        [
          { text: 'Confirm', isPrimary: true },
          { text: 'Decline', path: `/confirm/${c.req.param('token')}/decline` },
        ],
      );
    case 'confirmed':
      return page(
        c,
        200,
        'Your email address is confirmed',
        `You receive “${digestName(invited)}” of ${PUBLISHER}. Each email has a link to unsubscribe.`,
      );
    case 'expired':
      return page(
        c,
        410,
        'This invitation has expired',
        `It was valid for 48 hours. ${invited.editor} can invite you again.`,
      );
    case 'ended':
      return page(c, 410, 'This invitation has ended', 'No messages will be sent.');
  }
}

const recordAs =
  (c: AppContext, action: 'update' | 'delete'): Recording =>
  (details) =>
    recordOther(newAuditChange({ actor: 'Link in an email', now: c.var.now }), 'subscription', { ...details, action });

subscriptionRoutes.get(
  '/confirm/:token',
  describe(
    {
      ...described,
      operationId: 'getConfirmationPage',
      summary: 'Show the invitation to a digest',
      answer: {
        status: 200,
        description: 'Page with buttons to confirm and decline; opening it changes nothing',
        content: HTML,
      },
      others: invitations,
    },
    async (c: AppContext) => invitationPage(c, await readInvited(c)),
  ),
);

subscriptionRoutes.post(
  '/confirm/:token',
  describe(
    {
      ...described,
      operationId: 'confirmRecipient',
      summary: 'Confirm the invitation to a digest',
      description: 'Valid for 48 hours. Repeating it changes nothing.',
      answer: { status: 200, description: 'The recipient receives the digest', content: HTML },
      others: invitations,
    },
    async (c: AppContext) => {
      const invited = await readInvited(c);
      if (invited?.state !== 'invited') return invitationPage(c, invited);
      await confirmRecipient(c.var.db, invited, recordAs(c, 'update'), toSeconds(c.var.now));
      return invitationPage(c, await readInvited(c));
    },
  ),
);

subscriptionRoutes.post(
  '/confirm/:token/decline',
  describe(
    {
      ...described,
      operationId: 'declineInvitation',
      summary: 'Decline the invitation to a digest',
      description: 'Editors cannot invite the address again for two years. Repeating it changes nothing.',
      answer: { status: 200, description: 'The invitation has ended', content: HTML },
      others: invitations,
    },
    async (c: AppContext) => {
      const invited = await readInvited(c);
      if (!invited) return invitationPage(c, invited);
      await endByReceiver(c.var.db, invited.id, recordAs(c, 'delete'), toSeconds(c.var.now));
      return page(c, 200, 'You declined', 'No messages will be sent, and editors cannot invite your address again.');
    },
  ),
);
