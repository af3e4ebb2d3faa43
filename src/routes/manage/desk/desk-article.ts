import * as z from 'zod';
import type { FeedItem } from '../../../content/articles/item.ts';
import type { Db } from '../../../db/client.ts';
import { rfc3339 } from '../../../lib/time.ts';
import { PICKS } from '../../../rankings/learning/minute-order.ts';
import { type StandingPlacement, withPlacements } from '../../../rankings/read/read-placements.ts';
import {
  contentId,
  contentType,
  ITEM,
  PLACEMENT,
  placement,
  readThroughRate,
  storyShape,
  time,
  topicId,
} from '../../shapes.ts';

export const deskArticle = z
  .object({
    contentId,
    title: z.string(),
    introduction: z.string(),
    url: z.string(),
    source: z.string().describe('Name of the source'),
    contentType,
    publishedAt: time.describe('Publication time. Readers do not see the article before this time'),
    paywalled: z.boolean(),
    image: z.string().nullable().describe('URL of the article’s image; null if it has none'),
    language: z.string().nullable().describe('Language (BCP 47); null if it is neither declared nor detected'),
    topics: z.array(z.object({ id: topicId, name: z.string() })),
    placement,
  })
  .meta({ id: 'DeskArticle', description: 'Article for editors' });

const rank = z.int().min(1).nullable();

export const candidate = deskArticle
  .extend({
    standing: z
      .object({
        day: rank.describe('Rank over the last 24 hours; null if not listed'),
        week: rank.describe('Rank over the last 7 days'),
        rising: rank.describe('Rank among rising content'),
        isChosenBefore: z.boolean().describe('Whether the article is in the selection of the previous day'),
      })
      .describe('Ranks among all articles'),
    readThroughRate: readThroughRate.describe('Read-through rate, computed hourly; null with fewer than 50 readers'),
    story: storyShape.nullable().describe('Story of the article; null without `stories`'),
    pick: z.enum(PICKS).nullable().describe('Reason for the position in `engaging`; null in other lists'),
  })
  .meta({ id: 'Candidate', description: 'Candidate article' });

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
  language: 'en',
  topics: [{ id: 12, name: 'Cyber' }],
  placement: PLACEMENT,
};

export const toDeskArticles = async (db: Db, items: readonly FeedItem[]): Promise<z.infer<typeof deskArticle>[]> =>
  (await withPlacements(db, items)).map(toDeskArticle);

const toDeskArticle = (item: FeedItem & { placement: StandingPlacement | null }): z.infer<typeof deskArticle> => ({
  contentId: item.contentId,
  title: item.title,
  introduction: item.introduction,
  url: item.url,
  source: item.source.name,
  contentType: item.contentType,
  publishedAt: rfc3339(item.publishedAt),
  paywalled: item.paywalled,
  image: item.image?.url ?? null,
  language: item.language,
  topics: item.topics.map(({ id, name }) => ({ id, name })),
  placement: item.placement,
});

export const CANDIDATE = {
  ...DESK_ARTICLE,
  standing: { day: 3, week: 11, rising: 1, isChosenBefore: false },
  readThroughRate: { percent: 62, interval: [55, 68] as [number, number] },
  story: null,
  pick: null,
};
