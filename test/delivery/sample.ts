import type { FeedItem } from '../../src/content/articles/item.ts';
import type { Feed } from '../../src/delivery/feed.ts';

export const sampleItem = (changes: Partial<FeedItem> = {}): FeedItem => ({
  contentId: 7,
  title: 'Ports & “perils”: who pays?',
  url: 'https://www.example.com/a?x=1&y=2',
  introduction: 'Cover for D&O < 1 year & more.',
  publishedAt: 1_769_846_400,
  modifiedAt: 1_769_850_000,
  contentType: 'video',
  organisationType: 'Broker',
  client: null,
  source: { name: 'Example & Sons', domain: 'example.com', icon: null, iframeable: true, https: true },
  topics: [
    { id: 1, name: 'Cyber', slug: 'cyber', category: 1 },
    { id: 2, name: 'D&O', slug: 'd-and-o', category: 1 },
  ],
  companies: [],
  countries: ['GB'],
  geoGroups: [],
  paywalled: true,
  registration: false,
  image: { url: 'https://cdn.example.com/a.webp?w=1&h=2', width: 1200, height: 675, alt: 'A "port" & a crane' },
  authors: [],
  section: null,
  keywords: [],
  language: null,
  words: null,
  ...changes,
});

export const sampleFeed = (changes: Partial<Feed> = {}): Feed => ({
  title: 'Gazette: articles',
  description: 'Articles of Gazette, newest first',
  origin: 'https://newsgauge.test',
  authority: 'newsgauge.test',
  zone: '',
  self: '/api/v2/feed/?output=rss&includeTopics=1,2',
  next: '/api/v2/feed/?output=rss&includeTopics=1,2&cursor=abc-7',
  items: [sampleItem()],
  query: {},
  ...changes,
});
