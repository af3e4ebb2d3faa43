import { beforeAll, expect, test } from 'vitest';
import { freshItems, makeKey, publish } from '../../support/index.ts';
import file from './headlines.tsv?raw';

const HEADLINES = file
  .trimEnd()
  .split('\n')
  .map((line, i) => {
    const [terms = '', title = ''] = line.split('\t');
    return { id: i + 1, terms: terms.split(' '), title };
  });

let key = '';
beforeAll(async () => {
  key = await makeKey('secret');
  const articles = HEADLINES.map(({ id, title }) => ({
    id,
    url: `https://headlines.example/${id}`,
    title,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    language: 'en',
  }));
  expect((await publish(await makeKey('operator'), 'articles', articles)).accepted).toBe(HEADLINES.length);
});

const found = async (term: string) =>
  (await freshItems(key, `limit=100&searchTerms=${encodeURIComponent(term)}`)).map(({ title }) => title).toSorted();

const meant = (term: string) => HEADLINES.flatMap(({ terms, title }) => (terms.includes(term) ? title : [])).toSorted();

test.each(['US', 'IT', 'WHO', 'C++', 'C#', '.NET'])(
  'the search term %s finds only the headlines that refer to it',
  async (term) => {
    expect(await found(term)).toEqual(meant(term));
  },
);

test('U.S. finds the same headlines as US', async () => {
  expect(await found('U.S.')).toEqual(meant('US'));
});
