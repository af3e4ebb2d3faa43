import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { feeds, recommended, webhookDeliveries, webhookEvents } from '../../src/db/schema.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { claimFeed, feedFailureOf, settleFeed } from '../../src/syndication/poll/claim.ts';
import { recordFailedFeeds } from '../../src/webhooks/detect/detect-feeds.ts';
import { recordBreaking } from '../../src/webhooks/detect/detect-stories.ts';
import { recordMatches, savingMatches } from '../../src/webhooks/detect/matches.ts';
import { recordSelections } from '../../src/webhooks/detect/selections.ts';
import { wakeDue } from '../../src/webhooks/queue.ts';
import { forgetEvents } from '../../src/webhooks/retention.ts';
import { askWith, makeKey, publish } from '../support/index.ts';
import { addWebhook, db, deliveries, emptyWebhooks, HOUR, NOW, SECOND } from './stage.ts';

const MINUTE = 60 * SECOND;
const MIDNIGHT = Date.UTC(2026, 10, 22);
const ZONE = '';

let operator = '';
const article = (id: number, title: string, at: number) => ({
  id,
  title,
  url: `https://example.com/${id}`,
  contentType: 'article',
  publishedAt: new Date(at).toISOString(),
});

beforeAll(async () => {
  operator = await makeKey('operator');
});
beforeEach(async () => {
  await emptyWebhooks();
  for (const table of [recommended, feeds]) await db.delete(table);
  await publish(
    operator,
    'articles',
    [1, 2, 3].map((id) => article(id, `Story ${id}`, NOW - 72 * HOUR)),
  );
});

const select = (date: string, articles: number[]) =>
  db.insert(recommended).values({ date, articles, modifiedAt: NOW / 1000 });

test('recommended articles trigger an event when their day begins and after each change', async () => {
  await select('2026-11-21', [2, 1]);
  await select('2026-11-22', [3]);
  await select('2026-11-20', []);
  const first = await recordSelections(db, ZONE, NOW);
  expect(first.map(({ data }) => data)).toMatchObject([
    { date: '2026-11-21', version: 1, articles: [{ id: 2 }, { id: 1 }] },
  ]);
  expect(await recordSelections(db, ZONE, MIDNIGHT - 1)).toEqual([]);
  await db.update(recommended).set({ articles: [1], version: 2 });
  const second = await recordSelections(db, ZONE, MIDNIGHT);
  expect(second.map(({ data }) => (data as { date: string }).date).toSorted()).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
});

test('saving recommended articles creates the delivery before the response', async () => {
  const { id } = await addWebhook();
  const today = new Date().toISOString().slice(0, 10);
  const save = (articles: number[]) =>
    askWith(operator, `/manage/recommended/${today}`, { method: 'PUT', body: JSON.stringify({ articles }) });
  expect((await save([1])).status).toBe(200);
  expect(await deliveries(id)).toHaveLength(1);
  expect((await save([1])).status).toBe(200);
  expect(await deliveries(id)).toHaveLength(1);
  expect((await save([1, 2])).status).toBe(200);
  expect(await deliveries(id)).toHaveLength(2);
});

test('a feed failure is reported after three failed polls, and only once until the feed recovers', async () => {
  await addWebhook();
  const url = 'https://example.com/feed';
  await db.insert(feeds).values({ url, domain: 'example.com', interval: 900, nextAt: 0 });
  let now = NOW;
  const poll = async (fails: boolean) => {
    now += HOUR;
    const [known] = await db.select().from(feeds);
    const feed = known && (await claimFeed(db, known, now / 1000));
    if (!feed) throw new Error('no feed');
    const healthy = { failures: 0, failingSince: null, reason: null };
    await settleFeed(db, feed, fails ? feedFailureOf(feed, { reason: 'returned 500' }, 900, now / 1000) : healthy);
    return (await recordFailedFeeds(db, now)).length;
  };
  expect([await poll(true), await poll(true), await poll(true), await poll(true)]).toEqual([0, 0, 1, 0]);
  const [event] = await db.select().from(webhookEvents);
  expect(event?.data).toMatchObject({ feed: url, since: '2026-11-21T13:00:00Z', reason: 'returned 500' });
  expect([await poll(false), await poll(true), await poll(true), await poll(true)]).toEqual([0, 0, 0, 1]);
});

const floods = () =>
  publish(operator, 'searches', [{ slug: 'floods', name: 'Floods', filter: { searchTerms: 'flood*' } }]);

const matched = async (now: number) =>
  (await recordMatches(db, now)).map(({ data }) => (data as { article: { id: number } }).article.id);

test('an article that matches a saved search is reported once, when it is published', async () => {
  await floods();
  await addWebhook({ events: ['article.matched'], searches: ['floods'] });
  await publish(operator, 'articles', [
    article(11, 'Flooded cellars', NOW - HOUR),
    article(12, 'Floods to come', NOW + HOUR),
    article(13, 'Fire', NOW - HOUR),
    article(14, 'Flood of last week', NOW - 100 * HOUR),
  ]);
  expect(await matched(NOW)).toEqual([11]);
  expect(await matched(NOW + 5 * MINUTE)).toEqual([]);
  await publish(operator, 'articles', [article(11, 'Flooded cellars everywhere', NOW - HOUR)]);
  expect(await matched(NOW + HOUR - SECOND)).toEqual([]);
  expect(await matched(NOW + HOUR)).toEqual([12]);
});

test('an article with an excluded word or phrase of a saved search is reported only after the word is removed', async () => {
  const filter = { searchTerms: 'hail*', excludeTerms: 'football,burst pipe,US' };
  await publish(operator, 'searches', [{ slug: 'hail', name: 'Hail', filter }]);
  await addWebhook({ events: ['article.matched'], searches: ['hail'] });
  await publish(operator, 'articles', [
    article(51, 'Hail stops football', NOW - HOUR),
    article(52, 'Burst pipe, hail on a cellar', NOW - HOUR),
    article(53, 'Hail of US losses', NOW - HOUR),
    article(54, 'Hail and a pipe that burst hit us', NOW - HOUR),
  ]);
  expect(await matched(NOW)).toEqual([54]);
  await publish(operator, 'articles', [article(52, 'Hail on a cellar', NOW - HOUR)]);
  expect(await matched(NOW + MINUTE)).toEqual([52]);
});

test('a new webhook or a changed search does not report earlier matches', async () => {
  const storms = { slug: 'storms', name: 'Storms', filter: { searchTerms: 'storm*' } };
  await publish(operator, 'searches', [storms]);
  await publish(operator, 'articles', [article(21, 'Storms', NOW - HOUR), article(22, 'Fire', NOW - HOUR)]);
  const { id } = await savingMatches(db, NOW, () => addWebhook({ events: ['article.matched'], searches: ['storms'] }));
  expect(await matched(NOW + MINUTE)).toEqual([]);
  const other = { ...storms, filter: { searchTerms: 'storm*,fire' } };
  await savingMatches(db, NOW, async () => void (await publish(operator, 'searches', [other])));
  expect(await matched(NOW + MINUTE)).toEqual([]);
  expect(await deliveries(id)).toEqual([]);
  await publish(operator, 'articles', [article(23, 'Another fire', NOW)]);
  expect(await matched(NOW + MINUTE)).toEqual([23]);
  expect(await deliveries(id)).toHaveLength(1);
});

test('wakeDue wakes webhooks with due deliveries, except those that are waiting or busy', async () => {
  const sent: unknown[] = [];
  const queue = { send: async (body: unknown) => void sent.push(body) } as unknown as typeof env.WEBHOOKS;
  const { id } = await addWebhook();
  await addWebhook({ heldUntil: NOW + HOUR });
  await addWebhook({ leasedUntil: NOW + MINUTE });
  await addWebhook({ events: ['topic.grows'] });
  await select('2026-11-21', [1]);
  await recordSelections(db, ZONE, NOW);
  expect(await wakeDue(db, queue, NOW)).toBe(1);
  expect(sent).toEqual([{ webhook: id }]);
});

test('events are deleted with their deliveries after 30 days, but not while a delivery is pending', async () => {
  const { id } = await addWebhook();
  await select('2026-11-21', [1]);
  await recordSelections(db, ZONE, NOW);
  const later = NOW + 31 * 24 * HOUR;
  await db.transaction(...forgetEvents(db, assumeTrusted(later)));
  expect([await db.$count(webhookEvents), (await deliveries(id)).length]).toEqual([1, 1]);
  await db.update(webhookDeliveries).set({ state: 'delivered' });
  await db.transaction(...forgetEvents(db, assumeTrusted(NOW + 29 * 24 * HOUR)));
  expect([await db.$count(webhookEvents), (await deliveries(id)).length]).toEqual([1, 1]);
  await db.transaction(...forgetEvents(db, assumeTrusted(later)));
  expect([await db.$count(webhookEvents), (await deliveries(id)).length]).toEqual([0, 0]);
});

test('a story that five sources report within six hours is reported as breaking once', async () => {
  const told = Array.from({ length: 7 }, (_, i) => ({
    ...article(41 + i, `Dam${i} breaks${i}`, NOW - (i === 6 ? 20 : i) * HOUR),
    url: `https://paper-${Math.min(i, 5)}.example/${i}`,
  }));
  await publish(operator, 'articles', told);
  const join = (ids: number[]) =>
    askWith(operator, '/manage/stories/41/join', { method: 'POST', body: JSON.stringify({ articles: ids }) });
  expect((await join([42, 43, 44])).status).toBe(200);
  expect(await recordBreaking(db, env, NOW)).toEqual([]);
  expect((await join([45, 47])).status).toBe(200);
  const [event, ...others] = await recordBreaking(db, env, NOW);
  expect(others).toEqual([]);
  expect(event?.data).toMatchObject({ story: { id: 41 }, article: { id: 47 }, sources: { length: 6 } });
  expect((await join([46])).status).toBe(200);
  expect(await recordBreaking(db, env, NOW + MINUTE)).toEqual([]);
});
