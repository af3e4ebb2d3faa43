import { beforeAll, describe, expect, test } from 'vitest';
import { nameFor, searchNames } from '../../src/search/search-names.ts';
import { ask, askWith, makeKey, publish, rowsRead } from '../support/index.ts';

describe('searchNames()', () => {
  const names = ['Acme Re', 'Zürich Group', 'Re Holdings', 'Premier', 'Acme & Sons'].map((name, id) => ({ id, name }));
  test.each([
    ['', ['Acme Re', 'Zürich Group', 'Re Holdings', 'Premier', 'Acme & Sons']],
    ['acme', ['Acme Re', 'Acme & Sons']],
    ['zurich', ['Zürich Group']],
    ['RE', ['Re Holdings', 'Acme Re', 'Premier']],
    ['acme sons', ['Acme & Sons']],
    ['%', ['Acme Re', 'Zürich Group', 'Re Holdings', 'Premier', 'Acme & Sons']],
    ['nobody', []],
  ])('searchNames() returns the matches of %j', (text, expected) => {
    expect(searchNames(names, text).map(({ name }) => name)).toEqual(expected);
  });
});

describe('/embed/choices', () => {
  let keys = { operator: '', publishable: '', secret: '' };
  beforeAll(async () => {
    const [operator, publishable, secret] = [
      await makeKey('operator'),
      await makeKey('publishable'),
      await makeKey('secret'),
    ];
    keys = { operator, publishable, secret };
    const companies = Array.from({ length: 5000 }, (_, i) => ({
      id: i + 1,
      name: `Company ${5000 - i}`,
      organisationType: 'Broker',
    }));
    for (let i = 0; i < 5000; i += 1000) await publish(operator, 'companies', companies.slice(i, i + 1000));
    await publish(operator, 'topics', [{ id: 11, name: 'Cyber', slug: 'cyber', category: 1 }]);
  });
  const choices = async (query: string, key = keys.publishable) => {
    const response = await askWith(key, `/embed/choices?${query}`);
    const { data } = (await response.json()) as { data: { choices: { id: number; name: string }[]; more: boolean } };
    return { rows: rowsRead(response), status: response.status, ...data };
  };

  test('/embed/choices returns at most the limit, sorted by name, and reports further matches', async () => {
    const { choices: found, more, status } = await choices('kind=companies&q=company%201&limit=3');
    expect([status, more, found]).toEqual([
      200,
      true,
      [
        { id: 5000, name: 'Company 1' },
        { id: 4991, name: 'Company 10' },
        { id: 4990, name: 'Company 11' },
      ],
    ]);
  });

  test('/embed/choices reads the names only once for repeated searches', async () => {
    await choices('kind=companies&q=a');
    expect((await choices('kind=companies&q=b')).rows).toBe(0);
  });

  test('/embed/choices returns names by id', async () => {
    expect(await choices('kind=companies&ids=5000,7')).toMatchObject({
      choices: [
        { id: 5000, name: 'Company 1' },
        { id: 7, name: 'Company 4994' },
      ],
      more: false,
    });
    expect((await choices('kind=topics&ids=11', keys.secret)).choices).toEqual([{ id: 11, name: 'Cyber' }]);
  });

  test.each([
    ['kind=sources', 'kind'],
    ['limit=101', 'limit'],
    ['ids=a', 'ids'],
    [`q=${'a'.repeat(101)}`, 'q'],
  ])('/embed/choices rejects %s', async (query, field) => {
    const response = await askWith(keys.publishable, `/embed/choices?${query}`);
    expect([response.status, Object.keys(((await response.json()) as { data: object }).data)]).toEqual([400, [field]]);
  });

  test('/embed/choices/matches counts up to 100 articles of filters or of a saved search, without loading them', async () => {
    const at = (id: number) => ({
      id,
      url: `https://ledger.example/${id}`,
      title: id > 103 ? 'Hailstorm' : 'Flood',
      contentType: 'article',
      publishedAt: new Date(Date.now() + (id === 105 ? 1 : -1) * 3_600_000).toISOString(),
      topics: [11],
    });
    await publish(
      keys.operator,
      'articles',
      Array.from({ length: 105 }, (_, i) => at(i + 1)),
    );
    const body = JSON.stringify({ name: 'Hail', filter: { searchTerms: 'hailstorm' } });
    await askWith(keys.operator, '/manage/searches/hail', { method: 'PUT', body });
    const count = async (query: string) => {
      const answer = await askWith(keys.publishable, `/embed/choices/matches?${query}`);
      return [((await answer.json()) as { data: object }).data, rowsRead(answer) < 250];
    };
    expect(await count('includeTopics=11')).toEqual([{ matches: 100, more: true }, true]);
    expect(await count('searchTerms=hailstorm')).toEqual([{ matches: 1, more: false }, true]);
    expect(await count('search=hail')).toEqual([{ matches: 1, more: false }, true]);
    expect((await askWith(keys.publishable, '/embed/choices/matches?search=none')).status).toBe(404);
    expect((await askWith(keys.publishable, '/embed/choices/matches?includeTopics=x')).status).toBe(400);
  });

  test('/embed/choices accepts every kind of key, but only in the Authorization header', async () => {
    expect((await ask('/embed/choices')).status).toBe(401);
    expect((await ask(`/embed/choices?apiKey=${keys.publishable}`)).status).toBe(401);
    expect((await askWith(keys.operator, '/embed/choices')).status).toBe(200);
    expect((await askWith(keys.publishable, '/embed/choices', { method: 'POST' })).status).toBe(405);
  });
});

test.each([
  ['varn', 'Varnholt Re'],
  ['VARNHOLT', 'Varnholt Re'],
  ['re', undefined],
  ['lindqvarn', 'Lindqvarn'],
  ['cafe', 'Café'],
  ['', undefined],
])('nameFor() returns the choice that %j names', (text, expected) => {
  const names = ['Lindqvarn', 'Lindqvarn Group', 'Varnholt Re', 'Café au lait', 'Café'].map((name, id) => ({
    id,
    name,
  }));
  expect(nameFor(names, text)?.name).toBe(expected);
});
