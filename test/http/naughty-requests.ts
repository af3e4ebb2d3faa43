import { FEED_FILTERS } from '../../src/search/feed-filters.ts';

export interface Attempt {
  /** Part of the request that contains the hostile string. */
  place: string;
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}

/** Parameters whose values reach the database. */
const OPEN = ['searchTerms', 'excludeTerms', 'additionalSources', 'includeGeoGroups', 'includeAuthors', 'cursor'];
const FILTERS = Object.keys(FEED_FILTERS).filter((name) => !OPEN.includes(name));
const CLOSED = [...FILTERS, 'output', 'limit', 'theme', 'accent'];

const HEADERS = [
  'Authorization',
  'X-API-Key',
  'Origin',
  'If-None-Match',
  'Accept',
  'User-Agent',
  'Content-Type',
  'Referer',
];

const ARTICLE = {
  url: 'https://naughty.example/',
  title: 'a',
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
};
const BODIES: Record<string, object> = {
  articles: {
    id: 1,
    ...ARTICLE,
    introduction: '',
    topics: [],
    companies: [],
    countries: [],
    geoGroups: [],
    organisationType: 'Broker',
    client: '',
    paywalled: false,
    registration: false,
    image: '',
  },
  topics: { id: 900, name: 'a', slug: 'naughty-topic', description: '', category: 1, excludedFromTrending: false },
  companies: { id: 900, name: 'a', organisationType: 'Broker' },
  sources: { domain: 'naughty.example', name: 'a', icon: '', iframeable: true, organisationType: 'Broker', client: '' },
  'geo-groups': { slug: 'naughty-group', name: 'a', countries: [] },
};

export function* attempts(text: string, keys: { secret: string; operator: string }): Iterable<Attempt> {
  // Lone surrogates cannot be encoded as UTF-8.
  const encoded = encodeURIComponent(text.toWellFormed());
  const get = { method: 'GET', headers: { Authorization: `Bearer ${keys.secret}` } };
  for (const name of OPEN) yield { place: name, path: `/api/v2/feed/?${name}=${encoded}`, init: get };
  const closed = CLOSED.map((name) => `${name}=${encoded}`).join('&');
  yield { place: 'all other parameters', path: `/api/v2/feed/?${closed}`, init: get };
  yield { place: 'a parameter’s name', path: `/api/v2/feed/?${encoded}=1`, init: get };
  yield { place: 'date', path: `/api/v2/feed-recommended/?date=${encoded}`, init: get };
  yield { place: 'apiKey', path: `/api/v2/feed/?apiKey=${encoded}`, init: { method: 'GET', headers: {} } };

  const put = { method: 'PUT', headers: { Authorization: `Bearer ${keys.operator}` } };
  const remove = { ...put, method: 'DELETE' };
  yield { place: 'a path', path: `/api/v2/${encoded}`, init: get };
  yield { place: 'an id in a path', path: `/manage/articles/${encoded}`, init: remove };
  yield {
    place: 'a date in a path',
    path: `/manage/recommended/${encoded}`,
    init: { ...put, body: '{"articles":[]}' },
  };

  // Headers contain bytes without control characters.
  const bytes = String.fromCharCode(...new TextEncoder().encode(text)).replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  for (const name of HEADERS) {
    yield {
      place: name,
      path: '/api/v2/geography/list/',
      init: { ...get, headers: { ...get.headers, [name]: bytes } },
    };
  }

  for (const [collection, good] of Object.entries(BODIES)) {
    const path = `/manage/${collection}`;
    yield { place: `the body of ${collection}`, path, init: { ...put, body: text } };
    const lines = Object.keys(good).flatMap((field) =>
      [text, [text], { [text]: text }].map((value) => ({ ...good, [field]: value })),
    );
    yield { place: `a field of ${collection}`, path, init: { ...put, body: JSON.stringify(lines) } };
  }
  const selection = JSON.stringify({ articles: [text], [text]: text });
  yield { place: 'a selection', path: '/manage/recommended/2026-01-01', init: { ...put, body: selection } };
}
