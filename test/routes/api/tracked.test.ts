import { beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from '../../clicks/accept/user-agents.ts';
import { ask, askWith, makeKey, ORIGIN, publish } from '../../support/index.ts';

const keys = { site: '', other: '', bound: '', secret: '' };

beforeAll(async () => {
  for (const name of ['site', 'other'] as const) keys[name] = await makeKey('publishable');
  keys.bound = await makeKey('publishable', ['https://reader.example']);
  keys.secret = await makeKey('secret');
  const articles = [1, 2, 3].map((id) => ({
    id,
    url: `https://news.example.com/${id}`,
    title: `Story ${id}`,
    contentType: 'article',
    publishedAt: `2026-01-0${id}T08:00:00Z`,
  }));
  await publish(await makeKey('operator'), 'articles', articles);
});

const LINK = /\/go\/(\d+)\?t=([0-9a-z]+\.[0-9a-f]{32})(?=["<])/g;
const feed = (key: string, query: string, headers: Record<string, string> = {}) =>
  askWith(key, `/api/v2/feed/?${query}`, { headers });
const links = (text: string) => [...text.matchAll(LINK)].map(([, id, token]) => ({ id, token }));

describe.each(['json', 'rss'])('tracked links in %s', (output) => {
  test(`links in tracked ${output} contain a /go token of the requesting key, even in cached responses`, async () => {
    const texts: Record<string, string> = {};
    for (const name of ['site', 'other', 'secret', 'site'] as const) {
      const response = await feed(keys[name], `output=${output}&tracked=1&limit=3`);
      texts[name] = await response.text();
      expect(links(texts[name]).map(({ id }) => id)).toEqual(['3', '2', '1']);
      expect(texts[name]).not.toContain('TOKENOFTHEKEY');
      for (const key of Object.values(keys)) expect(texts[name]).not.toContain(key);
    }
    const tokens = Object.values(texts).map((text) => new Set(links(text).map(({ token }) => token)));
    for (const each of tokens) expect(each.size).toBe(1);
    expect(new Set(tokens.flatMap((each) => [...each])).size).toBe(3);
  });

  test(`the ETag of tracked ${output} matches the response as sent`, async () => {
    const query = `output=${output}&tracked=1&limit=2`;
    const [mine, others] = [await feed(keys.site, query), await feed(keys.other, query)];
    const etag = mine.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(others.headers.get('ETag')).not.toBe(etag);
    expect((await feed(keys.site, query)).headers.get('ETag')).toBe(etag);
    expect((await feed(keys.site, query, { 'If-None-Match': etag })).status).toBe(304);
    expect((await feed(keys.other, query, { 'If-None-Match': etag })).status).toBe(200);
  });

  test(`the next page of tracked ${output} also has tracked links`, async () => {
    const response = await feed(keys.site, `output=${output}&tracked=1&limit=1`);
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? '';
    expect(next).toContain('tracked=1');
    const page = await askWith(keys.site, next.replace(ORIGIN, ''));
    expect(links(await page.text()).map(({ id }) => id)).toEqual(['2']);
  });
});

test('a tracked link redirects to the article and counts for its key, bound to origins or not', async () => {
  for (const name of ['site', 'bound'] as const) {
    const [link] = links(await (await feed(keys[name], 'tracked=1&limit=1')).text());
    const response = await ask(`/go/${link?.id}?t=${link?.token}`, {
      redirect: 'manual',
      headers: { 'User-Agent': BROWSERS[0] ?? '', 'CF-Connecting-IP': '203.0.113.9' },
    });
    expect([response.status, response.headers.get('Location')]).toEqual([302, 'https://news.example.com/3']);
    expect(response.headers.get('X-Click')).toBe('accepted');
  }
});

test.each([
  ['tracked=0', 200],
  ['tracked=', 200],
  ['tracked=1&output=html', 200],
  ['tracked=2', 400],
  ['tracked=true', 400],
  ['tracked=1&tracked=1', 400],
])('a feed with ?%s returns %i without tracked links', async (query, status) => {
  const response = await feed(keys.site, query);
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text).not.toContain('/go/');
  expect(text).not.toContain('TOKENOFTHEKEY');
});
