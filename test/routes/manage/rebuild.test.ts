import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

const DAY = 86_400_000;
const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);
let operator = '';

beforeAll(async () => {
  operator = await makeKey('operator');
  const article = { id: 1, url: 'https://a.example/1', title: 'Story', contentType: 'article' };
  await publish(operator, 'articles', [{ ...article, publishedAt: '2026-01-01T00:00:00Z' }]);
});

const post = (path: string, body = '') => askWith(operator, path, { method: 'POST', body });
const asked = async (path: string) => (await (await askWith(operator, path)).json()) as { data: Record<string, never> };
const latest = async () => {
  const { data } = await asked('/api/v2/insights/content/1/history/?days=7');
  return (data.days as { index: number | null }[] | undefined)?.at(-1)?.index ?? null;
};

test('histories and ranges include imported clicks at once, and a rebuild recomputes them', async () => {
  const clicks = Array.from({ length: 60 }, (_, i) => ({
    contentId: 1,
    at: `${yesterday}T12:00:00Z`,
    reader: `r${i}`,
  }));
  expect((await post('/manage/clicks', JSON.stringify(clicks))).status).toBe(200);
  expect(await latest()).toBe(100);
  const range = `/api/v2/insights/popular-content/?from=${yesterday}&to=${yesterday}`;
  expect((await asked(range)).data.items).toMatchObject([{ contentId: 1 }]);
  await env.DB.exec('DELETE FROM click_days');
  expect((await post('/manage/rebuild')).status).toBe(200);
  const { results } = await env.DB.prepare('SELECT engagement FROM click_days').all();
  expect(results).toEqual([{ engagement: 60 }]);
});
