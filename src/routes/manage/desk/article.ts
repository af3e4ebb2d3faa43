import * as z from 'zod';
import type { FeedItem } from '../../../content/articles/item.ts';
import { rfc3339 } from '../../../lib/time.ts';
import { contentId, contentType, ITEM, time, topicId } from '../../shapes.ts';

/** An article as the desk shows it. */
export const deskArticle = z
  .object({
    contentId,
    title: z.string(),
    introduction: z.string(),
    url: z.string(),
    source: z.string().describe('Name of the source'),
    contentType,
    publishedAt: time.describe('Before it no reader sees the article'),
    paywalled: z.boolean(),
    image: z.string().nullable().describe('Address of its picture'),
    topics: z.array(z.object({ id: topicId, name: z.string() })),
  })
  .meta({ id: 'DeskArticle', description: 'An article as editors see it' });

export const DESK_ARTICLE = {
  contentId: 1042,
  title: ITEM.title,
  introduction: 'Capacity has returned, and buyers notice.',
  url: ITEM.url,
  source: 'Premium Ledger',
  contentType: 'article',
  publishedAt: '2026-01-30T08:00:00Z',
  paywalled: false,
  image: 'https://premiumledger.example/images/cyber.jpg',
  topics: [{ id: 12, name: 'Cyber' }],
};

export const toDeskArticle = (item: FeedItem): z.infer<typeof deskArticle> => ({
  contentId: item.contentId,
  title: item.title,
  introduction: item.introduction,
  url: item.url,
  source: item.source.name,
  contentType: item.contentType,
  publishedAt: rfc3339(item.publishedAt),
  paywalled: item.paywalled,
  image: item.image?.url ?? null,
  topics: item.topics.map(({ id, name }) => ({ id, name })),
});
