/** What answers look like. A test holds every example against its schema. */

export const ITEM = {
  contentId: 1042,
  title: 'Cyber premiums level off after three hard years',
  url: 'https://premiumledger.example/cyber-premiums-level-off',
  source: 'Premium Ledger',
  contentType: 'article',
  organisationType: null,
  client: 'Topic Article',
};

export const TOPIC = { topicId: 12, name: 'Cyber', slug: 'cyber', category: 1 };
export const RISK_MANAGEMENT = { topicId: 47, name: 'Risk Management', slug: 'risk-management', category: 2 };

export const TRENDING = [
  { id: 12, name: 'Cyber', slug: 'cyber', description: 'Insurance of digital risks', category: 1 },
];

export const GROWING = { ...TOPIC, growthPercent: 37.5, topContent: [ITEM], topSources: ['Premium Ledger'] };

export const GROUP = { group: 'Article', slug: 'article', items: [ITEM] };

export const GEO_GROUP = { slug: 'benelux', name: 'Benelux', countries: [{ code: 'BE', name: 'Belgium' }] };

const FEED_ITEM = {
  id: '1042',
  url: ITEM.url,
  title: ITEM.title,
  summary: 'Capacity has returned, and buyers notice.',
  content_text: 'Capacity has returned, and buyers notice.',
  image: 'https://premiumledger.example/images/cyber.jpg',
  date_published: '2026-01-30T08:00:00Z',
  date_modified: '2026-01-30T08:00:00Z',
  authors: [{ name: 'Premium Ledger', avatar: 'https://premiumledger.example/icon.svg' }],
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
  },
};

const FEED = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'newsgauge: articles',
  home_page_url: 'https://newsgauge.example/',
  feed_url: 'https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1',
  description: 'Articles of newsgauge, newest first',
  next_url: 'https://newsgauge.example/api/v2/feed/?includeTopics=12&limit=1&cursor=t9b3gg-sy',
  language: 'en',
  items: [FEED_ITEM],
  _query: { includeTopics: '12', limit: 1 },
};

export const FEED_JSON = FEED;

export const RECOMMENDED_JSON = {
  ...FEED,
  title: 'newsgauge: recommended for 2026-01-30',
  feed_url: 'https://newsgauge.example/api/v2/feed-recommended/?date=2026-01-30',
  description: 'The editors’ selection of newsgauge',
  next_url: undefined,
  _query: { date: '2026-01-30' },
  _recommended: { date: '2026-01-30' },
};

export const STATUS = {
  queue: { queued: 0, oldestSeconds: null },
  deadLetters: { unknownArticle: 2 },
  lastClickHour: '2026-01-30T08:00:00Z',
  rankings: { published: 48, late: 0, oldestAgeSeconds: 240 },
  outcomes: { counted: 1200, 'dropped:bot': 80 },
};

export const ARTICLE_INPUT = {
  url: ITEM.url,
  title: ITEM.title,
  introduction: FEED_ITEM.summary,
  publishedAt: FEED_ITEM.date_published,
  contentType: 'article',
  topics: [12],
  companies: [3],
  countries: ['GB'],
  geoGroups: ['europe'],
  image: FEED_ITEM._article.image,
};

export const UPSERTED = {
  accepted: 41,
  rejected: [{ line: 7, errors: { slug: 'must be lower-case words joined by hyphens' } }],
};

export const METRICS = `# TYPE newsgauge_queue_messages gauge
# HELP newsgauge_queue_messages Clicks that wait to be counted.
newsgauge_queue_messages 0
# EOF
`;
