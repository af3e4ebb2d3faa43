import * as z from 'zod';
import { operations } from '../../../http/endpoint.ts';
import { rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { announcedOf } from '../../../websub/announce.ts';
import { subscriptionsOf } from '../../../websub/subscribe.ts';
import { topicsOf } from '../../feed/hub-topics.ts';
import { time } from '../../shapes.ts';

const topic = z.object({
  feed: z.string().describe('Feed as configured, with its path and query below `/api/v2/`, or its whole path'),
  address: z.string().describe('URL known to the hub; anyone who has it can read the feed'),
  pinged: time.nullable().describe('Time of the last notification; null if there was none'),
  failed: time.nullable().describe('Time of the failure if the last attempt failed; otherwise null'),
  failure: z.string().nullable().describe('Reason of the failure; null if the last attempt did not fail'),
});

const subscription = z.object({
  feed: z.string().nullable().describe('Polled feed; null if it was deleted and the subscription is ending'),
  hub: z.string().describe('Hub named by the feed'),
  topic: z.string().describe('URL of the feed at the hub'),
  until: time.nullable().describe('End of the confirmed lease; null if not confirmed'),
  pinged: time.nullable().describe('Time of the hub’s last notification; null if there was none'),
  failure: z.string().nullable().describe('Reason why the hub rejected the subscription'),
});

export const manageWebsub = operations('Management').get('/', {
  operationId: 'getWebSub',
  summary: 'Get the state of WebSub publishing and subscriptions',
  description: 'The settings are `WEBSUB_HUB`, `WEBSUB_FEEDS` and `PUBLIC_URL`.',
  data: z.object({
    hub: z.string().nullable().describe('Hub that the service notifies; null if none is set'),
    topics: z.array(topic),
    subscriptions: z.array(subscription),
  }),
  example: {
    hub: 'https://hub.example/',
    topics: [
      {
        feed: 'feed/?output=rss',
        address: 'https://news.example/websub/3f…',
        pinged: '2026-01-30T08:00:00Z',
        failed: null,
        failure: null,
      },
    ],
    subscriptions: [
      {
        feed: 'https://premiumledger.example/feed.xml',
        hub: 'https://pubsubhubbub.example/',
        topic: 'https://premiumledger.example/feed.xml',
        until: '2026-02-09T08:00:00Z',
        pinged: '2026-01-30T08:12:00Z',
        failure: null,
      },
    ],
  },
  answer: async ({ var: { db }, env }) => {
    const topics = await topicsOf(db, env);
    const known = new Map((await announcedOf(db, topics)).map((row) => [row.topic, row]));
    return {
      hub: env.WEBSUB_HUB || null,
      topics: topics.map(({ feed, address }) => {
        const { pingedAt, failedAt, failure = null } = known.get(address) ?? {};
        return { feed, address, pinged: rfc3339OrNull(pingedAt), failed: rfc3339OrNull(failedAt), failure };
      }),
      subscriptions: (await subscriptionsOf(db)).map(({ feed, hub, topic, until, pingedAt, reason }) => {
        const pinged = rfc3339OrNull(pingedAt && toSeconds(pingedAt));
        return { feed, hub, topic, until: rfc3339OrNull(until), pinged, failure: reason };
      }),
    };
  },
});
