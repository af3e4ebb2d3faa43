import { createExecutionContext, env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { app } from '../../src/routes.ts';
import { makeKey, ORIGIN, publish } from '../support/index.ts';
import { rss, SERVER, seen, serve } from './stage.ts';

const bindings = { ...env, FEED_ALLOW_HOSTS: new URL(SERVER).host } as Env;
const FEED = `${SERVER}/paper/feed.xml`;
const DOMAIN = 'paper.example';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  await publish(operator, 'topics', [{ id: 7, name: 'Space', slug: 'space', category: 1 }]);
  await publish(operator, 'rules', [{ kind: 'topic', ref: '7', words: ['satellite'] }]);
  await serve('/paper/', {
    headers: { 'Content-Type': 'text/html' },
    body: `<meta property="og:site_name" content="The Paper"><link rel="alternate" type="application/rss+xml" href="/paper/feed.xml">`,
  });
  await serve('/paper/story', {
    headers: { 'Content-Type': 'text/html' },
    body: `<meta property="og:title" content="A satellite falls"><meta property="og:site_name" content="The Paper">
      <meta name="DC.date" content="2026-01-31">`,
  });
});

async function manage<T>(
  method: string,
  path: string,
  body?: unknown,
  conditions = {},
): Promise<{ status: number; data: T }> {
  const headers = { Authorization: `Bearer ${operator}`, ...conditions };
  const init = { method, headers, body: JSON.stringify(body) };
  const response = await app.fetch(new Request(`${ORIGIN}/manage/${path}`, init), bindings, createExecutionContext());
  return { status: response.status, data: ((await response.json()) as { data: T }).data };
}

interface Proposed {
  article: { title: string; publishedAt: string | null; tags: { topics: number[] } } | null;
  source: { domain: string; name: string; stored: boolean };
  feeds: string[];
  existing: number | null;
}
const propose = (url: string) => manage<Proposed>('POST', 'articles/propose', { url });

describe('POST /manage/articles/propose', () => {
  test('a site is proposed with its feeds and an article with its fields and tags, and nothing is stored', async () => {
    expect((await propose(`${SERVER}/paper/`)).data).toMatchObject({ feeds: [FEED], source: { name: 'The Paper' } });
    const { data } = await propose(`${SERVER}/paper/story`);
    expect(data.article).toMatchObject({ title: 'A satellite falls', publishedAt: '2026-01-31T00:00:00Z' });
    expect(data).toMatchObject({ article: { tags: { topics: [7] } }, existing: null });
    expect((await manage<{ articles: unknown[] }>('GET', 'articles')).data.articles).toEqual([]);
  });

  test('a proposal contains the id of an existing article', async () => {
    const url = `${SERVER}/paper/story`;
    const story = { id: 5, url, title: 'Here', publishedAt: '2026-01-31T00:00:00Z', contentType: 'article' };
    await publish(operator, 'articles', [story]);
    expect((await propose(url)).data.existing).toBe(5);
    await manage('DELETE', 'articles/5');
  });

  test.each(['http://10.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', 'no address', `${SERVER}/nothing-here`])(
    'a proposal of %s returns 400',
    async (url) => expect((await propose(url)).status).toBe(400),
  );

  test('a proposal of a redirect to a private address returns 400', async () => {
    await serve('/paper/away', { status: 302, headers: { Location: 'http://127.0.0.1:1/secret' } });
    expect((await propose(`${SERVER}/paper/away`)).status).toBe(400);
  });
});

describe('PUT /manage/sources/:domain with a new source', () => {
  const NEW = { 'If-None-Match': '*' };
  const url = 'https://gazette.example/feed.xml';
  const gazette = { name: 'The Gazette', feeds: [url], aliases: ['gazette-news.example'] };

  test('a new source is created with its feeds only once', async () => {
    const made = await manage('PUT', 'sources/gazette.example', gazette, NEW);
    expect(made).toMatchObject({ status: 200, data: gazette });
    const again = await manage('PUT', 'sources/gazette.example', { ...gazette, name: 'Another' }, NEW);
    expect(again.status).toBe(412);
    expect((await manage('GET', 'sources/gazette.example')).data).toMatchObject(gazette);
  });

  test('the history records a new source before its feeds', async () => {
    const { data } = await manage<{ entries: { action: string; change: string; after: object }[] }>(
      'GET',
      'audit?kind=source&ref=gazette.example',
    );
    expect(data.entries.at(-1)).toMatchObject({ action: 'create', after: { name: 'The Gazette' } });
    expect(data.entries.map(({ after }) => after)).toContainEqual({ name: 'The Gazette', feeds: [url] });
  });

  test('a source is not created if one of its feeds is rejected', async () => {
    const taken = await manage('PUT', 'sources/herald.example', { name: 'The Herald', feeds: [url] }, NEW);
    expect(taken.status).toBe(400);
    expect((await manage('GET', 'sources/herald.example')).status).toBe(404);
  });

  test('a proposal marks a source as not stored until it exists, then finds it by its domain or alias', async () => {
    const { host } = new URL(SERVER);
    await manage('DELETE', `sources/${host}`);
    const proposed = async () => (await propose(`${SERVER}/paper/`)).data.source;
    expect(await proposed()).toMatchObject({ name: 'The Paper', stored: false });
    await manage('PUT', 'sources/gazette.example', { ...gazette, aliases: [host] });
    expect(await proposed()).toEqual({ domain: 'gazette.example', name: 'The Gazette', stored: true });
    await manage('PUT', `sources/${host}`, { name: 'Paper, itself' });
    expect(await proposed()).toEqual({ domain: host, name: 'Paper, itself', stored: true });
    for (const domain of [host, 'gazette.example']) await manage('DELETE', `sources/${domain}`);
  });
});

interface Health {
  lastFetch: string | null;
  nextPoll: string | null;
  failures: number;
  reason: string | null;
}
const health = async () => {
  const { data } = await manage<{ sources: { domain: string; feeds: Health[] }[] }>('GET', `sources?search=${DOMAIN}`);
  return data.sources.find(({ domain }) => domain === DOMAIN)?.feeds[0] as Health;
};
const poll = (urls?: string[]) =>
  manage<{ polled: { result: string; added: number; reason: string | null }[] }>('POST', 'feeds/poll', { urls });

describe('managing the feed of a source', () => {
  test('polling a feed on request adds its articles with their tags', async () => {
    await serve('/paper/feed.xml', {
      body: rss([{ title: 'A satellite rises', link: `https://${DOMAIN}/1`, guid: '1' }]),
    });
    await manage('PUT', `sources/${DOMAIN}`, { name: 'The Paper', feeds: [FEED] });
    expect((await poll([FEED])).data.polled).toMatchObject([{ result: 'taken', added: 1, reason: null }]);
    const { data } = await manage<{ articles: object[] }>('GET', `articles?sources=${DOMAIN}`);
    expect(data.articles).toMatchObject([{ title: 'A satellite rises', topics: [7], byRules: { topics: [7] } }]);
  });

  test('a paused feed is not polled, the reason names the editor, and pausing the feed again changes nothing', async () => {
    expect((await manage('POST', 'feeds/pause', { urls: [FEED] })).data).toEqual({ paused: 1 });
    expect(await health()).toMatchObject({ nextPoll: null, reason: 'Paused by test operator' });
    const times = (await seen('/paper/feed.xml')).length;
    expect((await poll()).data.polled).toEqual([]);
    expect(await seen('/paper/feed.xml')).toHaveLength(times);
    expect((await manage('POST', 'feeds/pause', { urls: [FEED] })).data).toEqual({ paused: 0 });
  });

  test.each([
    ['fails', { status: 500 }],
    ['adds articles', { body: rss([{ title: 'A satellite lands', link: `https://${DOMAIN}/2`, guid: '2' }]) }],
  ])('a paused feed that is polled on request remains paused if it %s', async (_, answer) => {
    await serve('/paper/feed.xml', answer);
    expect((await poll([FEED])).data.polled).toMatchObject([{ url: FEED }]);
    expect(await health()).toMatchObject({ nextPoll: null, reason: 'Paused by test operator' });
  });

  test('a resumed feed is due at once and no longer has a reason', async () => {
    expect((await manage('POST', 'feeds/resume', { urls: [FEED] })).data).toEqual({ resumed: 1 });
    expect(await health()).toMatchObject({ nextPoll: expect.any(String), reason: null, failures: 0 });
    expect((await poll()).data.polled).toMatchObject([{ url: FEED }]);
    expect((await manage('POST', 'feeds/resume', { urls: [FEED] })).data).toEqual({ resumed: 0 });
  });

  test('the history has one entry per pause and resumption of a feed', async () => {
    const { data } = await manage<{ entries: { ref: string; before: object; after: object }[] }>(
      'GET',
      'audit?kind=feed',
    );
    const changes = data.entries.filter(({ ref }) => ref === FEED).map(({ before, after }) => [before, after]);
    expect(changes).toEqual([
      [{ state: 'paused' }, { state: 'polled' }],
      [{ state: 'polled' }, { state: 'paused' }],
    ]);
  });

  test('a failed poll on request is reported with its reason and counted', async () => {
    await serve('/paper/feed.xml', { status: 500 });
    const { data } = await poll([FEED]);
    expect(data.polled[0]).toMatchObject({ result: 'failed', reason: expect.stringContaining('500') });
    expect(await health()).toMatchObject({ failures: 1, reason: data.polled[0]?.reason });
  });

  test.each(['pause', 'resume', 'poll'])('%s of an unknown feed returns 400 with its URL', async (verb) => {
    const { status, data } = await manage<{ urls: string }>('POST', `feeds/${verb}`, { urls: [`${SERVER}/other`] });
    expect(status).toBe(400);
    expect(data.urls).toContain(`${SERVER}/other`);
  });
});
