import { expect, test } from 'vitest';
import { loadTagger } from '../../../src/content/rules/rules.ts';
import { mutex } from '../../../src/lib/async-control.ts';
import { pauseFeeds, resumeFeeds } from '../../../src/syndication/poll/pause.ts';
import { pollFeed } from '../../../src/syndication/poll/poll.ts';
import { openTestDb } from '../../support/index.ts';
import { ALLOWED, add, feedAt, NOW, poll, rss, SECONDS, SERVER, seen, serve, stories } from '../stage.ts';

const articles = (slug: string) =>
  openTestDb().all<{ id: number; url: string; title: string; introduction: string; modified: number }>(
    `SELECT id, url, title, introduction, modified_at AS modified FROM articles WHERE url LIKE '%/${slug}/%' ORDER BY id`,
  );

test('a poll stores articles with canonical URLs and plain text, and one row per feed', async () => {
  const url = await serve('/first', {
    body: rss(stories('first', 3)),
    headers: { 'Content-Type': 'application/rss+xml' },
  });
  expect(await poll(url)).toEqual({
    url,
    result: 'taken',
    added: 3,
    changed: 0,
    unchanged: 0,
    refused: 0,
    reason: null,
  });
  expect(await articles('first')).toMatchObject([
    {
      url: 'https://paper.example/first/0',
      title: 'Flood claims rise for the 0th time in first',
      introduction: 'Insurers of first expect more storms & floods this year.',
    },
    {},
    {},
  ]);
  expect(await feedAt(url)).toMatchObject({ title: 'Paper', failures: 0, reason: null, lastNewAt: SECONDS });
});

test.each([
  ['has new items', () => new Response(rss(stories('meanwhile', 1)))],
  ['fails', () => new Response(null, { status: 404 })],
  ['is unchanged', () => new Response(null, { status: 304 })],
])('a feed that is paused during a poll and %s remains paused until it is resumed', async (what, answer) => {
  const db = openTestDb();
  const url = `${SERVER}/meanwhile/${what}`;
  await add(url);
  const author = { actor: 'An editor', now: NOW };
  const asking = async () => {
    await pauseFeeds(db, [await feedAt(url)], author);
    return answer();
  };
  const reach = { fetch: asking, allowed: ALLOWED };
  const polling = { reach, tagger: () => loadTagger(db), store: mutex(), now: NOW };
  await pollFeed(db, await feedAt(url), polling);
  expect(await feedAt(url)).toMatchObject({ nextAt: null, reason: expect.stringContaining('An editor') });
  await resumeFeeds(db, [await feedAt(url)], author);
  expect(await feedAt(url)).toMatchObject({ nextAt: SECONDS, reason: null });
});

test('a poll sends the stored validators, and a 304 response writes one row', async () => {
  const headers = { ETag: '"v1"', 'Last-Modified': new Date(NOW).toUTCString() };
  const url = await serve('/304', { body: rss(stories('cond', 2)), headers });
  await poll(url);
  const db = openTestDb();
  expect(await poll(url, { later: 4000, db })).toMatchObject({ result: 'unchanged', added: 0, reason: null });
  expect(db.usage.rowsWritten).toBe(1);
  const [first, second] = await seen('/304');
  expect(first?.headers['if-none-match']).toBeUndefined();
  expect(second?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': headers['Last-Modified'] });
  expect(second?.headers['user-agent']).toContain('newsgauge');
});

test('an identical document without validators, or one with a new build date, writes one row', async () => {
  const url = await serve('/same', { body: rss(stories('same', 2)) });
  await poll(url);
  const again = openTestDb();
  expect(await poll(url, { later: 4000, db: again })).toMatchObject({ result: 'unchanged' });
  expect(again.usage.rowsWritten).toBe(1);
  await serve('/same', {
    body: rss(stories('same', 2), '<lastBuildDate>Mon, 15 Jun 2026 13:00:00 GMT</lastBuildDate>'),
  });
  const wrapped = openTestDb();
  expect(await poll(url, { later: 9000, db: wrapped })).toMatchObject({
    result: 'taken',
    added: 0,
    changed: 0,
    unchanged: 2,
  });
  expect(wrapped.usage.rowsWritten).toBe(1);
});

test('a poll updates changed items, adds new ones and keeps those that have disappeared from the feed', async () => {
  const [a, b] = stories('edit', 2);
  const url = await serve('/edit', { body: rss([a, b] as never) });
  await poll(url);
  const before = await articles('edit');
  const edited = { ...a, title: 'Flood claims fall', link: 'https://paper.example/edit/moved' };
  await serve('/edit', { body: rss([edited, ...stories('edit', 3).slice(2)]) });
  const db = openTestDb();
  expect(await poll(url, { later: 4000, db })).toMatchObject({ added: 1, changed: 1, unchanged: 0 });
  expect(db.usage.rowsWritten).toBeLessThanOrEqual(30);
  const after = await articles('edit');
  expect(after).toHaveLength(3);
  expect(after[0]).toMatchObject({
    id: before[0]?.id,
    title: 'Flood claims fall',
    url: 'https://paper.example/edit/moved',
  });
  expect(after[1]).toEqual(before[1]);
});

test('a 301 response changes the feed URL, and adding the old URL again does not duplicate the feed', async () => {
  const target = await serve('/new-home', { body: rss(stories('moved', 1)) });
  const url = await serve('/old-home', { status: 301, headers: { Location: '/new-home' } });
  expect(await poll(url)).toMatchObject({ url: target, result: 'taken', added: 1 });
  await add(url);
  expect((await openTestDb().all(`SELECT url FROM feeds WHERE url LIKE '%-home'`)).length).toBe(1);
  expect((await seen('/old-home')).length).toBe(1);
  await poll(target, { later: 4000 });
  expect((await seen('/old-home')).length).toBe(1);
});

test('a new feed URL is stored without its fragment, and one longer than 2,000 characters is not stored', async () => {
  const target = await serve('/clean', { body: rss(stories('clean', 1)) });
  expect(await poll(await serve('/dirty', { status: 301, headers: { Location: '/clean#top' } }))).toMatchObject({
    url: target,
  });
  const long = await serve(`/long?${'x'.repeat(2500)}`, { body: rss(stories('long', 1)) });
  const url = await serve('/short', { status: 301, headers: { Location: long } });
  expect(await poll(url)).toMatchObject({ url, result: 'taken', added: 1 });
});

test('a 302 response does not change the feed URL, and a feed that redirects to another known feed is stopped', async () => {
  const target = await serve('/elsewhere', { body: rss(stories('else', 1)) });
  await serve('/second-hop', { status: 301, headers: { Location: target } });
  const url = await serve('/first-hop', { status: 302, headers: { Location: `${SERVER}/second-hop` } });
  expect(await poll(url)).toMatchObject({ url, result: 'taken', added: 1 });
  await poll(target);
  const twin = await serve('/twin', { status: 308, headers: { Location: target } });
  expect(await poll(twin)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('which is already polled'),
  });
  expect((await feedAt(twin)).nextAt).toBeNull();
});

test('a 410 response stops a feed', async () => {
  const url = await serve('/gone', { status: 410 });
  expect(await poll(url)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('permanently gone (410)'),
  });
  expect((await feedAt(url)).nextAt).toBeNull();
});

test.each([
  [429, '7200', 7200],
  [503, new Date(NOW + 10_800_000).toUTCString(), 10_800],
])('a %i response with Retry-After %s postpones the next poll', async (status, header, wait) => {
  const url = await serve(`/wait/${status}`, { status, headers: { 'Retry-After': header } });
  expect(await poll(url)).toMatchObject({ result: 'failed', reason: expect.stringContaining(String(status)) });
  expect((await feedAt(url)).nextAt).toBe(SECONDS + wait);
});

test('the poll interval doubles after each failure, up to a day, and a success resets it', async () => {
  const url = await serve('/flaky', { status: 500 });
  const waits: number[] = [];
  for (let later = 0; waits.length < 8; later += waits.at(-1) ?? 0) {
    await poll(url, { later });
    waits.push(((await feedAt(url)).nextAt ?? 0) - SECONDS - later);
  }
  expect(waits).toEqual([3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400, 86_400]);
  expect(await feedAt(url)).toMatchObject({ failures: 8, reason: 'returned 500', interval: 1800 });
  await serve('/flaky', { body: rss(stories('flaky', 1)) });
  expect(await poll(url, { later: 500_000 })).toMatchObject({ result: 'taken', added: 1 });
  expect(await feedAt(url)).toMatchObject({ failures: 0, reason: null, interval: 900 });
});

test.each([
  ['hang', 'did not respond within 0.5 seconds'],
  ['drip', 'did not respond within 0.5 seconds'],
] as const)('a poll ends at its timeout if the server sends slowly (%s)', async (manner, reason) => {
  const url = await serve(`/slow/${manner}`, { manner });
  expect(await poll(url, { timeout: 500 })).toMatchObject({ result: 'failed', reason });
});

test('a poll stops reading a document at 10 MB', async () => {
  const url = await serve('/huge', { body: ' '.repeat(2 ** 20), times: 50 });
  expect(await poll(url, { timeout: 240_000 })).toMatchObject({ result: 'failed', reason: 'is larger than 10 MB' });
});

test.each([
  ['http://10.0.0.1/feed', '10.0.0.1'],
  ['http://0x7f.1/feed', '127.0.0.1'],
  ['http://[::ffff:169.254.169.254]/', '[::ffff:a9fe:a9fe]'],
  ['http://metadata.google.internal/', 'metadata.google.internal'],
  ['file:///etc/passwd', null],
])('a poll does not follow a redirect to %s', async (location, host) => {
  const url = await serve(`/inwards/${host}`, { status: 302, headers: { Location: location } });
  const reason = host ? `leads to ${host}, which is not on the public internet` : 'is not an http or https address';
  expect(await poll(url)).toMatchObject({ result: 'failed', reason: `redirects to an address that ${reason}` });
});

test('a poll fails after five redirects or if the server is unreachable', async () => {
  const url = await serve('/circle', { status: 302, headers: { Location: '/circle' } });
  expect(await poll(url)).toMatchObject({ result: 'failed', reason: 'redirects more than 5 times' });
  expect((await seen('/circle')).length).toBe(6);
});

test('two concurrent polls of a feed send one request', async () => {
  const url = await serve('/twice', { body: rss(stories('twice', 1)) });
  await add(url);
  const results = await Promise.all([poll(url), poll(url)]);
  expect(results.map(({ result }) => result).sort()).toEqual(['busy', 'taken']);
  expect((await seen('/twice')).length).toBe(1);
});
