import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../src/command/paths.ts';
import { answerOf, CRON, follow, found, manage, publishOne, setStage, stored } from '../verify/websub/stage.ts';

const stage = await setStage();
const { site, hub, paper, subscriber, secret, operator } = stage;
after(() => stage.close());

interface Announced {
  hub: string;
  topics: { feed: string; address: string; pinged: string | null; failure: string | null }[];
}
const announced = async (): Promise<Announced> =>
  ((await (await answerOf(stage, operator, '/manage/websub')).json()) as { data: Announced }).data;

const pingWith = (url: string, feed = /rss/) =>
  found(() => hub.pings.find(({ body, type }) => feed.test(type) && body.includes(url)));

test('a reader discovers the hub in the feed, subscribes and receives published articles', async () => {
  const feed = await answerOf(stage, secret, '/api/v2/feed/?output=rss');
  const link = feed.headers.get('Link') ?? '';
  const text = await feed.text();
  const topic = /<([^>]+)>; rel="self"/.exec(link)?.[1] ?? '';
  assert.match(link, new RegExp(`<${hub.url}>; rel="hub"`));
  assert.match(text, new RegExp(`<atom:link rel="hub" href="${hub.url}"`));
  assert.match(text, new RegExp(`<atom:link rel="self" href="${topic}"`));
  assert.equal(await subscriber.subscribe(hub.url, topic), 202);

  const { url } = await publishOne(stage);
  const ping = await pingWith(url);
  assert.equal(ping.topic, topic);
  assert.equal(ping.status, 200);
  assert.match(ping.link, new RegExp(`<${topic}>; rel="self"`));
  const handed = await found(() => subscriber.received.find(({ body }) => body.includes(url)));
  assert.match(handed.type, /^application\/rss\+xml/);
});

test('each of several consecutive articles is sent to the hub without a key', async () => {
  for (let i = 0; i < 3; i++) {
    const { url } = await publishOne(stage);
    await pingWith(url);
    await pingWith(url, /feed\+json/);
  }
  for (const { body, topic, link } of hub.pings)
    for (const text of [body, topic, link]) assert.ok(!text.includes(secret) && !text.includes(operator));
  const json = JSON.parse(hub.pings.findLast(({ type }) => type.includes('json'))?.body ?? '{}');
  assert.deepEqual(json.hubs, [{ type: 'WebSub', url: hub.url }]);
  assert.ok((await announced()).topics.some(({ address }) => address === json.feed_url));
});

test('feeds without a hub advertise none, and topics cannot be guessed', async () => {
  const filtered = (await (await answerOf(stage, secret, '/api/v2/feed/?limit=3')).json()) as { hubs?: object };
  assert.equal(filtered.hubs, undefined);
  const guessed = await fetch(new URL(`/websub/${'0'.repeat(32)}`, site.url));
  assert.equal(guessed.status, 404);
});

test('unchanged feeds are not announced, and scheduled articles are announced by the job', async () => {
  const began = Date.now();
  await publishOne(stage, new Date(began + 3_600_000));
  await site.cron(CRON);
  // On a slow machine, publication and job take longer.
  const delay = 4000 + 4 * (Date.now() - began);
  const { url, at } = await publishOne(stage, new Date(Date.now() + delay));
  await sleep(400);
  const before = hub.pings.length;
  await site.cron(CRON);
  assert.equal(hub.pings.length, before);
  await sleep(at + delay + 500 - Date.now());
  await site.cron(CRON);
  await pingWith(url);
});

test('a failed hub is notified again, and its state is shown', async () => {
  hub.manner = 'fails';
  const { url } = await publishOne(stage);
  await found(() => (hub.refused > 0 ? true : undefined));
  await found(async () => (await announced()).topics.find(({ failure }) => failure === 'returned 503'));
  hub.manner = 'well';
  await pingWith(url);
  await found(async () => (await announced()).topics.every(({ failure }) => failure === null) || undefined);
  const { data } = (await (await answerOf(stage, operator, '/manage/status')).json()) as {
    data: { websub: { accepted: number; failed: number; failing: number } };
  };
  assert.equal(data.websub.accepted, hub.pings.length);
  assert.equal(data.websub.failed, hub.refused);
  assert.equal(data.websub.failing, 0);
});

test('the command line lists the hub’s feeds and changes alert settings', async () => {
  const newsgauge = async (...args: string[]) => {
    const command = [join(ROOT, 'src/cli/newsgauge.js'), ...args];
    const env = { ...process.env, NEWSGAUGE_KEY: operator, NEWSGAUGE_SERVICE: site.url.origin };
    return (await promisify(execFile)(process.execPath, command, { env })).stdout;
  };
  assert.match(await newsgauge('websub', 'list'), /feed\/\?output=rss.*\d{4}-\d\d-\d\dT/);
  assert.equal(JSON.parse(await newsgauge('alerts', 'put', '--oncePerDay', 'false')).oncePerDay, false);
  assert.equal(JSON.parse(await newsgauge('alerts', 'get')).oncePerDay, false);
  assert.deepEqual(JSON.parse(await newsgauge('alerts', 'list', '-o', 'json')).alarms, []);
});

test('a redirect by the hub is not followed', async () => {
  hub.manner = 'redirects';
  const refused = hub.refused;
  await publishOne(stage);
  await found(() => (hub.refused > refused ? true : undefined));
  await found(async () =>
    (await announced()).topics.find(({ failure }) => failure === 'returned a redirect (307), which is not followed'),
  );
  hub.manner = 'well';
});

interface Kept {
  feed: string | null;
  topic: string;
  until: string | null;
  failure: string | null;
}
const kept = async (feed: string): Promise<Kept | undefined> =>
  (await manage<{ subscriptions: Kept[] }>(stage, 'GET', 'websub')).subscriptions.find(({ topic }) => topic === feed);

test('the service subscribes to a feed with a hub and fetches a new article after a ping', async () => {
  paper.publish();
  const feed = await follow(stage, '/daily');
  const { until } = (await kept(feed)) ?? {};
  assert.ok(until && Date.parse(until) > Date.now() + 9 * 86_400_000);
  for (const hash of ['sha256', 'sha1']) {
    const title = paper.publish();
    const at = Date.now();
    assert.equal(await hub.hand(feed, { hash }), 202);
    assert.ok((await stored(stage, title)) - at < 120_000);
  }
});

test('forged pings, callbacks and topics change nothing', async () => {
  const feed = `${paper.origin}/daily`;
  const { callback = '' } = hub.asked.findLast(({ topic }) => topic === feed) ?? {};
  const reads = paper.reads;
  paper.publish();
  assert.equal(await hub.hand(feed, { secret: 'guessed' }), 202);
  assert.equal((await fetch(hub.at(callback), { method: 'POST', body: 'unsigned' })).status, 202);
  assert.equal((await fetch(hub.at(callback.replace(/.{4}$/, '0000')), { method: 'POST', body: 'x' })).status, 404);
  assert.equal(await hub.question(callback, { mode: 'subscribe', topic: `${feed}/other` }), false);
  assert.equal(await hub.question(callback, { mode: 'unsubscribe', topic: feed }), false);
  assert.equal(await hub.question(callback, { mode: 'subscribe', topic: feed }), true);
  await sleep(1000);
  assert.equal(paper.reads, reads);
});

test('many pings cause few requests to the publisher, and the last ping is not lost', async () => {
  const feed = `${paper.origin}/daily`;
  await sleep(4000);
  const reads = paper.reads;
  for (let i = 0; i < 30; i++) await hub.hand(feed);
  const title = paper.publish();
  await hub.hand(feed);
  await stored(stage, title);
  assert.ok(paper.reads - reads <= 2, `${paper.reads - reads} reads`);
});

test('the failure of a hub is shown, and the feed is still polled', async () => {
  for (const [manner, failure] of [
    ['denies', /denied/],
    ['fails', /returned 503/],
    ['redirects', /returned a redirect \(307\)/],
  ] as const) {
    hub.manner = manner;
    const feed = await follow(stage, `/${manner}`);
    assert.match((await kept(feed))?.failure ?? '', failure);
    assert.equal((await kept(feed))?.until, null);
    const title = paper.publish();
    await manage(stage, 'POST', 'feeds/poll', { urls: [feed] });
    await stored(stage, title);
  }
  hub.manner = 'well';
});

test('a subscription ends if its feed is removed', async () => {
  const feed = await follow(stage, '/short');
  const { callback = '' } = hub.asked.findLast(({ topic }) => topic === feed) ?? {};
  const others = ['daily', 'denies', 'fails', 'redirects'].map((path) => `${paper.origin}/${path}`);
  await manage(stage, 'PUT', 'sources', [{ domain: 'paper.example', name: 'Paper', feeds: others }]);
  await stage.site.cron(CRON);
  assert.deepEqual(
    hub.asked.filter(({ topic }) => topic === feed).map(({ mode, isMeant }) => [mode, isMeant]),
    [
      ['subscribe', true],
      ['unsubscribe', true],
    ],
  );
  assert.equal(await kept(feed), undefined);
  assert.equal((await fetch(hub.at(callback), { method: 'POST', body: 'late' })).status, 410);
});
