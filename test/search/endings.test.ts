import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, freshItems, makeKey, publish } from '../support/index.ts';

const TITLES = {
  1: 'Relative calm returns',
  2: 'Insurers relate losses',
  3: 'Reinsurance rates fall',
  4: 'Café owners claim cyber attacks',
  5: 'Attack on cyber claimant',
  6: 'Internationally active',
  7: 'Die Straße nach Łódź',
  8: 'Liability markets harden',
  9: 'Liability marine cover, and a market for it',
  10: 'Public liability margins; employers’ liability marked up',
  11: 'Public liability marketing',
  12: 'Internationalised cover for public bodies',
};

let key = '';
beforeAll(async () => {
  key = await makeKey('secret');
  const articles = Object.entries(TITLES).map(([id, title]) => ({
    id: Number(id),
    url: `https://endings.example/${id}`,
    title,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics: [],
    companies: [],
    countries: [],
    geoGroups: [],
  }));
  expect((await publish(await makeKey('operator'), 'articles', articles)).accepted).toBe(12);
});

const found = async (terms: string) =>
  (await freshItems(key, `searchTerms=${encodeURIComponent(terms)}`)).map(({ id }) => Number(id)).sort((a, b) => a - b);

describe('searchTerms ending in *', () => {
  test.each<[terms: string, ids: number[]]>([
    ['relat*', [1, 2]],
    ['rel*', [1, 2]],
    ['insur*', [2]],
    ['reinsurance*', [3]],
    ['REINS*', [3]],
    ['caf*', [4]],
    ['café*', [4]],
    ['cyber attack*', [4]],
    ['owners clai*', [4]],
    ['international*', [6, 12]],
    ['internationally*', [6]],
    ['internationalise*', [12]],
    ['liability mark*', [8, 10, 11]],
    ['liability mar*', [8, 9, 10, 11]],
    ['liability market*', [8, 11]],
    ['public liability mark*', [11]],
    ['public liability mar*', [10, 11]],
    ['straß*', [7]],
    ['łód*', [7]],
    ['attack*,insur*', [2, 4, 5]],
    ['insurx*', []],
    ['"cyber claim*', [5]],
    ['cyber att*', [4]],
    ['owners claim cyb*', [4]],
    ['claim cyber claim*', []],
    ['after relat*', []],
  ])('the search term %s matches words with any ending', async (terms, ids) => {
    expect(await found(terms)).toEqual(ids);
  });
});

describe('invalid searchTerms', () => {
  const wrong = async (terms: string) => {
    const response = await askWith(key, `/api/v2/feed/?searchTerms=${encodeURIComponent(terms)}`);
    return [response.status, ((await response.json()) as { data?: Record<string, string> }).data?.searchTerms];
  };

  test.each([
    ...['insur* rates', 'claims a insur* b*', 'in*', '*', '*insurers', 'o* insurers', '"insurers"*', 'ab c*'],
    ...['insur**', 'in\u0301*', 'insur*"', '!?*', 'a b c*'],
  ])('the invalid searchTerms %s return 400', async (terms) => {
    expect(await wrong(`claims,${terms}`)).toEqual([
      400,
      'value 2 may contain a * only at its end, after at least three letters',
    ]);
  });

  test('more than 100 words across all terms return 400', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`);
    expect((await wrong([...words(50), words(50).join(' ')].join(',')))[0]).toBe(200);
    expect(await wrong([...words(51), words(50).join(' ')].join(','))).toEqual([
      400,
      'has 101 words in all its terms; the limit is 100',
    ]);
  });
});
