import { beforeAll, expect, test } from 'vitest';
import { ask, makeKey, publish } from '../support/index.ts';

let key = '';
beforeAll(async () => {
  key = await makeKey('secret');
  const article = { title: 'Flood', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' };
  const articles = ['a', 'b'].map((path) => ({ ...article, url: `https://example.com/${path}` }));
  await publish(await makeKey('operator'), 'articles', articles);
});

test.each([
  '/api/v2/feed/?limit=1',
  '/api/v2/feed/?limit=1&output=json&theme=dark',
  '/api/v2/feed/?limit=0',
  '/api/v2/feed/?limit=1&unknown=1',
  '/api/v2/feed-recommended/?date=2026-01-01',
  '/api/v2/feed-recommended/?date=nonsense',
  '/api/v2/geography/list/?',
  '/api/v2/nothing?',
  '/nothing?',
])('a response to %s does not contain the key', async (path) => {
  for (const init of [{}, { method: 'POST' }]) {
    const response = await ask(`${path}&apiKey=${key}`, init);
    const shown = JSON.stringify([await response.text(), ...response.headers]);
    expect(shown).not.toContain(key);
    expect(shown).not.toContain('apiKey=');
  }
});

test('next_url and Link contain the next page without the key', async () => {
  const response = await ask(`/api/v2/feed/?limit=1&apiKey=${key}`);
  const { next_url } = (await response.json()) as { next_url: string };
  expect(response.headers.get('Link')).toBe(`<${next_url}>; rel="next"`);
  const { pathname, search } = new URL(next_url);
  expect((await ask(pathname + search)).status).toBe(401);
  expect((await ask(`${pathname}${search}&apiKey=${key}`)).status).toBe(200);
});
