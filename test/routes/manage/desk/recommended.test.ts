import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, freshItems, makeKey, publish } from '../../../support/index.ts';

const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
  const articles = [1, 2, 3, 4].map((id) => ({
    id,
    url: `https://example.com/${id}`,
    title: `Story ${id}`,
    publishedAt: `2026-01-0${id}T00:00:00Z`,
    contentType: 'article',
  }));
  await publish(operator, 'articles', articles);
});

const select = (date: string, body: unknown) =>
  askWith(operator, `/manage/recommended/${date}`, { method: 'PUT', body: JSON.stringify(body) });
const selected = async (query = '') =>
  (await freshItems(secret, query, '/api/v2/feed-recommended/')).map(({ id }) => Number(id));

test('the recommended feed is empty if there was never a selection', async () => {
  const response = await askWith(secret, '/api/v2/feed-recommended/');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ items: [], _recommended: { date: null } });
});

describe('the recommended feed', () => {
  beforeAll(async () => {
    await select(day(-3), { articles: [1] });
    await select(day(-1), { articles: [3, 1, 4, 2] });
    await select(day(1), { articles: [2] });
  });

  test('the recommended feed keeps the order of the editors and shows the latest day by default', async () => {
    expect(await selected()).toEqual([3, 1, 4, 2]);
    const response = await askWith(secret, '/api/v2/feed-recommended/?theme=light');
    expect(await response.json()).toMatchObject({ _recommended: { date: day(-1) } });
  });

  test.each<[offset: number, ids: number[]]>([
    [-3, [1]],
    [-2, []],
    [-1, [3, 1, 4, 2]],
    [0, []],
    [1, []],
    [2, []],
  ])('the recommended feed of day %d contains %j', async (offset, ids) => {
    expect(await selected(`date=${day(offset)}`)).toEqual(ids);
    const response = await askWith(secret, `/api/v2/feed-recommended/?date=${day(offset)}`);
    expect(await response.json()).toMatchObject({ _recommended: { date: day(offset) } });
  });

  test('the recommended feed requires a key', async () => {
    expect((await ask('/api/v2/feed-recommended/')).status).toBe(401);
  });
});

test('the version of a selection increases with each change, but not if the same selection is stored again', async () => {
  const version = async (articles: number[]) =>
    ((await (await select('2026-02-01', { articles })).json()) as { data: { version: number } }).data.version;
  expect(await version([1, 2])).toBe(1);
  expect(await version([1, 2])).toBe(1);
  expect(await version([2, 1])).toBe(2);
  expect(await version([2, 1, 2])).toBe(2);
  expect(await version([])).toBe(3);
});

describe('rejected selections', () => {
  test.each<[what: string, date: string, body: unknown, field: string, message: RegExp]>([
    ['an unknown article', '2026-02-02', { articles: [1, 99, 98] }, 'articles', /unknown articles: 99, 98/],
    ['a number instead of a list', '2026-02-02', { articles: 1 }, 'articles', /list/],
    ['an id that is text', '2026-02-02', { articles: ['1'] }, 'articles', /whole number/],
    [
      'too many articles',
      '2026-02-02',
      { articles: Array.from({ length: 201 }, (_, i) => i + 1) },
      'articles',
      /at most 200/,
    ],
    ['an array', '2026-02-02', [1], 'body', /./],
    ['an impossible date', '2026-02-30', { articles: [1] }, 'date', /YYYY-MM-DD/],
    ['a word as date', 'today', { articles: [1] }, 'date', /YYYY-MM-DD/],
  ])('a selection with %s is rejected', async (_, date, body, field, message) => {
    const response = await select(date, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      reason: 'parameterInvalid',
      data: { [field]: expect.stringMatching(message) },
    });
  });

  test('a selection that is not JSON is rejected', async () => {
    const response = await askWith(operator, '/manage/recommended/2026-02-02', { method: 'PUT', body: '{"articles":' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ data: { body: 'must be valid JSON' } });
  });
});
