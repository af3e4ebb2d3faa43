import * as z from 'zod';
import type { Content } from '../../http/endpoint.ts';
import { PICKS } from '../../rankings/learning/minute-order.ts';
import {
  articleAuthors,
  category,
  client,
  contentId,
  contentType,
  countryCode,
  date,
  ITEM,
  organisationType,
  slug,
  storyShape,
  time,
  topicId,
} from '../shapes.ts';

const image = z.object({
  url: z.string(),
  width: z.int().nullable().describe('Width in CSS pixels'),
  height: z.int().nullable().describe('Height in CSS pixels'),
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
    language: z.string().nullable().describe('Language (BCP 47)'),
    authors: articleAuthors,
    section: z.string().nullable(),
    keywords: z.array(z.string()),
    words: z.int().nullable().describe('Number of words in the text'),
    readingMinutes: z.int().nullable().describe('Reading time in minutes'),
    story: storyShape.optional().describe('Story of the article; present only with `stories` or `story`'),
    pick: z
      .enum(PICKS)
      .optional()
      .describe('Reason for the position; present only with `order=engaging` and a secret key'),
  })
  .meta({ id: 'Article', description: 'Article fields beyond JSON Feed' });

const feedItem = z
  .object({
    id: z.string().describe('Content identifier as text'),
    url: z.string(),
    title: z.string(),
    summary: z.string(),
    content_text: z.string().describe('The introduction'),
    image: z.string().optional(),
    date_published: time,
    date_modified: time,
    authors: z
      .array(z.object({ name: z.string(), url: z.string().optional(), avatar: z.string().optional() }))
      .describe('Authors of the article, or the source and its icon if the article names none'),
    language: z.string().optional().describe('Language (BCP 47)'),
    tags: z.array(z.string()).describe('Topic names'),
    _article: article,
  })
  .meta({ id: 'FeedItem' });

const jsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: z.string(),
    feed_url: z.string(),
    description: z.string(),
    next_url: z.string().optional().describe('URL of the next page, without a key; omitted on the last page'),
    hubs: z
      .array(z.object({ type: z.literal('WebSub'), url: z.string() }))
      .optional()
      .describe('Hub that announces changes of this feed'),
    language: z.string().describe('Language of all items; en if they differ'),
    items: z.array(feedItem),
    _query: z.record(z.string(), z.union([z.string(), z.number()])).describe('The effective filters, without the key'),
    _recommended: z
      .object({ date: date.nullable() })
      .optional()
      .describe('Day of the selection, only in the recommended feed; null before the first selection'),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/)' });

export type JsonFeed = z.output<typeof jsonFeed>;

export const feedContent = (example: object): Record<string, Content> => ({
  'application/feed+json': { schema: jsonFeed, example },
  'application/rss+xml': { schema: z.string().describe('RSS 2.0 with an image per item') },
  'text/html': { schema: z.string().describe('Complete page for an iframe') },
});

const FEED_ITEM = {
  id: '1042',
  url: ITEM.url,
  title: ITEM.title,
  summary: 'Capacity has returned, and buyers notice.',
  content_text: 'Capacity has returned, and buyers notice.',
  image: 'https://premiumledger.example/images/cyber.jpg',
  date_published: '2026-01-30T08:00:00Z',
  date_modified: '2026-01-30T08:00:00Z',
  authors: [{ name: 'Dana Whitfield' }],
  language: 'en-GB',
  tags: ['Cyber'],
  _article: {
    contentId: 1042,
    contentType: 'article',
    organisationType: null,
    client: 'Topic Article',
    source: {
      name: 'Premium Ledger',
      domain: 'premiumledger.example',
      icon: 'https://premiumledger.example/icon.svg',
      iframeable: true,
      https: true,
    },
    topics: [{ id: 12, name: 'Cyber', slug: 'cyber', category: 1 }],
    companies: [{ id: 3, name: 'Varnholt Re' }],
    countries: ['GB'],
    geoGroups: ['europe'],
    paywalled: false,
    registration: false,
    image: { url: 'https://premiumledger.example/images/cyber.jpg', width: 1200, height: 675, alt: 'A server room' },
    language: 'en-GB',
    authors: [{ id: 'dana-whitfield@premiumledger.example', name: 'Dana Whitfield' }],
    section: 'Markets',
    keywords: ['cyber'],
    words: 640,
    readingMinutes: 3,
  },
};

export const FEED_EXAMPLE = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'newsgauge: articles',
  home_page_url: 'https://newsgauge.example/',
  feed_url: 'https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1',
  description: 'Articles of newsgauge, newest first',
  next_url: 'https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1&cursor=t9b3gg-sy',
  language: 'en-GB',
  items: [FEED_ITEM],
  _query: { includeTopics: '12', limit: 1 },
};

export const RECOMMENDED_EXAMPLE = {
  ...FEED_EXAMPLE,
  title: 'newsgauge: recommended for 2026-01-30',
  feed_url: 'https://newsgauge.example/api/v2/feed-recommended/?date=2026-01-30',
  description: 'The editors’ selection of newsgauge',
  next_url: undefined,
  _query: { date: '2026-01-30' },
  _recommended: { date: '2026-01-30' },
};
