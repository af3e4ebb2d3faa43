import { createExecutionContext, env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { app } from '../../src/routes.ts';
import { readOpml } from '../../src/syndication/opml.ts';
import { makeKey, ORIGIN } from '../support/index.ts';
import { rss, SERVER, serve, stories } from './stage.ts';

const bindings = { ...env, FEED_ALLOW_HOSTS: new URL(SERVER).host } as Env;
let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});

async function manage(method: string, path: string, body?: unknown) {
  const response = await app.fetch(
    new Request(`${ORIGIN}/manage/${path}`, {
      method,
      headers: { Authorization: `Bearer ${operator}` },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    } as RequestInit),
    bindings,
    createExecutionContext(),
  );
  const text = await response.text();
  return { status: response.status, text, data: text.startsWith('{') ? JSON.parse(text).data : null };
}

const healthOf = async (domain: string) =>
  (await manage('GET', 'sources?withFeeds=true')).data.sources.find(
    (source: { domain: string }) => source.domain === domain,
  );

test('PUT /manage/sources stores the given feeds, removes omitted ones, and keeps all if `feeds` is absent', async () => {
  const [one, two] = [`${SERVER}/source/one`, `${SERVER}/source/two`];
  const source = { domain: 'daily.example', name: 'Daily' };
  expect((await manage('PUT', 'sources', [{ ...source, feeds: [one, two] }])).data).toEqual({
    accepted: 1,
    rejected: [],
  });
  await manage('PUT', 'sources', [source]);
  expect((await healthOf('daily.example')).feeds.map(({ url }: { url: string }) => url)).toEqual([one, two]);
  await manage('PUT', 'sources', [{ ...source, feeds: [two] }]);
  expect((await healthOf('daily.example')).feeds).toEqual([
    {
      url: two,
      title: '',
      lastFetch: null,
      lastNew: null,
      nextPoll: expect.any(String),
      intervalSeconds: 1800,
      pushedUntil: null,
      failures: 0,
      reason: null,
    },
  ]);
});

test('an invalid feed of a source is rejected with its line and field', async () => {
  const { data } = await manage('PUT', 'sources', [
    { domain: 'a.example', name: 'A', feeds: ['not an address'] },
    { domain: 'b.example', name: 'B', feeds: ['http://192.168.1.1/feed'] },
    { domain: 'c.example', name: 'C', feeds: [`${SERVER}/mine`] },
    { domain: 'd.example', name: 'D', feeds: [`${SERVER}/mine`] },
    { domain: 'e.example', name: 'E', feeds: 'x' },
  ]);
  expect(data.accepted).toBe(1);
  expect(data.rejected).toMatchObject([
    { line: 1, errors: { feeds: 'value 1 must be an absolute http or https URL' } },
    {
      line: 2,
      errors: { feeds: expect.stringContaining('which leads to 192.168.1.1, which is not on the public internet') },
    },
    { line: 4, errors: { feeds: `contains ${SERVER}/mine, which already belongs to c.example` } },
    { line: 5, errors: { feeds: 'must be a list' } },
  ]);
});

test('POST /manage/feeds/poll polls the given feeds and updates their health', async () => {
  const good = await serve('/demand/good', { body: rss(stories('demand', 3)) });
  const bad = await serve('/demand/bad', { status: 404 });
  await manage('PUT', 'sources', [{ domain: 'demand.example', name: 'Demand', publishes: ['paper.example'] }]);
  await manage('PUT', 'feeds', [
    { url: good, domain: 'demand.example', name: 'Demand' },
    { url: bad, domain: 'demand.example' },
  ]);
  const { data } = await manage('POST', 'feeds/poll', { urls: [good, bad] });
  expect(data).toEqual({
    polled: expect.arrayContaining([
      { url: good, result: 'taken', added: 3, changed: 0, unchanged: 0, refused: 0, reason: null },
      { url: bad, result: 'failed', added: 0, changed: 0, unchanged: 0, refused: 0, reason: 'returned 404' },
    ]),
    left: 0,
  });
  expect(await healthOf('demand.example')).toMatchObject({
    name: 'Demand',
    feeds: [
      { url: good, title: 'Paper', lastNew: expect.any(String), failures: 0, reason: null },
      { url: bad, lastNew: null, failures: 1, reason: 'returned 404', nextPoll: expect.any(String) },
    ],
  });
  expect(await manage('POST', 'feeds/poll', { urls: ['https://nobody.example/'] })).toMatchObject({
    status: 400,
    data: { urls: 'unknown feeds: https://nobody.example/' },
  });
});

test('POST /manage/feeds/items accepts a document in its own encoding, and repeating it adds no articles', async () => {
  const text = rss([{ title: 'Na\xefve', link: '/latin' }]).replace('utf-8', 'iso-8859-1');
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  expect((await manage('POST', 'feeds/items', bytes)).data).toEqual({
    title: 'Paper',
    added: 1,
    changed: 0,
    unchanged: 0,
    refused: 0,
    reason: null,
  });
  expect((await manage('POST', 'feeds/items', bytes)).data).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await manage('POST', 'feeds/items', '<html></html>')).toMatchObject({
    status: 400,
    data: { body: 'is an HTML page, not a feed' },
  });
  expect((await manage('POST', 'feeds/items?url=nowhere', text)).status).toBe(400);
  expect((await manage('POST', 'feeds/items', ' '.repeat(5 * 2 ** 20 + 1))).status).toBe(413);
});

test('importing exported OPML yields the same feeds from the same sources', async () => {
  await manage('PUT', 'feeds', [
    { url: `${SERVER}/opml?a=1&b=2`, domain: 'opml.example', name: 'A & B "quoted" <OPML>' },
    { url: `${SERVER}/opml-two`, domain: 'opml.example' },
  ]);
  const { text } = await manage('GET', 'sources/opml');
  const mine = readOpml(text).filter(({ domain }) => domain === 'opml.example');
  expect(mine).toEqual([
    { url: `${SERVER}/opml?a=1&b=2`, domain: 'opml.example', name: 'A & B "quoted" <OPML>' },
    { url: `${SERVER}/opml-two`, domain: 'opml.example', name: 'A & B "quoted" <OPML>' },
  ]);
  expect((await manage('PUT', 'feeds', readOpml(text))).data.rejected).toEqual([]);
  expect((await manage('GET', 'sources/opml')).text.replace(/<dateCreated>[^<]*/, '')).toBe(
    text.replace(/<dateCreated>[^<]*/, ''),
  );
});

test('`publishes` and `aggregator` of a source change only if they are given', async () => {
  const source = { domain: 'wire.example', name: 'Wire', feeds: [`${SERVER}/wire`] };
  const shown = async () => {
    const { publishes, aggregator } = await healthOf('wire.example');
    return { publishes, aggregator };
  };
  await manage('PUT', 'sources', [source]);
  expect(await shown()).toEqual({ publishes: [], aggregator: false });
  await manage('PUT', 'sources', [{ ...source, publishes: ['WWW.Reuters.com', 'bbc.co.uk'] }]);
  await manage('PUT', 'sources', [{ ...source, aggregator: true }]);
  expect(await shown()).toEqual({ publishes: ['reuters.com', 'bbc.co.uk'], aggregator: true });
  await manage('PUT', 'sources', [{ ...source, publishes: [], aggregator: false }]);
  expect(await shown()).toEqual({ publishes: [], aggregator: false });
  const { data } = await manage('PUT', 'sources', [{ ...source, publishes: ['https://reuters.com/x'] }]);
  expect(data.rejected).toMatchObject([{ line: 1, errors: { publishes: expect.stringContaining('host name') } }]);
});

test('PUT /manage/feeds moves a known feed to another source only if a source is specified', async () => {
  const url = `${SERVER}/known`;
  await manage('PUT', 'feeds', [{ url, domain: 'known.example' }]);
  const answer = await manage('PUT', 'feeds', [{ url }, { url: 'http://10.0.0.1/feed' }]);
  expect(answer.data).toMatchObject({
    accepted: 1,
    rejected: [{ line: 2, errors: { url: expect.stringContaining('(FEED_ALLOW_HOSTS=10.0.0.1 would allow it)') } }],
  });
  expect(await healthOf('known.example')).toMatchObject({ feeds: [{ url }] });
  await manage('PUT', 'feeds', [{ url, domain: 'corrected.example' }]);
  expect(await healthOf('known.example')).toBeUndefined();
  expect(await healthOf('corrected.example')).toMatchObject({ feeds: [{ url }] });
});

test('readOpml reads OPML from other programs with folders, missing sites and outlines without feeds', () => {
  const outlines = `<outline text="News"><outline text="Wire" xmlUrl="https://feeds.wire.example/rss" htmlUrl="https://www.wire.example/home"/>
    <outline title="Blog" text="" xmlUrl="https://blog.example/feed"/>
    <outline text="Here" xmlUrl="http://localhost:8000/feed"/></outline><outline text="A note"/>`;
  const read = readOpml(`<opml version="1.0"><head/><body>${outlines}</body></opml>`);
  expect(read).toMatchObject([
    { url: 'https://feeds.wire.example/rss', domain: 'wire.example', name: 'Wire' },
    { url: 'https://blog.example/feed', domain: undefined, name: 'Blog' },
    { url: 'http://localhost:8000/feed', domain: undefined },
  ]);
  expect(() => readOpml('<html></html>')).toThrow();
});

test('GET /manage/sources is paginated', async () => {
  const all = (await manage('GET', 'sources?limit=1000')).data.sources.map(({ domain }: { domain: string }) => domain);
  const first = (await manage('GET', 'sources?limit=2')).data;
  const rest = (await manage('GET', `sources?limit=1000&cursor=${first.next}`)).data.sources;
  expect([...first.sources, ...rest].map(({ domain }: { domain: string }) => domain)).toEqual(all);
  expect(all).toEqual([...all].sort());
});
