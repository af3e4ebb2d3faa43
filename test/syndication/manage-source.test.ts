import { createExecutionContext, env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { app } from '../../src/routes.ts';
import { makeKey, ORIGIN, publish } from '../support/index.ts';
import { rss, SERVER, seen, serve } from './stage.ts';

/** One source from the address of its site: proposed, polled, paused, resumed. */

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

describe('propose', () => {
  test('a site gives its feeds, a story its fields and its tags, and nothing is stored', async () => {
    expect((await propose(`${SERVER}/paper/`)).data).toMatchObject({ feeds: [FEED], source: { name: 'The Paper' } });
    const { data } = await propose(`${SERVER}/paper/story`);
    expect(data.article).toMatchObject({ title: 'A satellite falls', publishedAt: '2026-01-31T00:00:00Z' });
    expect(data).toMatchObject({ article: { tags: { topics: [7] } }, existing: null });
    expect((await manage<{ articles: unknown[] }>('GET', 'articles')).data.articles).toEqual([]);
  });

  test('an article that is here already is named', async () => {
    const url = `${SERVER}/paper/story`;
    const story = { id: 5, url, title: 'Here', publishedAt: '2026-01-31T00:00:00Z', contentType: 'article' };
    await publish(operator, 'articles', [story]);
    expect((await propose(url)).data.existing).toBe(5);
    await manage('DELETE', 'articles/5');
  });

  test.each(['http://10.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', 'no address', `${SERVER}/nothing-here`])(
    '%s is 400, and nothing private is asked',
    async (url) => expect((await propose(url)).status).toBe(400),
  );

  test('a redirect to a private address is refused like the address itself', async () => {
    await serve('/paper/away', { status: 302, headers: { Location: 'http://127.0.0.1:1/secret' } });
    expect((await propose(`${SERVER}/paper/away`)).status).toBe(400);
  });
});

describe('a source that is new', () => {
  const NEW = { 'If-None-Match': '*' };
  const url = 'https://gazette.example/feed.xml';
  const gazette = { name: 'The Gazette', feeds: [url], aliases: ['gazette-news.example'] };

  test('is stored with its feed where there is none yet, whole, and only once', async () => {
    const made = await manage('PUT', 'sources/gazette.example', gazette, NEW);
    expect(made).toMatchObject({ status: 200, data: gazette });
    const again = await manage('PUT', 'sources/gazette.example', { ...gazette, name: 'Another' }, NEW);
    expect(again.status).toBe(412);
    expect((await manage('GET', 'sources/gazette.example')).data).toMatchObject(gazette);
  });

  test('is added in the history before its feeds are', async () => {
    const { data } = await manage<{ entries: { action: string; change: string; after: object }[] }>(
      'GET',
      'audit?kind=source&ref=gazette.example',
    );
    expect(data.entries.at(-1)).toMatchObject({ action: 'create', after: { name: 'The Gazette' } });
    expect(data.entries.map(({ after }) => after)).toContainEqual({ name: 'The Gazette', feeds: [url] });
  });

  test('leaves nothing behind where one of its feeds is refused', async () => {
    const taken = await manage('PUT', 'sources/herald.example', { name: 'The Herald', feeds: [url] }, NEW);
    expect(taken.status).toBe(400);
    expect((await manage('GET', 'sources/herald.example')).status).toBe(404);
  });

  test('is proposed as new until it is stored, then as the source of its host, by a further domain too', async () => {
    const { host } = new URL(SERVER);
    // The story above has made one.
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

describe('the feed of a source', () => {
  test('is polled at once when asked, and its stories are tagged', async () => {
    await serve('/paper/feed.xml', {
      body: rss([{ title: 'A satellite rises', link: `https://${DOMAIN}/1`, guid: '1' }]),
    });
    await manage('PUT', `sources/${DOMAIN}`, { name: 'The Paper', feeds: [FEED] });
    expect((await poll([FEED])).data.polled).toMatchObject([{ result: 'taken', added: 1, reason: null }]);
    const { data } = await manage<{ articles: object[] }>('GET', `articles?sources=${DOMAIN}`);
    expect(data.articles).toMatchObject([{ title: 'A satellite rises', topics: [7], byRules: { topics: [7] } }]);
  });

  test('while it is paused it is not polled when due, the reason says by whom, and pausing again changes nothing', async () => {
    expect((await manage('POST', 'feeds/pause', { urls: [FEED] })).data).toEqual({ paused: 1 });
    expect(await health()).toMatchObject({ nextPoll: null, reason: 'Paused by test operator' });
    const times = (await seen('/paper/feed.xml')).length;
    expect((await poll()).data.polled).toEqual([]);
    expect(await seen('/paper/feed.xml')).toHaveLength(times);
    expect((await manage('POST', 'feeds/pause', { urls: [FEED] })).data).toEqual({ paused: 0 });
  });

  test.each([
    ['fails', { status: 500 }],
    ['brings stories', { body: rss([{ title: 'A satellite lands', link: `https://${DOMAIN}/2`, guid: '2' }]) }],
  ])('polled by hand it stays paused, whether it %s', async (_, answer) => {
    await serve('/paper/feed.xml', answer);
    expect((await poll([FEED])).data.polled).toMatchObject([{ url: FEED }]);
    expect(await health()).toMatchObject({ nextPoll: null, reason: 'Paused by test operator' });
  });

  test('resumed it is due at once, without the reason', async () => {
    expect((await manage('POST', 'feeds/resume', { urls: [FEED] })).data).toEqual({ resumed: 1 });
    expect(await health()).toMatchObject({ nextPoll: expect.any(String), reason: null, failures: 0 });
    expect((await poll()).data.polled).toMatchObject([{ url: FEED }]);
    expect((await manage('POST', 'feeds/resume', { urls: [FEED] })).data).toEqual({ resumed: 0 });
  });

  test('who has paused and resumed it is in the history, as one entry each', async () => {
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

  test('what is wrong with it is said in words, and counted', async () => {
    await serve('/paper/feed.xml', { status: 500 });
    const { data } = await poll([FEED]);
    expect(data.polled[0]).toMatchObject({ result: 'failed', reason: expect.stringContaining('500') });
    expect(await health()).toMatchObject({ failures: 1, reason: data.polled[0]?.reason });
  });

  test.each(['pause', 'resume', 'poll'])('%s of a feed that is not here: 400 with its name', async (verb) => {
    const { status, data } = await manage<{ urls: string }>('POST', `feeds/${verb}`, { urls: [`${SERVER}/other`] });
    expect(status).toBe(400);
    expect(data.urls).toContain(`${SERVER}/other`);
  });
});
