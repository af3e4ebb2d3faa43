import * as z from 'zod';
import { operations } from '../../../http/endpoint.ts';
import { rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { announcedOf } from '../../../websub/announce.ts';
import { subscriptionsOf } from '../../../websub/subscribe.ts';
import { topicsOf } from '../../feed/hub-topics.ts';
import { time } from '../../shapes.ts';

const topic = z.object({
  feed: z.string().describe('As configured: path and query below `/api/v2/`, or the whole path'),
  address: z.string().describe('By which the hub knows it; anyone who has it can read the feed'),
  pinged: time.nullable().describe('When the hub was last notified of a change; null: never'),
  failed: time.nullable().describe('When the last attempt failed; null: it did not'),
  failure: z.string().nullable().describe('What was wrong then'),
});

const subscription = z.object({
  feed: z
    .string()
    .nullable()
    .describe('A feed that is polled; null: it is deleted, and the subscription is being ended'),
  hub: z.string().describe('That the feed names'),
  topic: z.string().describe('The feed’s own address as the hub knows it'),
  until: time.nullable().describe('How long the hub has confirmed it for; null: it has not'),
  pinged: time.nullable().describe('When the hub last said that the feed has changed; null: never'),
  failure: z.string().nullable().describe('Why the hub did not take it'),
});

export const manageWebsub = operations('Management').get('/', {
  operationId: 'getWebSub',
  summary: 'The WebSub hub and the feeds that it distributes, and subscriptions of polled feeds to theirs',
  description: 'Hub and feeds are settings: `WEBSUB_HUB`, `WEBSUB_FEEDS`, `PUBLIC_URL`.',
  data: z.object({
    hub: z.string().nullable().describe('null: none'),
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
