import * as z from 'zod';
import type { FeedItem } from '../../content/item.ts';
import { CONTENT_TYPES, ORGANISATION_TYPES } from '../../content/types.ts';
import type { ContentItem, InsightsTopic } from '../../rankings/read.ts';
import type { Group } from '../api/breakdown.ts';

/** What answers are made of. Each schema must fit the type that the code answers with. */

export const contentType = z.enum(CONTENT_TYPES).describe('Kind of content');
export const organisationType = z.enum(ORGANISATION_TYPES).nullable().describe('Kind of organisation');
export const topicId = z.int().positive().describe('Topic identifier');
export const contentId = z.int().positive().describe('Content (article) identifier');
const client = z.string().nullable().describe('Publisher; the value `Topic Article` denotes a third-party publication');
const category = z
  .union([z.literal(1), z.literal(2)])
  .meta({ description: '1 = Specialty Lines, 2 = Interest Areas', override: { type: 'integer', enum: [1, 2] } });
const slug = z.string().describe('URL-friendly identifier');
/** As an answer holds it: the request's own code or name, which a later version may add to. */
const countryCode = z.string().describe('ISO 3166-1 alpha-2');

export const contentItem = z
  .object({
    contentId,
    title: z.string().nullable().describe('Headline'),
    url: z.string().nullable().describe('Source article URL'),
    source: z.string().nullable().describe('Source name'),
    contentType: contentType.nullable(),
    organisationType,
    client,
  })
  .meta({ id: 'ContentItem', description: 'An article as analytics show it' }) satisfies z.ZodType<ContentItem>;

export const trendingTopic = z
  .object({ id: topicId, name: z.string(), slug, description: z.string(), category })
  .meta({ id: 'TrendingTopic' });

export const insightsTopic = z.object({ topicId, name: z.string(), slug, category }).meta({
  id: 'Topic',
}) satisfies z.ZodType<InsightsTopic>;

export const growingTopic = z
  .object({
    ...insightsTopic.shape,
    growthPercent: z
      .number()
      .nullable()
      .describe('Change in engagement against the previous window, in percent; null: there was none'),
    topContent: z.array(contentItem).max(5).describe('The content that drives the rise'),
    topSources: z.array(z.string()).max(5).describe('Most-engaged source names, in order'),
  })
  .meta({ id: 'GrowingTopic' });

export const group = z.object({ group: z.string().describe('Group label'), slug, items: z.array(contentItem) }).meta({
  id: 'Group',
}) satisfies z.ZodType<Group>;

export const geoGroup = z
  .object({
    slug,
    name: z.string(),
    countries: z.array(z.object({ code: countryCode, name: z.string() })),
  })
  .meta({ id: 'GeoGroup' });

const image = z.object({
  url: z.string(),
  width: z.int().nullable().describe('CSS pixels'),
  height: z.int().nullable().describe('CSS pixels'),
  alt: z.string(),
});

const source = z.object({
  name: z.string(),
  domain: z.string(),
  icon: z.string().nullable(),
  iframeable: z.boolean(),
  https: z.boolean(),
});

const article = z
  .object({
    contentId,
    contentType,
    organisationType,
    client,
    source,
    topics: z.array(z.object({ id: topicId, name: z.string(), slug, category })),
    companies: z.array(z.object({ id: z.int().positive(), name: z.string() })),
    countries: z.array(countryCode),
    geoGroups: z.array(slug),
    paywalled: z.boolean(),
    registration: z.boolean(),
    image: image.nullable(),
  })
  .meta({ id: 'Article', description: 'What the service knows of an article beyond JSON Feed' }) satisfies z.ZodType<
  Omit<FeedItem, 'title' | 'url' | 'introduction' | 'publishedAt' | 'modifiedAt'>
>;

const time = z.iso.datetime();

export const feedItem = z
  .object({
    id: z.string().describe('Content identifier as text'),
    url: z.string(),
    title: z.string(),
    summary: z.string(),
    content_text: z.string().describe('The introduction'),
    image: z.string().optional(),
    date_published: time,
    date_modified: time,
    authors: z.array(z.object({ name: z.string(), avatar: z.string().optional() })).describe('The source and its icon'),
    tags: z.array(z.string()).describe('Topic names'),
    _article: article,
  })
  .meta({ id: 'FeedItem' });

export const jsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: z.string(),
    feed_url: z.string(),
    description: z.string(),
    next_url: z.string().optional().describe('The next page, without a key; absent at the end'),
    language: z.string(),
    items: z.array(feedItem),
    _query: z.record(z.string(), z.union([z.string(), z.number()])).describe('The effective filters, without the key'),
    _recommended: z
      .object({ date: z.iso.date().nullable() })
      .optional()
      .describe('Only in the recommended feed: the day of the selection; null where nothing has been selected yet'),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/)' });
