import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, makeKey, publish } from '../../../support/index.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const day = (offset: number) => at(24 * offset).slice(0, 10);

let keys = { operator: '', secret: '' };
beforeAll(async () => {
  keys = { operator: await makeKey('operator'), secret: await makeKey('secret') };
  await publish(keys.operator, 'topics', [
    { id: 11, name: 'Cyber', slug: 'cyber', category: 1 },
    { id: 12, name: 'Talent', slug: 'talent', category: 2 },
  ]);
  const articles = [1, 2, 3, 4, 5].map((id) => ({
    id,
    url: `https://example.com/${id}`,
    title: `Story ${id}${id === 3 ? ' of a flood' : ''}`,
    publishedAt: id === 5 ? `${day(1)}T12:00:00Z` : at(-48 * id),
    contentType: 'article',
    topics: id % 2 ? [11] : [12],
  }));
  await publish(keys.operator, 'articles', articles);
  const clicks = [
    ...Array.from({ length: 3 }, (_, reader) => ({ contentId: 4, at: at(-1), reader: `a${reader}` })),
    ...Array.from({ length: 2 }, (_, reader) => ({ contentId: 1, at: at(-1), reader: `b${reader}` })),
    ...Array.from({ length: 9 }, (_, reader) => ({ contentId: 3, at: at(-50), reader: `c${reader}` })),
  ];
  await askWith(keys.operator, '/manage/clicks', { method: 'POST', body: JSON.stringify(clicks) });
  await askWith(keys.operator, '/manage/rebuild', { method: 'POST' });
});

interface Candidates {
  newest: { contentId: number }[];
  engaged: { contentId: number }[];
}

async function candidates(query: string) {
  const response = await askWith(keys.operator, `/manage/candidates?${query}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toMatch(/clicks|count"/i);
  const { newest, engaged } = (JSON.parse(text) as { data: Candidates }).data;
  const idsOf = (list: { contentId: number }[]) => list.map(({ contentId }) => contentId);
  return { newest: idsOf(newest), engaged: idsOf(engaged) };
}

test('candidates and the items of the previous day have their ranks', async () => {
  const put = (date: string, articles: number[]) =>
    askWith(keys.operator, `/manage/recommended/${date}`, { method: 'PUT', body: JSON.stringify({ articles }) });
  expect((await put(day(-1), [2, 4])).status).toBe(200);
  const response = await askWith(keys.operator, '/manage/candidates?limit=50');
  const { data } = (await response.json()) as {
    data: { newest: Standing[]; before: { date: string; articles: Standing[] } };
  };
  interface Standing {
    contentId: number;
    standing: { day: number | null; week: number | null; rising: number | null; isChosenBefore: boolean };
  }
  const told = (list: Standing[]) =>
    list.map(({ contentId, standing: { day, week, isChosenBefore } }) => [contentId, day, week, isChosenBefore]);
  expect(told(data.newest)).toEqual([
    [1, 2, 3, false],
    [2, null, null, true],
    [3, null, 1, false],
    [4, 1, 2, true],
  ]);
  expect(data.before.date).toBe(day(-1));
  expect(told(data.before.articles)).toEqual([
    [2, null, null, true],
    [4, 1, 2, true],
  ]);
  const rising = (await (await askWith(keys.secret, '/api/v2/insights/rising-content/')).json()) as {
    data: { items: { contentId: number }[] };
  };
  const places = new Map(rising.data.items.map(({ contentId }, i) => [contentId, i + 1]));
  for (const { contentId, standing } of data.newest) expect(standing.rising).toBe(places.get(contentId) ?? null);
  expect((await put(day(-1), [])).status).toBe(200);
});

describe('candidates for a selection', () => {
  test.each<[string, newest: number[], engaged: number[]]>([
    ['', [1, 2, 3, 4], [4, 1]],
    ['period=7d', [1, 2, 3, 4], [3, 4, 1]],
    ['period=7d&limit=1', [1], [3]],
    ['topics=11&period=7d', [1, 3], [3, 1]],
    ['topics=11,12&period=7d', [1, 2, 3, 4], [3, 4, 1]],
    ['topics=12', [2, 4], [4]],
    ['topics=99', [], []],
    ['searchTerms=floods&period=7d', [3], [3]],
    ['searchTerms=floods&topics=12&period=7d', [], []],
    ['searchTerms=nothing', [], []],
  ])('candidates contain the newest and the most engaging articles for query %s', async (query, newest, engaged) => {
    expect(await candidates(query)).toEqual({ newest, engaged });
  });

  test('candidates in the order of this minute follow the pins of editors, on request only', async () => {
    const pin = (method: string, body?: object) =>
      askWith(keys.operator, '/manage/pins/1', { method, ...(body && { body: JSON.stringify(body) }) });
    type Engaging = { data: { engaging: { contentId: number; pick: string | null }[] } };
    const engaging = async (query: string) =>
      ((await (await askWith(keys.operator, `/manage/candidates?${query}`)).json()) as Engaging).data.engaging;
    await pin('PUT', { position: 1 });
    const all = await engaging('engaging=true');
    expect(all[0]).toMatchObject({ contentId: 1, pick: 'pinned' });
    expect(all.map(({ contentId }) => contentId).toSorted()).toEqual([1, 2, 3, 4]);
    expect((await engaging('engaging=true&topics=12')).map(({ contentId }) => contentId).toSorted()).toEqual([2, 4]);
    expect(await engaging('limit=2')).toEqual([]);
    await pin('DELETE');
  });

  test('candidates contain each story once, and all its reports on request', async () => {
    const change = async (path: string, body: object) => {
      const done = await askWith(keys.operator, `/manage/stories/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return ((await done.json()) as { data: { id: number } }).data.id;
    };
    const story = await change('1/join', { articles: [3, 4] });
    await change(`${story}/lead`, { article: 3 });
    expect(await candidates('stories=true&period=7d')).toEqual({ newest: [3, 2], engaged: [3] });
    expect(await candidates('stories=true&topics=12')).toEqual({ newest: [2, 4], engaged: [4] });
    expect((await candidates(`story=${story}`)).newest).toEqual([1, 3, 4]);
    await change(`${story}/lead`, { article: null });
    for (const one of [3, 4]) await change(`${story}/split`, { articles: [one] });
    expect((await candidates('stories=true')).newest).toEqual([1, 2, 3, 4]);
  });

  test('candidates contain their placement index, as in a selection', async () => {
    await env.DB.prepare("INSERT INTO pulls VALUES (3, 210, 170, 260, 'high', 7, 12)").run();
    interface Pulled {
      placement: { index: number } | null;
    }
    const dataOf = async (path: string) =>
      ((await (await askWith(keys.operator, path)).json()) as { data: { newest: Pulled[]; articles: Pulled[] } }).data;
    const { newest } = await dataOf('/manage/candidates');
    expect(newest.map(({ placement }) => placement?.index ?? null)).toEqual([null, null, 210, null]);
    const selected = { method: 'PUT', body: JSON.stringify({ articles: [4, 3] }) };
    await askWith(keys.operator, '/manage/recommended/2031-01-01', selected);
    const { articles } = await dataOf('/manage/recommended/2031-01-01');
    expect(articles.map(({ placement }) => placement)).toEqual([
      null,
      { index: 210, interval: [170, 260], confidence: 'high', positions: { from: 7, to: 12 } },
    ]);
    await env.DB.exec('DELETE FROM pulls');
    await askWith(keys.operator, '/manage/recommended/2031-01-01', { method: 'DELETE' });
  });

  test('candidates for a future day include articles that are scheduled to appear by its end', async () => {
    expect((await candidates(`date=${day(1)}`)).newest).toEqual([5, 1, 2, 3, 4]);
    expect((await candidates(`date=${day(-3)}`)).newest).toEqual([2, 3, 4]);
    expect((await candidates('date=9999-12-31')).newest).toEqual([5, 1, 2, 3, 4]);
  });

  test.each([
    ['limit=51', 'limit'],
    ['topics=a', 'topics'],
    ['date=today', 'date'],
    ['period=week', 'period'],
  ])('candidates reject %s', async (query, field) => {
    const response = await askWith(keys.operator, `/manage/candidates?${query}`);
    expect([response.status, Object.keys(((await response.json()) as { data: object }).data)]).toEqual([400, [field]]);
  });
});

describe('preview of a selection', () => {
  const preview = (query: string) => askWith(keys.operator, `/manage/preview?${query}`);

  test.each([
    ['json', 'application/feed+json'],
    ['rss', 'application/rss+xml'],
    ['html', 'text/html'],
  ])('a preview of a selection contains the articles in order as %s', async (output, type) => {
    const response = await preview(`output=${output}&articles=3,1`);
    expect(response.headers.get('Content-Type')).toContain(type);
    const text = await response.text();
    expect(text.indexOf('Story 3 of a flood')).toBeGreaterThan(-1);
    expect(text.indexOf('Story 1')).toBeGreaterThan(text.indexOf('Story 3 of a flood'));
    expect(text).not.toContain('ngo_');
  });

  test('a preview of a selection equals its recommended feed', async () => {
    const date = day(0);
    await askWith(keys.operator, `/manage/recommended/${date}`, { method: 'PUT', body: '{"articles":[3,1]}' });
    const feed = await askWith(keys.secret, `/api/v2/feed-recommended/?date=${date}`);
    expect(await (await preview(`articles=3,1&date=${date}`)).json()).toEqual(await feed.json());
  });

  test('a preview of a selection omits articles that are not published by the end of the day', async () => {
    const ids = async (query: string) =>
      ((await (await preview(query)).json()) as { items: { id: string }[] }).items.map(({ id }) => id);
    expect(await ids('articles=5,1')).toEqual(['1']);
    expect(await ids(`articles=5,1&date=${day(1)}`)).toEqual(['5', '1']);
    expect(await ids('')).toEqual([]);
  });

  test.each([
    ['output=pdf', 'output'],
    ['articles=a', 'articles'],
    ['date=1', 'date'],
  ])('a preview of a selection rejects %s', async (query, field) => {
    const response = await preview(query);
    expect([response.status, Object.keys(((await response.json()) as { data: object }).data)]).toEqual([400, [field]]);
  });
});

test('the list of API keys contains neither keys nor hashes', async () => {
  await makeKey('publishable', ['https://a.example']);
  const response = await askWith(keys.operator, '/manage/keys');
  const text = await response.text();
  expect(text).not.toMatch(/ng[spo]_|[0-9a-f]{64}|hash/);
  const { data } = JSON.parse(text) as { data: { keys: object[] } };
  expect(data.keys.at(-1)).toEqual({
    id: expect.any(Number),
    kind: 'publishable',
    name: 'test publishable',
    ending: expect.stringMatching(/^[0-9A-Za-z]{4}$/),
    origins: ['https://a.example'],
    state: 'living',
    created: expect.stringMatching(/Z$/),
    expires: null,
    revoked: null,
    signs: false,
    lastUsed: null,
    reports: [],
    explore: 'off',
    clicksNeed: 'nothing',
    orderGain: null,
  });
});

test.each(['candidates', 'preview', 'keys', 'recommended', 'recommended/2026-01-01'])(
  '/manage/%s accepts only operator keys in the Authorization header',
  async (path) => {
    expect((await ask(`/manage/${path}`)).status).toBe(401);
    expect((await ask(`/manage/${path}?apiKey=${keys.operator}`)).status).toBe(401);
    expect((await askWith(keys.secret, `/manage/${path}`)).status).toBe(403);
  },
);
