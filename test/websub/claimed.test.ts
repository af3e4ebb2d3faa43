import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { hmac } from '../../src/lib/hash/hash.ts';
import { app } from '../../src/routes.ts';
import { noteHub } from '../../src/syndication/poll/hubs.ts';
import { askHubs, confirm, subscriptionAt } from '../../src/websub/subscribe.ts';
import { askWith, makeKey, ORIGIN, openTestDb } from '../support/index.ts';
import { ALLOWED, add, feedAt, rss, SERVER, serve } from '../syndication/stage.ts';

/** A hub cannot add articles under the name of another source that has its own feed. */

const HUB = 'https://hub.example/';
const db = openTestDb();

beforeAll(async () => {
  await add(await serve('/times', { body: rss([]) }), 'times.example');
});

/** Subscribes to a feed. Returns the path of the callback and the secret that the hub received. */
async function subscribed(url: string) {
  const now = Date.now();
  await noteHub(db, (await feedAt(url)).id, { hub: HUB, topic: url });
  const sent: URLSearchParams[] = [];
  const fetch = async (_: string, { body }: RequestInit) => {
    sent.push(new URLSearchParams(String(body)));
    return new Response(null, { status: 202 });
  };
  await askHubs(db, { fetch, allowed: new Set(), origin: ORIGIN, now });
  const form = sent.find((one) => one.get('hub.topic') === url);
  const path = new URL(form?.get('hub.callback') ?? '').pathname;
  const subscription = await subscriptionAt(db, path.split('/').at(-1) ?? '');
  if (typeof subscription === 'string') throw new Error(subscription);
  await confirm(db, subscription, { mode: 'subscribe', topic: url, lease: 86_400, reason: '' }, now);
  return { path, secret: form?.get('hub.secret') ?? '' };
}

/** Sends a document as a hub does, and waits until the service has read the feed. */
async function push({ path, secret }: { path: string; secret: string }, body: string): Promise<number> {
  const headers = { 'X-Hub-Signature': `sha256=${await hmac(secret, body)}`, 'CF-Connecting-IP': '203.0.113.9' };
  const request = new Request(ORIGIN + path, { method: 'POST', body, headers });
  const context = createExecutionContext();
  const settings = new Proxy(env, {
    get: (target, name) => (name === 'FEED_ALLOW_HOSTS' ? new URL(SERVER).host : Reflect.get(target, name)),
  });
  const { status } = await app.fetch(request, settings, context);
  await waitOnExecutionContext(context);
  return status;
}

const document = (link: string) => rss([{ title: 'Forged', link, guid: link }]);
const stored = () => db.all<{ url: string }>(`SELECT url FROM articles WHERE title = 'Forged'`);

test.each([
  ['its own address', 'https://times.example/1'],
  ['a subdomain', 'https://m.times.example/1'],
])(
  'an article pushed for another source, under %s, is rejected, and the pushing source shows the reason',
  async (_, link) => {
    const domain = `d${link.length}.example`;
    const body = document(link);
    const feed = `/pushed/${link.length}`;
    const url = await serve(feed, { body });
    await add(url, domain);
    expect(await push(await subscribed(url), body)).toBe(202);
    expect(await stored()).toEqual([]);
    const sources = await askWith(await makeKey('operator'), `/manage/sources?search=${domain}`);
    expect(await sources.text()).toContain(`from ${new URL(link).host} (1), which has a feed of its own`);
  },
);

test("an article of the feed's own source is stored after a push", async () => {
  const link = 'https://own.example/1';
  const body = document(link);
  const url = await serve('/pushed/own', { body });
  await add(url, 'own.example');
  expect(await push(await subscribed(url), body)).toBe(202);
  expect(await stored()).toEqual([{ url: link }]);
});

test('a pushed document that differs from the feed is ignored, even with a valid signature', async () => {
  await db.run(`DELETE FROM articles`);
  const url = await serve('/pushed/other', { body: rss([]) });
  await add(url, 'other.example');
  expect(await push(await subscribed(url), document('https://other.example/1'))).toBe(202);
  expect(await stored()).toEqual([]);
  expect(ALLOWED.size).toBeGreaterThan(0);
});
