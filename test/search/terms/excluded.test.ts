import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { createManager } from '../../../src/client/manage.ts';
import { ask, askWith, makeKey, ORIGIN, publish } from '../../support/index.ts';
import { sized } from '../../support/size.ts';

const TITLES = {
  1: 'Flood claims rise in the north',
  2: 'Football club floods its pitch',
  3: 'Flood of US bonds',
  4: 'Floods tell us more',
  5: 'Flooded cinema shows a football match',
  6: 'Flood barrier holds',
  7: 'Hochwasser: Versicherer zahlen',
  8: 'C++ programmers model a flood',
  9: 'Vitamin C flooded pharmacies',
};
const IDS = Object.keys(TITLES).map(Number);

const keys = { operator: '', secret: '', publishable: '' };
let mcp: Client;
beforeAll(async () => {
  for (const kind of ['operator', 'secret', 'publishable'] as const) keys[kind] = await makeKey(kind);
  const hour = 3_600_000;
  const articles = Object.entries(TITLES).map(([id, title]) => ({
    id: Number(id),
    url: `https://excluded.example/${id}`,
    title,
    publishedAt: new Date(Date.now() - Number(id) * hour).toISOString(),
    contentType: 'article',
    ...(id === '7' ? { language: 'de' } : {}),
  }));
  expect((await publish(keys.operator, 'articles', articles)).accepted).toBe(IDS.length);
  const change = async (path: string, ids: number[]) => {
    const body = JSON.stringify({ articles: ids });
    const response = await askWith(keys.operator, `/manage/stories/${path}`, { method: 'POST', body });
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  const story = await change('1/join', IDS.slice(1));
  for (const id of IDS.slice(1)) await change(`${story}/split`, [id]);
  const clicks = IDS.map((contentId) => ({
    contentId,
    at: new Date(Date.now() - hour / 2).toISOString(),
    reader: 'a',
  }));
  await askWith(keys.operator, '/manage/clicks', { method: 'POST', body: JSON.stringify(clicks) });
  await askWith(keys.operator, '/manage/rebuild', { method: 'POST' });
  mcp = new Client({ name: 'test', version: '1' });
  await mcp.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', ORIGIN), {
      requestInit: { headers: { Authorization: `Bearer ${keys.secret}` } },
      fetch: (url, init) => ask(new URL(url).pathname, init),
    }),
  );
});

const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);
const idsIn = (text: string) =>
  sorted([...text.matchAll(/https:\/\/excluded\.example\/(\d)/g)].map(([, id]) => Number(id)));
const fetch = (request: Request) => ask(request.url.slice(ORIGIN.length), request);

async function textOf(key: string, path: string): Promise<string> {
  const response = await askWith(key, path);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

let searches = 0;
async function saveSearch(filter: Record<string, string>): Promise<string> {
  const slug = `search-${searches++}`;
  await publish(keys.operator, 'searches', [{ slug, name: slug, filter }]);
  return slug;
}

type Terms = { searchTerms?: string; excludeTerms: string };
const query = (terms: Terms, more = {}) => new URLSearchParams({ limit: '50', ...terms, ...more }).toString();
const listsOf = ({ searchTerms, excludeTerms }: Terms) => ({
  ...(searchTerms ? { searchTerms: searchTerms.split(',') } : {}),
  excludeTerms: excludeTerms.split(','),
});

async function candidates(path: string): Promise<number[]> {
  const { data } = JSON.parse(await textOf(keys.operator, path)) as {
    data: Record<'newest' | 'engaged', { contentId: number }[]>;
  };
  const [newest, engaged] = [data.newest, data.engaged].map((list) => sorted(list.map(({ contentId }) => contentId)));
  expect(engaged).toEqual(newest);
  return newest ?? [];
}

const WAYS: Record<string, (terms: Terms) => Promise<number[]>> = {
  'JSON feed': async (terms) => idsIn(await textOf(keys.secret, `/api/v2/feed/?${query(terms)}`)),
  'RSS feed': async (terms) => idsIn(await textOf(keys.secret, `/api/v2/feed/?${query(terms, { output: 'rss' })}`)),
  'embedded page': async (terms) =>
    idsIn(await textOf('', `/api/v2/feed/?${query(terms, { output: 'html', apiKey: keys.publishable })}`)),
  'feed of a story each': async (terms) =>
    idsIn(await textOf(keys.secret, `/api/v2/feed/?${query(terms, { stories: '1' })}`)),
  'feed of a saved search': async (terms) =>
    idsIn(await textOf(keys.secret, `/feeds/${await saveSearch({ ...terms })}/?limit=50`)),
  desk: (terms) => candidates(`/manage/candidates?${query(terms)}`),
  'desk within a saved search': async (terms) =>
    candidates(`/manage/candidates?limit=50&search=${await saveSearch({ ...terms })}`),
  'list of articles': async ({ searchTerms = '', excludeTerms }) => {
    const terms = new URLSearchParams({ search: searchTerms, excludeTerms, limit: '50' });
    return idsIn(await textOf(keys.operator, `/manage/articles?${terms}`));
  },
  'tool for language models': async (terms) => {
    const args = { ...listsOf(terms), limit: 50 };
    const { structuredContent, isError } = await mcp.callTool({ name: 'search_articles', arguments: args });
    expect(isError ?? false).toBe(false);
    return idsIn(JSON.stringify(structuredContent));
  },
  client: async (terms) => {
    const found: string[] = [];
    const client = createClient({ baseUrl: ORIGIN, apiKey: keys.secret, fetch });
    for await (const { url } of client.feed.list({ ...listsOf(terms), limit: 2 })) found.push(url);
    return idsIn(found.join(' '));
  },
  'client of operators': async ({ searchTerms, excludeTerms }) => {
    const found: string[] = [];
    const newsroom = createManager({ baseUrl: ORIGIN, apiKey: keys.operator, fetch });
    const search = searchTerms ? { search: searchTerms.split(',') } : {};
    for await (const { url } of newsroom.articles.list({ ...search, excludeTerms: excludeTerms.split(','), limit: 2 }))
      found.push(url);
    return idsIn(found.join(' '));
  },
};

const CASES: [terms: Terms, found: number[]][] = [
  [{ excludeTerms: 'flood' }, [7]],
  [{ searchTerms: 'flood', excludeTerms: 'football' }, [1, 3, 4, 6, 8, 9]],
  [{ searchTerms: 'flood', excludeTerms: 'football match' }, [1, 2, 3, 4, 6, 8, 9]],
  [{ excludeTerms: 'footb*,Versicherern,claims' }, [3, 4, 6, 8, 9]],
  [{ excludeTerms: 'US' }, [1, 2, 4, 5, 6, 7, 8, 9]],
  [{ searchTerms: 'flood', excludeTerms: 'us,C++' }, [1, 2, 5, 6, 9]],
  [{ excludeTerms: 'match football,!?' }, IDS],
  [{ searchTerms: 'football', excludeTerms: 'pitch,cinema shows' }, []],
];

/** All ways use the same filter, so a quick run tries half of the cases per way, in turns. */
describe.each(Object.entries(WAYS).map(([name, find], way) => [name, find, way] as const))('%s', (_, find, way) => {
  test.each(CASES.filter((_, i) => (i + way) % sized(2, 1) === 0))(
    'articles that match %j are omitted from a feed',
    async (terms, found) => expect(await find(terms)).toEqual(found),
  );
});
