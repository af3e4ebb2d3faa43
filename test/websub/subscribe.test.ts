import { expect, test } from 'vitest';
import { feedHubs } from '../../src/db/schema.ts';
import { DAY, MINUTE } from '../../src/lib/time.ts';
import { feedsByUrl } from '../../src/syndication/poll/claim.ts';
import { addFeeds } from '../../src/syndication/poll/feed-store.ts';
import { hubOf, noteHub } from '../../src/syndication/poll/hubs.ts';
import { askHubs, confirm, subscriptionAt } from '../../src/websub/subscribe.ts';
import { askWith, makeKey, openTestDb } from '../support/index.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const SECONDS = NOW / 1000;
const HUB = 'https://hub.example/';
const TOPIC = 'https://wire.example/feed';
const origin = 'https://news.example';

/** Adds a feed with a hub. Also returns the forms that are sent to the hub. */
async function subscribed(url: string) {
  const db = openTestDb();
  const line = { line: 1, value: { url, domain: 'wire.example' } };
  await addFeeds(db, [line], { now: NOW, allowed: new Set() });
  const [feed] = await feedsByUrl(db, [url]);
  const feedId = feed?.id ?? 0;
  await noteHub(db, feedId, { hub: HUB, topic: TOPIC });
  const forms: { hub: string; form: URLSearchParams }[] = [];
  const fetch = async (hub: string, { body }: RequestInit) => {
    forms.push({ hub, form: new URLSearchParams(String(body)) });
    return new Response(null, { status: 202 });
  };
  const ask = (later: number) => askHubs(db, { fetch, allowed: new Set(), origin, now: NOW + later * 1000 });
  const answer = async (mode: string, lease: number, later: number) => {
    const token = forms.at(-1)?.form.get('hub.callback')?.split('/').at(-1) ?? '';
    const subscription = await subscriptionAt(db, token);
    if (typeof subscription === 'string') return subscription;
    return confirm(db, subscription, { mode, topic: TOPIC, lease, reason: '' }, NOW + later * 1000);
  };
  const modes = () => forms.map(({ hub, form }) => `${form.get('hub.mode')} ${hub}`);
  return { db, feedId, forms, modes, ask, answer };
}

test.each([
  ['ten seconds', 10, 10 * MINUTE, 10],
  ['ten days', 10 * DAY, 7.5 * DAY, 10 * DAY],
  ['ten years', 3650 * DAY, 22.5 * DAY, 30 * DAY],
  ['no stated time', Number.NaN, 0.75 * DAY, DAY],
])('a lease of %s is renewed before it ends', async (_, lease, renewed, until) => {
  const { db, ask, answer, modes, forms } = await subscribed(`${TOPIC}-${lease}`);
  await ask(0);
  expect(modes()).toEqual([`subscribe ${HUB}`]);
  expect(forms[0]?.form.get('hub.secret')).toMatch(/^[0-9a-f]{64}$/);
  expect(await answer('subscribe', lease, 0)).toBe(true);
  const [row] = await db.select().from(feedHubs);
  expect(row).toMatchObject({ until: SECONDS + until, askAt: SECONDS + renewed });
  await ask(renewed - 1);
  expect(modes()).toHaveLength(1);
  await ask(renewed);
  expect(modes()).toHaveLength(2);
  await db.delete(feedHubs);
});

test('a hub that does not confirm is contacted less and less often, and one that refuses is contacted once per day', async () => {
  const { db, ask, answer, modes } = await subscribed(`${TOPIC}-silent`);
  for (let minutes = 0; minutes < 24 * 60; minutes += 5) await ask(minutes * MINUTE);
  expect(modes().length).toBeLessThan(10);
  expect(await answer('denied', 0, DAY)).toBe(true);
  const asked = modes().length;
  await ask(DAY + DAY - 1);
  expect(modes()).toHaveLength(asked);
  await ask(2 * DAY);
  expect(modes()).toHaveLength(asked + 1);
  await db.delete(feedHubs);
});

test('two simultaneous runs send a single subscription request', async () => {
  const { db, ask, modes } = await subscribed(`${TOPIC}-twice`);
  await Promise.all([ask(0), ask(0)]);
  expect(modes()).toEqual([`subscribe ${HUB}`]);
  await db.delete(feedHubs);
});

test('a feed’s new hub replaces the previous one', async () => {
  const { db, feedId, ask, answer, modes } = await subscribed(`${TOPIC}-moving`);
  const told = async () => {
    const answer = await askWith(await makeKey('operator'), '/manage/sources?search=wire.example');
    const { data } = (await answer.json()) as { data: { sources: { feeds: { pushedUntil: string | null }[] }[] } };
    return data.sources[0]?.feeds.map(({ pushedUntil }) => pushedUntil).filter(Boolean);
  };
  await ask(0);
  expect(await told()).toEqual([]);
  await answer('subscribe', DAY, 0);
  expect(await told()).toEqual(['2026-06-16T12:00:00Z']);
  await noteHub(db, feedId, { hub: 'https://other.example/', topic: TOPIC });
  expect(await answer('subscribe', DAY, 1)).toBe(false);
  await ask(60);
  expect(modes().slice(1).toSorted()).toEqual(['subscribe https://other.example/', `unsubscribe ${HUB}`]);
  await db.delete(feedHubs);
});

test('a subscription that was never confirmed is removed without a request', async () => {
  const { db, feedId, ask, modes } = await subscribed(`${TOPIC}-brief`);
  await noteHub(db, feedId, null);
  await ask(0);
  expect(modes()).toEqual([]);
  expect(await db.select().from(feedHubs)).toEqual([]);
});

const base = 'https://wire.example/feed';
test.each([
  [
    'header',
    '<https://h.example/>; rel="hub", </self>; rel=self',
    [],
    null,
    ['https://h.example/', 'https://wire.example/self'],
  ],
  [
    'header before document',
    '<https://h.example/>; rel=hub',
    ['https://x.example/'],
    '/me',
    ['https://h.example/', 'https://wire.example/me'],
  ],
  [
    'several relations in one link',
    '<https://h.example/>; title="a"; rel="preload hub"',
    [],
    '/me',
    ['https://h.example/', 'https://wire.example/me'],
  ],
  ['document', '', ['https://x.example/'], base, ['https://x.example/', base]],
  ['private hub', '', ['http://10.0.0.1/', 'https://x.example/'], base, ['https://x.example/', base]],
  ['only private hubs', '', ['http://localhost/'], base, null],
  ['no link to itself', '', ['https://x.example/'], null, null],
  ['no hub', '<https://h.example/>; rel=next', [], base, null],
] as const)('hubOf finds the hub: %s', (_, header, hubs, self, found) => {
  const named = hubOf({ header, base, hubs: [...hubs], self }, new Set());
  expect(named && [named.hub, named.topic]).toEqual(found);
});
