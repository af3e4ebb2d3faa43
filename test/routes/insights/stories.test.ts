import { beforeAll, expect, test } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { askWith, makeKey, openTestDb } from '../../support/index.ts';

const db = openTestDb();
let operator = '';
const COPIES = Array.from({ length: 10 }, (_, i) => 101 + i);

const send = async (method: string, path: string, body: unknown) => {
  const response = await askWith(operator, `/manage/${path}`, { method, body: JSON.stringify(body) });
  expect({ path, status: response.status, text: response.status === 200 ? '' : await response.text() }).toMatchObject({
    status: 200,
  });
  return (await response.json()) as { data: Record<string, unknown> };
};

type Item = { contentId: number; previousRank: number | null; story?: { id: number; size: number; sources: string[] } };
const popular = async (query: string) => {
  const response = await askWith(operator, `/api/v2/insights/popular-content/?${query}`);
  return { status: response.status, items: ((await response.json()) as { data: { items: Item[] } }).data.items };
};
const ids = async (query: string) => (await popular(query)).items.map(({ contentId }) => contentId);

beforeAll(async () => {
  operator = await makeKey('operator');
  const lines = [...COPIES, 1, 2, 3].map((id, i) => ({
    line: i + 1,
    value: articleInput.parse({
      ...{ id, url: `https://paper-${id}.example/${id}`, title: `On ${id}`, contentType: 'article', topics: [] },
      publishedAt: new Date(Date.now() - 86_400_000 + 60_000 * i).toISOString(),
    }),
  }));
  await saveArticles(db, lines, Date.now());
  const clicks = [
    ...COPIES.flatMap((id) =>
      Array.from({ length: 12 }, (_, reader) => ({ contentId: id, reader: `${id} ${reader}` })),
    ),
    ...Array.from({ length: 121 }, (_, reader) => ({ contentId: 1, reader: `a ${reader}` })),
    ...Array.from({ length: 119 }, (_, reader) => ({ contentId: 2, reader: `b ${reader}` })),
  ].map((click) => ({ ...click, at: new Date(Date.now() - 3_600_000).toISOString() }));
  await send('POST', 'clicks', clicks);
});

test('after an editor joins ten reports with twelve readers each, the story ranks like an article with 120 readers', async () => {
  await expect.poll(async () => (await ids('stories=true&limit=50')).slice(0, 2)).toEqual([1, 2]);
  await send('POST', 'stories/101/join', { articles: COPIES });
  await send('POST', 'stories/101/lead', { article: 105 });
  const story = { id: 101, size: 10, sources: { length: 5 } };
  await expect
    .poll(async () => (await popular('stories=true&limit=49')).items)
    .toMatchObject([{ contentId: 1 }, { contentId: 105, story }, { contentId: 2 }]);
  const { items } = await popular('limit=48');
  expect(items.slice(0, 3).map(({ contentId }) => contentId)).toEqual([1, 2, 101]);
  expect(items.every((item) => !('story' in item))).toBe(true);
  expect((await popular('stories=true&breakdown=source')).status).toBe(400);
});

test('the clicks of one sender on ten reports of a story are discounted like clicks on one article', async () => {
  // Sixty unsigned clicks, six per report, come from one network, prefix and browser. Few are discounted within a
  // single article.
  const of = { network: 64_496, prefix: '192.0', userAgent: 'Fleet/1', signed: false };
  const at = new Date(Date.now() - 7_200_000).toISOString();
  const once = Array.from({ length: 60 }, (_, reader) => ({ contentId: 3, reader: `fleet ${reader}`, at, ...of }));
  await send('POST', 'clicks', once);
  const spread = Array.from({ length: 60 }, (_, i) => ({
    contentId: COPIES[i % 10] ?? 0,
    reader: `other ${i}`,
    at,
    ...of,
  }));
  await send('POST', 'clicks', spread);
  // With more than three reports, the story with 120 readers would overtake the one with 121.
  await send('PUT', 'articles', [
    {
      id: 4,
      url: 'https://paper-4.example/4',
      title: 'On 4',
      contentType: 'article',
      publishedAt: new Date(Date.now() - 80_000_000).toISOString(),
    },
  ]);
  await send(
    'POST',
    'clicks',
    Array.from({ length: 130 }, (_, reader) => ({ contentId: 4, reader: `c ${reader}`, at })),
  );
  await expect.poll(async () => (await ids('stories=true&limit=47'))[0]).toBe(4);
  await expect.poll(() => ids('stories=true&limit=47')).toContain(3);
  expect((await ids('stories=true&limit=46')).slice(0, 4)).toEqual([4, 105, 1, 2]);
});

test('a story of little-read reports is listed once in rising content and ranked by its total', async () => {
  const rising = async (query: string) => {
    const response = await askWith(operator, `/api/v2/insights/rising-content/?${query}`);
    return ((await response.json()) as { data: { items: Item[] } }).data.items;
  };
  const ids = (items: readonly Item[]) => items.map(({ contentId }) => contentId);
  // Ranked as a story, the reports come second. Their best report alone would come after article 2.
  const alone = ids(await rising('limit=50'));
  expect(alone.indexOf(105)).toBeGreaterThan(alone.indexOf(2));
  const told = await rising('stories=true&limit=50');
  expect(ids(told).slice(0, 4)).toEqual([1, 105, 2, 4]);
  expect(told[1]?.story).toMatchObject({ id: 101, size: 10 });
  expect(ids(told).filter((id) => COPIES.includes(id))).toEqual([105]);
});
