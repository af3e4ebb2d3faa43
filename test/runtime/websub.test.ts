import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../src/command/paths.ts';
import { answerOf, CRON, found, publishOne, setStage } from '../verify/websub/stage.ts';

const stage = await setStage();
const { site, hub, subscriber, secret, operator } = stage;
after(() => stage.close());

interface Announced {
  hub: string;
  topics: { feed: string; address: string; pinged: string | null; failure: string | null }[];
}
const announced = async (): Promise<Announced> =>
  ((await (await answerOf(stage, operator, '/manage/websub')).json()) as { data: Announced }).data;

const pingWith = (url: string, feed = /rss/) =>
  found(() => hub.pings.find(({ body, type }) => feed.test(type) && body.includes(url)));

test('a reader finds hub and topic in the feed, subscribes, and is handed what is published', async () => {
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

test('each of several articles in a row reaches the hub, and no key does', async () => {
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

test('feeds that are none of the hub’s name none, and nobody finds a topic by guessing', async () => {
  const filtered = (await (await answerOf(stage, secret, '/api/v2/feed/?limit=3')).json()) as { hubs?: object };
  assert.equal(filtered.hubs, undefined);
  const guessed = await fetch(new URL(`/websub/${'0'.repeat(32)}`, site.url));
  assert.equal(guessed.status, 404);
});

test('nothing is told where nothing changed, and what becomes public by time is told by the job', async () => {
  const { url, at } = await publishOne(stage, new Date(Date.now() + 1500));
  await sleep(400);
  const before = hub.pings.length;
  await site.cron(CRON);
  assert.equal(hub.pings.length, before);
  await sleep(at + 2000 - Date.now());
  await site.cron(CRON);
  await pingWith(url);
});

test('a hub that fails is told again, and its state is shown', async () => {
  hub.manner = 'fails';
  const { url } = await publishOne(stage);
  await found(() => (hub.refused > 0 ? true : undefined));
  await sleep(100);
  assert.ok((await announced()).topics.some(({ failure }) => failure === 'answers 503'));
  hub.manner = 'well';
  await pingWith(url);
  await sleep(200);
  assert.ok((await announced()).topics.every(({ failure }) => failure === null));
  const { data } = (await (await answerOf(stage, operator, '/manage/status')).json()) as {
    data: { websub: { accepted: number; failed: number; failing: number } };
  };
  assert.equal(data.websub.accepted, hub.pings.length);
  assert.equal(data.websub.failed, hub.refused);
  assert.equal(data.websub.failing, 0);
});

test('the command line shows the feeds of the hub, and which alerts are wanted', async () => {
  const newsgauge = async (...args: string[]) => {
    const command = [join(ROOT, 'src/cli/newsgauge.js'), ...args, '--url', site.url.origin];
    const env = { ...process.env, NEWSGAUGE_KEY: operator };
    return (await promisify(execFile)(process.execPath, command, { env })).stdout;
  };
  assert.match(await newsgauge('websub', 'list'), /feed\/\?output=rss.*\d{4}-\d\d-\d\dT/);
  assert.equal(JSON.parse(await newsgauge('alerts', 'put', '--oncePerDay', 'false')).oncePerDay, false);
  assert.equal(JSON.parse(await newsgauge('alerts', 'get')).oncePerDay, false);
  assert.deepEqual(JSON.parse(await newsgauge('alerts', 'list', '--json')).alarms, []);
});

test('a hub that redirects is not followed', async () => {
  hub.manner = 'redirects';
  const refused = hub.refused;
  await publishOne(stage);
  await found(() => (hub.refused > refused ? true : undefined));
  await sleep(200);
  assert.ok((await announced()).topics.some(({ failure }) => failure === 'answers 307'));
  hub.manner = 'well';
});
