import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/search/cursor.ts';
import { EVERYTHING } from '../../src/search/feed-filters.ts';
import { loadFeedPage } from '../../src/search/page.ts';
import { askWith, freshItems, makeKey, openTestDb, publish } from '../support/index.ts';

const now = Math.floor(Date.now() / 1000);
const TODAY = new Date(now * 1000).toISOString().slice(0, 10);
let secret = '';

beforeAll(async () => {
  const operator = await makeKey('operator');
  secret = await makeKey('secret');
  const articles = [-3600, 3600, 86_400].map((offset, i) => ({
    id: i + 1,
    url: `https://example.com/${i}`,
    title: 'Flood',
    publishedAt: new Date((now + offset) * 1000).toISOString(),
    contentType: 'article',
  }));
  await publish(operator, 'articles', articles);
});

const ids = async (query: string) => (await freshItems(secret, query)).map(({ id }) => id);

describe('articles with a future publication time', () => {
  test('an article with a future publication time is not listed by any request', async () => {
    for (const query of ['', 'searchTerms=flood', 'additionalSources=example.org', 'articleTypes=article']) {
      expect(await ids(query)).toEqual(['1']);
    }
  });

  test('an article with a future publication time is not returned for a forged cursor', async () => {
    for (const publishedAt of [now + 7200, now + 2 * 86_400, 4_102_444_800]) {
      expect(await ids(`cursor=${encodeCursor({ publishedAt, id: 5 })}`)).toEqual(['1']);
    }
  });

  test('an article is listed once its publication time has passed', async () => {
    const at = async (publishedAt: number) => {
      const page = await loadFeedPage(openTestDb(), {
        filter: EVERYTHING,
        geography: [],
        before: { publishedAt, id: 0 },
        limit: 20,
      });
      return page.items.map(({ contentId }) => contentId);
    };
    expect(await at(now + 3600)).toEqual([1]);
    expect(await at(now + 3601)).toEqual([2, 1]);
    expect(await at(now + 86_401)).toEqual([3, 2, 1]);
  });
});

test('recommended articles include only those that are published', async () => {
  const operator = await makeKey('operator');
  await askWith(operator, `/manage/recommended/${TODAY}`, { method: 'PUT', body: '{"articles":[3,1,2]}' });
  const items = await freshItems(secret, '', '/api/v2/feed-recommended/');
  expect(items.map(({ id }) => id)).toEqual(['1']);
});
