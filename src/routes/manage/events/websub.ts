import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { rfc3339 } from '../../../lib/time.ts';
import { announcedOf } from '../../../websub/announce.ts';
import { topicsOf } from '../../feed/hub-topics.ts';
import { time } from '../../shapes.ts';

/** What the WebSub hub distributes, and its last notifications. */
export const manageWebsub = router();

const topic = z.object({
  feed: z.string().describe('As configured: path and query below `/api/v2/`, or the whole path'),
  address: z.string().describe('By which the hub knows it; anyone who has it can read the feed'),
  pinged: time.nullable().describe('When the hub was last notified of a change; null: never'),
  failed: time.nullable().describe('When the last attempt failed; null: it did not'),
  failure: z.string().nullable().describe('What was wrong then'),
});

operations(manageWebsub, 'Management').get('/', {
  operationId: 'getWebSub',
  summary: 'The WebSub hub, the feeds that it distributes, and its last notifications',
  description: 'Hub and feeds are settings: `WEBSUB_HUB`, `WEBSUB_FEEDS`, `PUBLIC_URL`.',
  data: z.object({ hub: z.string().nullable().describe('null: none'), topics: z.array(topic) }),
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
  },
  answer: async ({ var: { db }, env }) => {
    const topics = await topicsOf(db, env);
    const known = new Map((await announcedOf(db, topics)).map((row) => [row.topic, row]));
    const at = (seconds: number | null | undefined) => (seconds == null ? null : rfc3339(seconds));
    return {
      hub: env.WEBSUB_HUB || null,
      topics: topics.map(({ feed, address }) => {
        const { pingedAt, failedAt, failure = null } = known.get(address) ?? {};
        return { feed, address, pinged: at(pingedAt), failed: at(failedAt), failure };
      }),
    };
  },
});
