import { beforeAll, describe, expect, test } from 'vitest';
import { askWith } from '../../../support/index.ts';
import { publishFour } from './four-stories.ts';

let operator = '';
beforeAll(async () => {
  operator = await publishFour();
});

const DATE = '2099-02-01';
const put = (body: object, date = DATE) =>
  askWith(operator, `/manage/recommended/${date}`, { method: 'PUT', body: JSON.stringify(body) });
const get = async (path: string) => {
  const response = await askWith(operator, `/manage/recommended${path}`);
  return { ...((await response.json()) as { data: Record<string, unknown> }), status: response.status };
};
const read = async (date = DATE) => {
  const { data } = await get(`/${date}`);
  return { version: data.version, ids: (data.articles as { contentId: number }[]).map(({ contentId }) => contentId) };
};

test('a day without a selection has version 0, even in the future', async () => {
  const { status, data } = await get(`/${DATE}`);
  expect([status, data]).toEqual([200, { date: DATE, version: 0, modifiedAt: null, articles: [], planned: null }]);
});

describe('two editors of a selection', () => {
  test('the second write of a selection with the same version returns 409 and the current selection', async () => {
    expect((await put({ articles: [1, 2], version: 0 })).status).toBe(200);
    const late = await put({ articles: [3], version: 0 });
    expect(late.status).toBe(409);
    expect(await late.json()).toEqual({
      status: 'fail',
      code: 409,
      reason: 'conflict',
      data: { version: expect.stringMatching(/must be 1, the current version.*2099-02-01/) },
      current: { version: 1, modifiedAt: expect.stringMatching(/^20.*Z$/), articles: [1, 2] },
    });
    expect(await read()).toEqual({ version: 1, ids: [1, 2] });
  });

  test('the second write of a selection succeeds with the current version', async () => {
    expect(await (await put({ articles: [3], version: 1 })).json()).toMatchObject({ data: { version: 2 } });
    expect(await read()).toEqual({ version: 2, ids: [3] });
  });

  test('a selection with a version higher than the current one is rejected', async () => {
    expect((await put({ articles: [4], version: 9 })).status).toBe(409);
    expect(await read()).toEqual({ version: 2, ids: [3] });
  });

  test('a selection without a version is always stored', async () => {
    expect((await put({ articles: [4, 1] })).status).toBe(200);
    expect(await read()).toEqual({ version: 3, ids: [4, 1] });
  });

  test('exactly one of four concurrent writes of a selection with the same version is stored', async () => {
    const date = '2099-03-01';
    const answers = await Promise.all([1, 2, 3, 4].map((id) => put({ articles: [id], version: 0 }, date)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await read(date)).version).toBe(1);
  });

  test.each([
    [-1, /at least 0/],
    [1.5, /whole number/],
    ['1', /whole number/],
  ])('the selection version %j is rejected', async (version, message) => {
    const response = await put({ articles: [1], version });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ data: { version: expect.stringMatching(message) } });
  });
});

test('a selection returns its articles in order with the fields that editors need', async () => {
  await put({ articles: [2, 1] }, '2099-04-01');
  const { data } = await get('/2099-04-01');
  expect(data.articles).toEqual(
    [2, 1].map((id) => ({
      contentId: id,
      title: `Story ${id}`,
      introduction: `About ${id}`,
      url: `https://example.com/${id}`,
      source: 'example.com',
      contentType: 'article',
      publishedAt: `2026-01-0${id}T00:00:00Z`,
      paywalled: false,
      image: null,
      language: 'en',
      topics: [],
      placement: null,
    })),
  );
});

describe('dates with a selection', () => {
  beforeAll(async () => {
    await put({ articles: [1, 2, 3] }, '2098-01-31');
    await put({ articles: [1] }, '2098-02-01');
    await put({ articles: [] }, '2098-03-02');
  });
  const dates = async (query: string) =>
    ((await get(query)).data.days as { date: string; articles: number }[]).map(({ date, articles }) => [
      date,
      articles,
    ]);

  test.each([
    [
      '?from=2098-01-31&to=2098-02-01',
      [
        ['2098-01-31', 3],
        ['2098-02-01', 1],
      ],
    ],
    ['?from=2098-02-01&to=2098-02-01', [['2098-02-01', 1]]],
    [
      '?from=2098-02-01',
      [
        ['2098-02-01', 1],
        ['2098-03-02', 0],
      ],
    ],
    ['?from=2098-02-02&to=2098-03-01', []],
  ])('dates with a selection are listed for the range %s', async (query, expected) => {
    expect(await dates(query)).toEqual(expected);
  });

  test.each([
    ['?from=2098-02-02&to=2098-02-01', 'to'],
    ['?from=2098-01-01&to=2099-01-02', 'to'],
    ['?from=today', 'from'],
  ])('an invalid date range of selections returns 400: %s', async (query, field) => {
    const { status, data } = await get(query);
    expect([status, Object.keys(data)]).toEqual([400, [field]]);
  });
});
