import * as z from 'zod';
import type { FeedItem } from '../../../content/articles/item.ts';
import type { Db } from '../../../db/client.ts';
import { rfc3339 } from '../../../lib/time.ts';
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
    publishedAt: time.describe('Before it no reader sees the article'),
    paywalled: z.boolean(),
    image: z.string().nullable().describe('Address of its picture'),
    language: z.string().nullable().describe('BCP 47; null: nobody says, and its words do not show'),
    topics: z.array(z.object({ id: topicId, name: z.string() })),
    placement,
  })
  .meta({ id: 'DeskArticle', description: 'An article as editors see it' });

const rank = z.int().min(1).nullable();

export const candidate = deskArticle
  .extend({
    standing: z
      .object({
        day: rank.describe('Rank of the last 24 hours; null: it is not listed'),
        week: rank.describe('Rank of the last 7 days'),
        rising: rank.describe('Rank among what is rising'),
        isChosenBefore: z.boolean().describe('It is in the selection of the day before'),
      })
      .describe('Where it stands among all articles'),
    readThroughRate: readThroughRate.describe(
      'How far readers get, made once an hour; null: fewer than 50 have opened it',
    ),
    story: storyShape.nullable().describe('What it reports, together with others; null: `stories` was not asked for'),
  })
  .meta({ id: 'Candidate', description: 'An article that editors may choose' });

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
};
