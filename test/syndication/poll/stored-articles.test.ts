import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { deleteArticle } from '../../../src/content/removal/remove-article.ts';
import { runScheduledJobs } from '../../../src/operations/jobs.ts';
import { pollDue } from '../../../src/syndication/poll/run.ts';
import { makeKey, openTestDb, publish } from '../../support/index.ts';
import { ALLOWED, add, feedAt, NOW, poll, rss, SECONDS, SERVER, seen, serve, stories } from '../stage.ts';

const articleAt = async (url: string) =>
  (
    await openTestDb().all<{ id: number; title: string; paywalled: number; client: string | null }>(
      `SELECT id, title, paywalled, client FROM articles WHERE url = '${url}'`,
    )
  )[0];

test('an editor’s changes are kept until the feed changes the item, and fields that feeds lack are always kept', async () => {
  const url = await serve('/hand', { body: rss(stories('hand', 1)) });
  await poll(url);
  const story = 'https://paper.example/hand/0';
  const operator = await makeKey('operator');
  const edited = { url: story, title: 'By hand', publishedAt: '2026-06-15T00:00:00Z', contentType: 'report' };
  await publish(operator, 'articles', [{ ...edited, paywalled: true, client: 'Desk' }]);
  await serve('/hand', { body: rss(stories('hand', 2)) });
  expect(await poll(url, { later: 4000 })).toMatchObject({ added: 1, changed: 0, unchanged: 1 });
  expect(await articleAt(story)).toMatchObject({ title: 'By hand' });
  const [item] = stories('hand', 1);
  await serve('/hand', { body: rss([{ ...item, title: 'By the feed' }]) });
  expect(await poll(url, { later: 9000 })).toMatchObject({ changed: 1 });
  expect(await articleAt(story)).toMatchObject({ title: 'By the feed', paywalled: 1, client: 'Desk' });
});

test('an article in two feeds that an editor has also published is stored once and keeps its first version', async () => {
  const operator = await makeKey('operator');
  const story = {
    url: 'https://paper.example/shared/0',
    title: 'Ours',
    publishedAt: '2026-06-15T00:00:00Z',
    contentType: 'article',
  };
  await publish(operator, 'articles', [story]);
  const one = await serve('/shared-one', { body: rss(stories('shared', 2)) });
  const two = await serve('/shared-two', {
    body: rss(stories('shared', 2).map((item) => ({ ...item, title: 'Theirs', guid: 'x' }))),
  });
  expect(await poll(one)).toMatchObject({ added: 1, unchanged: 1 });
  expect(await poll(two)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  expect(await articleAt(story.url)).toMatchObject({ title: 'Ours' });
});

test('a poll does not add a deleted article again', async () => {
  const url = await serve('/deleted', { body: rss(stories('deleted', 1)) });
  await poll(url);
  const story = 'https://paper.example/deleted/0';
  await deleteArticle(openTestDb(), (await articleAt(story))?.id ?? 0);
  const [item] = stories('deleted', 1);
  await serve('/deleted', { body: rss([{ ...item, title: 'Another title' }]) });
  expect(await poll(url, { later: 4000 })).toMatchObject({ added: 0, changed: 0 });
  expect(await articleAt(story)).toBeUndefined();
});

test('polling a feed with 200 items writes at most seven rows per article plus twenty', async () => {
  const url = await serve('/big', { body: rss(stories('big', 200)) });
  await add(url);
  const db = openTestDb();
  expect(await poll(url, { db })).toMatchObject({ added: 200 });
  console.log(`rows written per new article: ${(db.usage.rowsWritten / 200).toFixed(2)}`);
  // One of the seven rows is that of the item.
  expect(db.usage.rowsWritten).toBeLessThanOrEqual(7 * 200 + 20);
});

test('a polling run polls each due feed once, including slow and broken ones', async () => {
  await openTestDb().run('UPDATE feeds SET next_at = NULL');
  const bodies = { good: rss(stories('run-good', 2)), other: rss(stories('run-other', 2)), bad: '<html></html>' };
  const answers = new Map(Object.entries(bodies).map(([name, body]) => [`${SERVER}/run/${name}`, body]));
  const slow = await serve('/run/slow', { manner: 'hang' });
  for (const url of [slow, ...answers.keys()]) await add(url);
  // Responses are immediate, so that a slow machine cannot cause a timeout.
  const answer = async (url: string, init: RequestInit) =>
    answers.has(url) ? new Response(answers.get(url)) : fetch(url, init);
  const running = {
    reach: { fetch: answer, allowed: ALLOWED, timeout: 700 },
    now: NOW,
    wait: async () => undefined,
    elapsed: () => 0,
    report: (error: Error) => expect.fail(error.message),
  };
  const { polled, left } = await pollDue(openTestDb(), running);
  expect(left).toBe(0);
  expect(
    Object.fromEntries(polled.map(({ url, added, reason }) => [url.replace(`${SERVER}/run/`, ''), reason ?? added])),
  ).toEqual({ good: 2, other: 2, bad: 'is an HTML page, not a feed', slow: 'did not respond within 0.7 seconds' });
  // Concurrent polls add one article for each item.
  expect(await openTestDb().all(`SELECT count(*) AS n FROM articles WHERE url LIKE '%/run-%'`)).toEqual([{ n: 4 }]);
  expect((await pollDue(openTestDb(), running)).polled).toEqual([]);
  const out = await pollDue(openTestDb(), {
    ...running,
    now: NOW + 86_400_000,
    wait: async () => undefined,
    elapsed: () => 1e9,
  });
  expect(out).toMatchObject({ polled: [], left: 4 });
});

test('a polling run stops before the platform’s query limit, and the next run continues', async () => {
  await openTestDb().run('UPDATE feeds SET next_at = NULL');
  for (let i = 0; i < 40; i++) await add(await serve(`/many-feeds/${i}`, { body: rss(stories(`many-feeds-${i}`, 1)) }));
  const running = {
    reach: { fetch: (url: string, init: RequestInit) => fetch(url, init), allowed: ALLOWED },
    now: NOW,
    wait: async () => undefined,
    elapsed: () => 0,
    report: (error: Error) => expect.fail(error.message),
  };
  const lengths: number[] = [];
  for (let left = 40; left > 0; left -= lengths.at(-1) ?? 0) {
    const run = await pollDue(openTestDb(), running);
    expect([run.left, run.polled.length > 0]).toEqual([left - run.polled.length, true]);
    lengths.push(run.polled.length);
  }
  expect(lengths.length).toBeGreaterThan(1);
});

test('the cron job polls feeds', async () => {
  const url = await serve('/cron', { body: rss(stories('cron', 1)) });
  await add(url);
  const controller = { cron: '*/5 * * * *', scheduledTime: NOW, noRetry() {} };
  await runScheduledJobs(controller as never, { ...env, FEED_ALLOW_HOSTS: new URL(SERVER).host as '' });
  expect((await seen('/cron')).length).toBe(1);
  expect(await feedAt(url)).toMatchObject({ lastNewAt: SECONDS, failures: 0 });
});

test('a feed that cannot be stored reports the failure in its health, and the other feeds are stored', async () => {
  await openTestDb().run('UPDATE feeds SET next_at = NULL');
  const urls = ['/lost', '/kept'].map((path) => serve(path, { body: rss(stories(path.slice(1), 1)) }));
  const [lost = '', kept = ''] = await Promise.all(urls);
  for (const url of [lost, kept]) await add(url);
  await openTestDb().run(
    `CREATE TRIGGER lose BEFORE INSERT ON articles WHEN new.url LIKE '%/lost/%' BEGIN SELECT raise(ABORT, 'no'); END`,
  );
  const errors: Error[] = [];
  const reach = { fetch: (url: string, init: RequestInit) => fetch(url, init), allowed: ALLOWED };
  await pollDue(openTestDb(), {
    reach,
    now: NOW,
    wait: async () => undefined,
    elapsed: () => 0,
    report: (error) => errors.push(error),
  });
  await openTestDb().run('DROP TRIGGER lose');
  expect(errors).toHaveLength(1);
  expect(await feedAt(lost)).toMatchObject({ failures: 1, reason: 'could not be stored; it will be polled again' });
  expect(await feedAt(kept)).toMatchObject({ failures: 0, reason: null, lastNewAt: SECONDS });
});
