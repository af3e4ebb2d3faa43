/** What two servers are asked alike. Questions that change something come last, in an order in which each finds what it changes. */

export type KeyName = 'secret' | 'publishable' | 'operator' | 'bound' | 'revoked';

export interface Question {
  method: string;
  path: string;
  /** The key that goes into the Authorization header; left out: none. */
  key?: KeyName;
  headers?: Record<string, string>;
  body?: string;
  /** The answer is asked for twice and the second one compared: it comes from the cache, or is 304 with `etag`. */
  again?: 'cached' | 'etag';
}

const get = (path: string, key?: KeyName, rest: Partial<Question> = {}): Question => ({
  method: 'GET',
  path,
  ...(key ? { key } : {}),
  ...rest,
});

const send = (method: string, path: string, value: unknown, rest: Partial<Question> = {}): Question => ({
  method,
  path,
  key: 'operator',
  body: typeof value === 'string' ? value : JSON.stringify(value),
  ...rest,
});

const FEED = '/api/v2/feed/';
const RECOMMENDED = '/api/v2/feed-recommended/';
const TRENDING = '/api/v2/topics/trending/';
const INSIGHTS = '/api/v2/insights';

const FILTERS = [
  '',
  'limit=3',
  'limit=100',
  'articleTypes=report',
  'articleTypes=ARTICLE, video ,article',
  'includeTopics=1,2,3',
  'includeTopics=47',
  'includeTopics=99999',
  'includeCompanies=1',
  'excludeCompanies=1,2,3,4,5',
  'additionalSources=premiumledger.example',
  'additionalSources=https://www.premiumledger.example/a',
  'includePaywalled=0',
  'includeRegistration=0',
  'excludeNonIframeableSources=1',
  'excludeNonHttpsSources=1',
  'searchTerms=claims',
  'searchTerms=cyber premiums,flood',
  'searchTerms=%22quoted%22 words',
  'includeCountries=gb',
  'includeCountries=GB,US',
  'excludeCountries=GB',
  'includeGeoGroups=europe',
  'includeGeoGroups=europe,apac&includeTopics=1,2,3,4,5,6',
  'searchTerms=market&includeCountries=GB&articleTypes=article,report&includePaywalled=0&limit=5',
  'theme=dark&accent=ff8800',
  'limit=&unknown=1',
];

const OUTPUTS = ['json', 'rss', 'html'];

const FAULTY_FEED = [
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=1&limit=2',
  'output=xml',
  'articleTypes=blog',
  'includeTopics=0',
  'includeTopics=a,1',
  'includePaywalled=true',
  'includeCountries=XX',
  'includeGeoGroups=nowhere',
  'additionalSources=http://',
  'cursor=zzz',
  'accent=red',
  'theme=pink',
  'limit=0&includeTopics=-1&includePaywalled=2&includeGeoGroups=nowhere',
];

const feeds = [
  ...FILTERS.flatMap((filter) => OUTPUTS.map((output) => get(`${FEED}?output=${output}&${filter}`, 'publishable'))),
  ...['', '2020-01-01', 'today', '2026-02-30'].flatMap((date) =>
    OUTPUTS.map((output) => get(`${RECOMMENDED}?output=${output}&date=${date}`, 'publishable')),
  ),
  ...FAULTY_FEED.flatMap((fault) => [
    get(`${FEED}?${fault}`, 'secret'),
    get(`${FEED}?output=html&${fault}`, 'publishable'),
  ]),
  get('/api/v2/feed?output=HTML', 'bound'),
  get('/api/v2/feed?output=html', 'bound', { headers: { Origin: 'https://elsewhere.example' } }),
  get('/api/v2/feed', 'bound', { headers: { Origin: 'https://partner.example' } }),
  get(FEED, 'publishable', { again: 'cached' }),
  get(FEED, 'publishable', { again: 'etag' }),
  get(`${FEED}?output=html`, 'publishable', { again: 'etag' }),
  { method: 'HEAD', path: FEED, key: 'publishable' as const },
  get('/api/v2/geography/list/', 'publishable'),
  get('/api/v2/geography/list', 'secret', { again: 'etag' }),
];

const COMMON = ['', 'period=24h', 'limit=3', 'riskManagement=true', 'period=24h&riskManagement=true&limit=50'];
const BREAKDOWNS = [
  'content-type',
  'source-type',
  'specialty-line',
  'interest-area',
  'audience-region',
  'seniority',
  'channel',
];
const FAULTY_INSIGHTS = ['period=week', 'limit=51', 'riskManagement=1', 'limit=a&period=b&riskManagement=c'];

const insights = [
  ...['popular-content', 'trending-topics', 'topics/3/content', 'topics/47/co-topics'].flatMap((name) =>
    [...COMMON, ...FAULTY_INSIGHTS].map((query) => get(`${INSIGHTS}/${name}/?${query}`, 'secret')),
  ),
  ...BREAKDOWNS.flatMap((breakdown) => [
    get(`${INSIGHTS}/popular-content/?breakdown=${breakdown}`, 'secret'),
    get(`${INSIGHTS}/popular-content/?breakdown=${breakdown}&limit=2&riskManagement=true&period=24h`, 'secret'),
  ]),
  get(`${INSIGHTS}/popular-content/?breakdown=colour`, 'secret'),
  ...['', 'minContentItems=1', 'limit=2', 'riskManagement=true', 'minContentItems=0', 'minContentItems=1001'].map(
    (query) => get(`${INSIGHTS}/trending-topics/growth/?${query}`, 'secret'),
  ),
  ...['99999', '0', 'x', '3?limit=0', 'x?limit=0'].map((id) => {
    const [topic, query = ''] = id.split('?');
    return get(`${INSIGHTS}/topics/${topic}/content/?${query}`, 'secret');
  }),
  ...[
    '',
    'period=now',
    'companyType=broker',
    'companyType=carrier&period=now',
    'excludeTopics=1,2',
    'limit=50',
    'includeTopics=47',
    'includeTopics=47,999&limit=1',
    'includeTopics=1&excludeTopics=1',
    'limit=0&period=x',
  ].map((query) => get(`${TRENDING}?${query}`, 'secret')),
  get(TRENDING, 'secret', { again: 'etag' }),
];

const BOUNDARIES = [FEED, RECOMMENDED, '/api/v2/geography/list/', TRENDING, `${INSIGHTS}/popular-content/`];

const access = [
  ...[...BOUNDARIES, '/manage/status', '/manage/keys', '/embed/choices'].flatMap((path) => [
    get(path),
    get(path, 'revoked'),
    get(path, undefined, { headers: { Authorization: 'Bearer nonsense' } }),
    get(path, undefined, { headers: { 'X-API-Key': 'nonsense' } }),
    get(`${path}?apiKey=`),
    get(`${path}?apiKey=a&apiKey=b`),
  ]),
  ...['publishable' as const, 'operator' as const].flatMap((key) =>
    [TRENDING, `${INSIGHTS}/trending-topics/`, '/manage/status', '/embed/choices', FEED].map((path) => get(path, key)),
  ),
  get('/manage/status', 'secret'),
  get(FEED, 'bound', { headers: { Origin: 'https://elsewhere.example' } }),
];

const others = [
  ...['/', '/insights', '/embed', '/desk', '/operate', '/docs', '/api/v2/openapi.json'].flatMap((path) => [
    get(path),
    { method: 'POST', path },
  ]),
  get('/docs', undefined, { again: 'etag' }),
  get('/health/live'),
  get('/health/ready'),
  ...[
    '/nothing',
    '/api/v2/nothing',
    '/api/v2/',
    '/manage/nothing',
    '/feed?output=html',
    '/api/v2/feed/x?output=html',
  ].map((path) => get(path, path.startsWith('/manage') ? 'operator' : 'secret')),
  ...['/api/v2/feed/', '/api/v2/insights/popular-content/', '/health/live', '/clicks', '/go/1'].flatMap((path) =>
    ['PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => ({ method, path, key: 'secret' as const })),
  ),
  get('/embed/choices', 'publishable'),
  get('/embed/choices?kind=companies&q=a&limit=5', 'publishable'),
  get('/embed/choices?ids=1,2', 'secret'),
  get('/embed/choices?kind=x&limit=0', 'secret'),
  get('/clicks'),
  get('/go/1'),
  get('/go/99999?key=x'),
];

const operating = [
  ...['/manage/keys', '/manage/rules', '/manage/sources', '/manage/sources?limit=2&withFeeds=true'].map((path) =>
    get(path, 'operator'),
  ),
  get('/manage/sources?limit=0&withFeeds=2', 'operator'),
  get('/manage/sources/opml', 'operator'),
  get('/manage/topics/proposals', 'operator'),
  get('/manage/recommended', 'operator'),
  get('/manage/recommended?from=2026-01-02&to=2026-01-01', 'operator'),
  get('/manage/recommended/2026-01-01', 'operator'),
  get('/manage/recommended/nonsense', 'operator'),
  get('/manage/candidates', 'operator'),
  get('/manage/candidates?searchTerms=claims&topics=1,2&period=7d&limit=5', 'operator'),
  get('/manage/candidates?limit=51', 'operator'),
  ...OUTPUTS.map((output) => get(`/manage/preview?articles=3,2,1&output=${output}`, 'operator')),
  get('/manage/dead-letters', 'operator'),
  get('/manage/dead-letters?limit=0&after=-1', 'operator'),
  get('/manage/status', 'operator'),
  get('/manage/metrics', 'operator'),
];

const TOPIC = { id: 900, name: 'Tidal power', slug: 'tidal-power', description: 'Power of tides', category: 2 };
const ARTICLE = {
  id: 70_001,
  url: 'https://compared.example/one',
  title: 'Tidal power insured',
  introduction: 'One',
  publishedAt: '2026-01-30T08:00:00Z',
  contentType: 'article',
  topics: [900],
  companies: [],
  countries: ['GB'],
  geoGroups: [],
};

const changes = [
  send('PUT', '/manage/topics', [TOPIC, { id: 0 }, { id: 901, name: 'Twice', slug: 'tidal-power' }]),
  send('PUT', '/manage/topics', `${JSON.stringify(TOPIC)}\nnonsense\n`),
  send('PUT', '/manage/topics', '{}'),
  send('PUT', '/manage/topics', '['),
  send('PUT', '/manage/companies', [{ id: 900, name: 'Tidal Re', organisationType: 'Carrier' }, { id: 901 }]),
  send('PUT', '/manage/sources', [{ domain: 'compared.example', name: 'Compared' }, { domain: 'no domain' }]),
  send('PUT', '/manage/geo-groups', [{ slug: 'two', name: 'Two', countries: ['GB', 'FR'] }, { slug: 'Bad Slug' }]),
  send('PUT', '/manage/articles', [ARTICLE, { ...ARTICLE, id: 70_002, topics: [12_345] }, { title: 'x' }]),
  get(`${FEED}?includeTopics=900&limit=7`, 'secret'),
  get(`${FEED}?includeGeoGroups=two&limit=7`, 'secret'),
  send('PUT', '/manage/recommended/2026-01-30', { articles: [70_001] }),
  send('PUT', '/manage/recommended/2026-01-30', { articles: [70_001], version: 0 }),
  send('PUT', '/manage/recommended/2026-01-30', { articles: [99_999_999] }),
  send('PUT', '/manage/recommended/2026-01-30', { articles: 'x' }),
  get(`${RECOMMENDED}?date=2026-01-30`, 'secret'),
  send('PUT', '/manage/rules', [{ kind: 'topic', ref: '900', words: ['tidal'], exclusions: [] }, { kind: 'x' }]),
  send('POST', '/manage/retag?limit=1&after=70000', ''),
  send('POST', '/manage/retag?limit=0', ''),
  send('PUT', '/manage/feeds', [{ url: 'ftp://x' }]),
  send('POST', '/manage/feeds/poll', { urls: ['https://nowhere.example/feed'] }),
  send('POST', '/manage/feeds/poll', 'x'),
  send('POST', '/manage/feeds/items', 'nonsense', { headers: { 'Content-Type': 'text/plain' } }),
  send('POST', '/manage/feeds/items', { version: 'https://jsonfeed.org/version/1.1', title: 'Empty', items: [] }),
  send('POST', '/manage/clicks', [{ contentId: 70_001, at: '2020-01-01T00:00:00Z', reader: 'a' }, { contentId: 0 }]),
  send('POST', '/manage/dead-letters/replay?limit=0', ''),
  send('POST', '/manage/dead-letters/replay', ''),
  send('POST', '/manage/nothing', ''),
  send('POST', '/clicks', { contentId: 1, key: 'nonsense' }, { key: 'secret' }),
  send('POST', '/clicks', 'nonsense'),
  send('POST', '/clicks', {}),
  { method: 'DELETE', path: '/manage/articles/70001', key: 'operator' as const },
  { method: 'DELETE', path: '/manage/articles/70001', key: 'operator' as const },
  { method: 'DELETE', path: '/manage/articles/x', key: 'operator' as const },
  get(`${FEED}?includeTopics=900&limit=8`, 'secret'),
];

export const QUESTIONS: readonly Question[] = [...feeds, ...insights, ...access, ...others, ...operating, ...changes];
