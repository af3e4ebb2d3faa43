import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { NAUGHTY } from '../../../http/naughty-strings.ts';
import { askWith, makeKey, publish, rowsRead } from '../../../support/index.ts';
import { sized } from '../../../support/size.ts';

let operator = '';
const COUNT = sized(40, 100);
const TOPICS = Array.from({ length: COUNT }, (_, i) => ({
  id: 1000 + i,
  name: `${i % 2 ? 'topic' : 'Topic'} ${String((i * 37) % COUNT).padStart(3, '0')}`,
  slug: `topic-${i}`,
  category: 1 + (i % 2),
}));
const COMPANIES = TOPICS.map(({ id, name }, i) => ({ id, name, organisationType: i % 3 ? 'Broker' : 'Carrier' }));
const CARRIERS = new Set(
  COMPANIES.filter(({ organisationType }) => organisationType === 'Carrier').map(({ name }) => name),
);
const STORIES = Array.from({ length: COUNT }, (_, i) => ({
  id: i + 1,
  url: `https://site${i % 40}.example/${i}`,
  title: `Story ${i}`,
  introduction: i % 7 ? 'Rivers' : 'Floods rise',
  publishedAt: `2026-0${1 + (i % 3)}-${String(1 + (i % 28)).padStart(2, '0')}T00:00:00Z`,
  contentType: i % 5 ? 'article' : 'report',
  topics: [1000 + (i % 3)],
  companies: [1000],
  paywalled: i % 3 === 0,
  countries: i % 2 ? ['GB'] : ['FR'],
  geoGroups: i % 10 ? [] : ['europe'],
}));

beforeAll(async () => {
  operator = await makeKey('operator');
  await publish(operator, 'topics', TOPICS);
  await publish(operator, 'companies', COMPANIES);
  await publish(operator, 'articles', STORIES);
  await publish(
    operator,
    'rules',
    TOPICS.map(({ id }) => ({ kind: 'topic', ref: String(id), words: [`word ${id}`] })),
  );
});

interface Listed {
  next: string | null;
  previous: string | null;
  total: number | null;
}
type Item = Record<string, unknown>;

async function list(collection: string, query: string): Promise<Listed & { items: Item[]; rows: number }> {
  const response = await askWith(operator, `/manage/${collection}?${query}`);
  if (response.status !== 200) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  const { data } = await response.json<{ data: Listed & Record<string, Item[]> }>();
  const items = Object.values(data).find(Array.isArray) as Item[];
  return { ...data, items, rows: rowsRead(response) };
}

const LISTS = [
  ...[
    'sort=name',
    'sort=-name',
    'sort=id',
    'sort=-id',
    'category=2',
    'search=topic',
    'search=TOPIC%200&sort=-id',
    'search=topic&category=1&sort=-name',
  ].map((query) => ['topics', query, 'id']),
  ...['sort=name', 'sort=-id', 'organisationType=carrier'].map((query) => ['companies', query, 'id']),
  ...[
    'sort=domain',
    'sort=-name',
    'search=site',
    'search=3.ex&sort=-name',
    'withFeeds=false',
    'withFeeds=false&search=1',
  ].map((query) => ['sources', query, 'domain']),
  ...['sort=name', 'sort=-slug', 'country=gb', 'country=gb&search=a'].map((query) => ['geo-groups', query, 'slug']),
  ...['sort=kind', 'sort=-kind', 'kind=topic', 'search=word', 'search=05&sort=-kind&kind=topic'].map((query) => [
    'rules',
    query,
    'ref',
  ]),
  ...[
    'sort=published',
    'sort=-published',
    'sort=-id',
    'sort=id',
    'topics=1000,1001',
    'search=flood',
    'paywalled=true',
  ].map((query) => ['articles', query, 'id']),
  ...[
    'contentTypes=report',
    'countries=gb',
    'geoGroups=europe',
    'sources=site3.example,site4.example',
    'from=2026-02-01',
    'to=2026-03-20',
    'from=2026-02-01&sort=published',
    'from=2026-01-05&to=2026-03-20&topics=1000',
  ].map((query) => ['articles', query, 'id']),
] as [string, string, string][];

/** A quick run walks through every other list. */
describe.each(LISTS.filter((_, i) => i % sized(2, 1) === 0))('list of %s?%s', (collection, query, key) => {
  test(`pagination of ${collection}?${query} returns each item once in both directions and reads few rows`, async () => {
    const all = await list(collection, `${query}&limit=100`);
    const pages: string[][] = [];
    let page = await list(collection, `${query}&limit=7`);
    expect(page.previous).toBeNull();
    for (;;) {
      pages.push(page.items.map((item) => String(item[key])));
      // A search also reads eight rows of names.
      expect(page.rows).toBeLessThanOrEqual(query.includes('search') ? 40 : 30);
      if (!page.next) break;
      page = await list(collection, `${query}&limit=7&cursor=${page.next}`);
    }
    const walked = pages.flat();
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.slice(0, 100)).toEqual(all.items.map((item) => String(item[key])));
    const back: string[][] = [pages.at(-1) ?? []];
    while (page.previous) {
      page = await list(collection, `${query}&limit=7&cursor=${page.previous}`);
      back.unshift(page.items.map((item) => String(item[key])));
    }
    expect(back).toEqual(pages);
  });
});

const newest = (stories: typeof STORIES) =>
  stories.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || b.id - a.id).map(({ id }) => id);

test.each<[string, (story: (typeof STORIES)[number]) => boolean]>([
  ['', () => true],
  ['topics=1000,1002', ({ topics }) => topics[0] !== 1001],
  ['topics=1000&countries=fr', ({ topics, countries }) => topics[0] === 1000 && countries[0] === 'FR'],
  ['search=flood', ({ introduction }) => introduction.startsWith('Flood')],
  ['search=flood&paywalled=false', ({ introduction, paywalled }) => introduction.startsWith('Flood') && !paywalled],
  ['paywalled=true&contentTypes=report', ({ paywalled, contentType }) => paywalled && contentType === 'report'],
  ['geoGroups=europe', ({ geoGroups }) => geoGroups.length > 0],
  ['sources=site3.example', ({ url }) => url.startsWith('https://site3.example/')],
  [
    'sources=site3.example&topics=1001',
    ({ url, topics }) => url.startsWith('https://site3.example/') && topics[0] === 1001,
  ],
  ['from=2026-02-02&to=2026-02-10', ({ publishedAt }) => publishedAt >= '2026-02-02' && publishedAt < '2026-02-11'],
  [
    'from=2026-02-02&to=2026-02-10&countries=gb',
    ({ publishedAt, countries }) => publishedAt >= '2026-02-02' && publishedAt < '2026-02-11' && countries[0] === 'GB',
  ],
  ['url=http://www.site3.example/43', ({ url }) => url === 'https://site3.example/43'],
  ['sources=nobody.example', () => false],
])('articles?%s returns exactly the matching articles', async (query, is) => {
  const expected = newest(STORIES.filter(is));
  const { items } = await list('articles', `${query}&limit=100`);
  expect(items.map(({ id }) => id)).toEqual(expected.slice(0, 100));
});

test('the list of topics is sorted by name regardless of case and filtered by category', async () => {
  const { items } = await list('topics', 'category=1&limit=100&search=topic');
  const expected = TOPICS.filter(({ category }) => category === 1).map(({ name }) => name.toLowerCase());
  expect(items.map(({ name }) => String(name).toLowerCase())).toEqual(expected.toSorted());
});

test.each<[string, string, (name: string) => boolean]>([
  ['topics', 'search=IC%2007', (name) => name.toLowerCase().includes('ic 07')],
  ['topics', 'search=nobody', () => false],
  ['companies', 'search=9&organisationType=carrier', (name) => name.includes('9') && CARRIERS.has(name)],
  ['companies', 'organisationType=Baker', () => false],
])('a list of %s?%s returns the items whose names match', async (collection, query, has) => {
  const { items } = await list(collection, `${query}&limit=100`);
  const names = TOPICS.map(({ name }) => name).filter(has);
  expect(items.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('a search finds a renamed topic only by its new name, and finds no deleted topics', async () => {
  const found = async (text: string) => (await list('topics', `search=${text}`)).items.map(({ id }) => id);
  const topic = { id: 3000, name: 'Élan “quoted” 🌊', slug: 'elan', category: 1 };
  await publish(operator, 'topics', [topic]);
  expect(await found('ÉLAN “Q')).toEqual([3000]);
  await publish(operator, 'topics', [{ ...topic, name: 'Vigour' }]);
  expect([await found('quoted'), await found('vigour'), await found('ELAN')]).toEqual([[], [3000], [3000]]);
  await askWith(operator, '/manage/topics/3000', { method: 'DELETE' });
  expect(await found('vigour')).toEqual([]);
  await askWith(operator, '/manage/topics/3000/restore', { method: 'POST' });
  expect(await found('vigour')).toEqual([3000]);
});

test('a page of twenty sources with feeds reads at most 100 rows for every sort order and filter', async () => {
  const feeds = Array.from({ length: 30 }, (_, i) => ({
    domain: `site${i}.example`,
    url: `https://site${i}.example/f`,
  }));
  await publish(operator, 'feeds', feeds);
  const queries = ['sort=domain', 'sort=-name', 'withFeeds=true', 'search=site', 'search=site&withFeeds=true'];
  for (const query of queries) {
    const { items, rows } = await list('sources', `${query}&limit=20`);
    expect([query, items.length]).toEqual([query, 20]);
    expect(rows).toBeLessThanOrEqual(100);
  }
  expect((await list('sources', 'withFeeds=true&limit=100')).items).toHaveLength(30);
  expect((await list('sources', 'withFeeds=false&limit=100')).items).toHaveLength(10);
});

test('changes during the pagination of articles neither repeat nor skip an item', async () => {
  const first = await list('articles', 'sort=-id&limit=10');
  await publish(operator, 'articles', [{ ...STORIES[0], id: 5000, url: 'https://new.example/' }]);
  await askWith(operator, `/manage/articles/${first.items.at(-1)?.id}`, { method: 'DELETE' });
  const second = await list('articles', `sort=-id&limit=10&cursor=${first.next}`);
  expect(second.items[0]?.id).toBe(Number(first.items.at(-1)?.id) - 1);
});

test('a scheduled article is listed with state=scheduled', async () => {
  const publishedAt = new Date(Date.now() + 86_400_000).toISOString();
  await publish(operator, 'articles', [{ ...STORIES[0], id: 6000, url: 'https://new.example/soon', publishedAt }]);
  expect((await list('articles', 'state=scheduled')).items.map(({ id }) => id)).toEqual([6000]);
  expect((await list('articles', 'state=published&limit=1')).items[0]?.id).not.toBe(6000);
});

test.each([
  ['articles', 'sort=id&topics=1'],
  ['articles', 'sort=name'],
  ['articles', 'limit=101'],
  ['articles', 'geoGroups=nowhere'],
  ['articles', 'url=ftp://a.example'],
  ['topics', 'cursor=abc'],
  ['topics', 'category=3'],
  ['sources', 'organisationType=Baker'],
  ['rules', 'kind=word'],
  ['geo-groups', 'country=QQ'],
])('a list of %s?%s returns 400', async (collection, query) => {
  expect((await askWith(operator, `/manage/${collection}?${query}`)).status).toBe(400);
});

test('a list rejects a cursor from another sort order', async () => {
  const { next } = await list('topics', 'sort=name&limit=3');
  expect((await askWith(operator, `/manage/topics?sort=id&limit=3&cursor=${next}`)).status).toBe(400);
  expect((await askWith(operator, `/manage/companies?sort=-name&limit=3&cursor=${next}`)).status).toBe(400);
});

test('hostile strings cause no server error in any list', async () => {
  const fields = ['search', 'cursor', 'sort', 'sources', 'country', 'kind', 'url', 'from', 'topics', 'geoGroups'];
  for (const text of NAUGHTY.slice(0, 120)) {
    const collection = ['topics', 'companies', 'sources', 'geo-groups', 'rules', 'articles'][text.length % 6];
    const field = fields[(text.length * 7 + text.charCodeAt(0)) % fields.length] ?? 'search';
    const query = new URLSearchParams({ [field]: text.toWellFormed() });
    expect((await askWith(operator, `/manage/${collection}?${query}`)).status).toBeLessThan(500);
  }
});

test('listing topics by name uses an index', async () => {
  const plan = await env.DB.prepare(
    'EXPLAIN QUERY PLAN SELECT id FROM topics WHERE (name COLLATE NOCASE, id) > (?, ?) ORDER BY name COLLATE NOCASE, id LIMIT 8',
  )
    .bind('topic', 3)
    .all<{ detail: string }>();
  expect(plan.results.map(({ detail }) => detail).join()).toContain('topics_name');
});
