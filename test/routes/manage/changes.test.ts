import { beforeEach, describe, expect, test } from 'vitest';
import { askWith, freshItems, makeKey, publish } from '../../support/index.ts';

let operator = '';
let secret = '';
beforeEach(async () => {
  operator ||= await makeKey('operator');
  secret ||= await makeKey('secret');
  await publish(operator, 'topics', [topic]);
  await publish(operator, 'companies', [company]);
  await publish(operator, 'sources', [source]);
  await publish(operator, 'geo-groups', [group]);
  await publish(operator, 'articles', [flood, storm]);
});

const topic = { id: 1, name: 'Cyber', slug: 'cyber', description: '', category: 1 };
const company = { id: 12, name: 'Acme', organisationType: 'Broker' };
const source = { domain: 'example.com', name: 'Example', iframeable: true, organisationType: 'Carrier' };
const group = { slug: 'here', name: 'Here', countries: ['GB'] };
const flood = {
  id: 1,
  url: 'https://www.example.com/flood',
  title: 'Flood claims',
  introduction: 'Rivers rise',
  publishedAt: '2026-01-02T00:00:00Z',
  contentType: 'article',
  topics: [1],
  companies: [12],
  countries: ['FR'],
  geoGroups: ['here'],
};
const storm = {
  ...flood,
  id: 2,
  introduction: 'Winds blow',
  url: 'https://other.example/storm',
  title: 'Storm',
  publishedAt: '2026-01-01T00:00:00Z',
};

const ids = async (query = '') => (await freshItems(secret, query)).map(({ id }) => id);
const first = async () => (await freshItems(secret))[0];

describe('renamed resources in feeds', () => {
  test('feeds show the new data of a renamed topic', async () => {
    await publish(operator, 'topics', [{ ...topic, name: 'Cyber Risk', slug: 'cyber-risk', category: 2 }]);
    expect(await first()).toMatchObject({
      tags: ['Cyber Risk'],
      _article: { topics: [{ id: 1, name: 'Cyber Risk', slug: 'cyber-risk', category: 2 }] },
    });
    expect(await ids('includeTopics=1')).toEqual(['1', '2']);
  });

  test('feeds show the new data of a renamed company', async () => {
    await publish(operator, 'companies', [{ ...company, name: 'Acme & Sons' }]);
    expect((await first())?._article.companies).toEqual([{ id: 12, name: 'Acme & Sons' }]);
    expect(await ids('includeCompanies=12')).toEqual(['1', '2']);
  });

  test('feeds show the new data of a renamed source, including the values that its articles inherit', async () => {
    const changes = { name: 'The Example', organisationType: 'Broker', client: 'Topic Article' };
    await publish(operator, 'sources', [{ ...source, ...changes }]);
    const [item, other] = await freshItems(secret);
    expect(item?.authors[0]?.name).toBe('The Example');
    expect(item?._article).toMatchObject({ organisationType: 'Broker', client: 'Topic Article' });
    expect(other?.authors[0]?.name).toBe('other.example');
  });
});

test('articles leave and rejoin a feed that excludes non-iframeable sources when the flag of their source changes', async () => {
  const framed = 'excludeNonIframeableSources=1';
  expect(await ids(framed)).toEqual(['1', '2']);
  for (let round = 0; round < 2; round++) {
    await publish(operator, 'sources', [{ ...source, iframeable: false }]);
    expect(await ids(framed)).toEqual(['2']);
    expect((await first())?._article.source.iframeable).toBe(false);
    await publish(operator, 'sources', [source]);
    expect(await ids(framed)).toEqual(['1', '2']);
  }
  expect(await ids('searchTerms=flood&includeTopics=1&excludeNonHttpsSources=1')).toEqual(['1']);
});

describe('feeds and search after a changed article', () => {
  test('an article is found by its new title and introduction', async () => {
    await publish(operator, 'articles', [{ ...flood, title: 'Hail', introduction: 'Roofs break' }]);
    expect(await ids('searchTerms=flood,claims,river')).toEqual([]);
    expect(await ids('searchTerms=hail')).toEqual(['1']);
    expect(await ids('searchTerms=roof')).toEqual(['1']);
  });

  test('an article is sorted by its new time', async () => {
    await publish(operator, 'articles', [{ ...flood, publishedAt: '2025-06-01T00:00:00Z' }]);
    expect(await ids()).toEqual(['2', '1']);
    expect(await ids('searchTerms=flood')).toEqual(['1']);
  });

  test('an article matches filters by its new topics, companies, countries, groups and type', async () => {
    const bare = { topics: [47], companies: [], countries: ['US'], geoGroups: [], contentType: 'video' };
    await publish(operator, 'articles', [{ ...flood, ...bare, paywalled: true, registration: true }]);
    const gone = ['includeTopics=1', 'includeCompanies=12', 'includeCountries=fr', 'includeGeoGroups=here'];
    for (const query of [...gone, 'articleTypes=article', 'includePaywalled=0', 'includeRegistration=0']) {
      expect([query, await ids(query)]).toEqual([query, ['2']]);
    }
    for (const query of ['includeTopics=47', 'includeCountries=us', 'articleTypes=video']) {
      expect([query, await ids(query)]).toEqual([query, ['1']]);
    }
  });

  test('an article matches filters by its new URL', async () => {
    await publish(operator, 'articles', [{ ...flood, url: 'http://third.example/flood' }]);
    expect(await ids('additionalSources=third.example')).toEqual(['2']);
    expect(await ids('additionalSources=example.com')).toEqual(['1', '2']);
    expect(await ids('excludeNonHttpsSources=1')).toEqual(['2']);
    expect((await first())?._article.source.name).toBe('third.example');
  });
});

test('the articles of a geo group match filters by its new countries', async () => {
  expect(await ids('includeCountries=GB')).toEqual(['1', '2']);
  await publish(operator, 'geo-groups', [{ ...group, countries: ['DE'] }]);
  expect(await ids('includeCountries=GB')).toEqual([]);
  expect(await ids('includeCountries=DE')).toEqual(['1', '2']);
  expect(await ids('excludeCountries=DE')).toEqual(['1', '2']);
  expect(await ids('excludeCountries=FR')).toEqual([]);
});

test('a deleted article disappears from feeds, search and selections', async () => {
  await askWith(operator, '/manage/recommended/2026-01-02', {
    method: 'PUT',
    body: JSON.stringify({ articles: [2, 1] }),
  });
  const remove = () => askWith(operator, '/manage/articles/1', { method: 'DELETE' });
  expect((await remove()).status).toBe(200);
  expect(await ids()).toEqual(['2']);
  expect(await ids('searchTerms=flood')).toEqual([]);
  expect(await ids('includeTopics=1')).toEqual(['2']);
  const selection = await freshItems(secret, 'date=2026-01-02', '/api/v2/feed-recommended/');
  expect(selection.map(({ id }) => id)).toEqual(['2']);

  const again = await remove();
  expect(again.status).toBe(404);
  expect(await again.json()).toMatchObject({ reason: 'notFound', data: { id: 'does not belong to an article' } });
});

test.each(['0', '-1', 'abc', '1e3', '9007199254740993', '%00'])('DELETE of article id %s returns 400', async (id) => {
  const response = await askWith(operator, `/manage/articles/${id}`, { method: 'DELETE' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ reason: 'parameterInvalid', data: { id: expect.any(String) } });
});
