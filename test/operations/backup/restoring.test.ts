import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  runDurableObjectAlarm,
  SELF,
} from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumeClicks, consumeDeadLetters } from '../../../src/clicks/consume/consumer.ts';
import { OutcomeCounter } from '../../../src/clicks/consume/outcomes.ts';
import { consumeWithRetries } from '../../../src/clicks/consume/retry.ts';
import { jobRuns, webhookEvents } from '../../../src/db/schema.ts';
import worker from '../../../src/index.ts';
import { hmac, sha256 } from '../../../src/lib/hash/hash.ts';
import { backup, type StoreLines } from '../../../src/operations/backup/backup.ts';
import { CRONS } from '../../../src/operations/cron-times.ts';
import { feedsByUrl } from '../../../src/syndication/poll/claim.ts';
import { addFeeds } from '../../../src/syndication/poll/feed-store.ts';
import { noteHub } from '../../../src/syndication/poll/hubs.ts';
import { postOf } from '../../../src/webhooks/consumer.ts';
import { deliverDue } from '../../../src/webhooks/send/deliver-webhooks.ts';
import { askHubs } from '../../../src/websub/subscribe.ts';
import { clickedArticles, emptyNewsroom, message, rows } from '../../clicks/support.ts';
import { askWith, makeKey, openTestDb } from '../../support/index.ts';
import { windowObject } from '../../support/windows.ts';
import { addWebhook } from '../../webhooks/stage.ts';

/** A running service must not change the tables that a backup is being restored into. */

const db = openTestDb();

const lock = () => env.DB.exec('INSERT INTO restore_lock (id, started_at) VALUES (1, 0)');
const unlock = () => env.DB.exec('DELETE FROM restore_lock');

async function everything(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const keep: StoreLines = async (table, pages) => {
    const lines: string[] = [];
    for await (const page of pages) lines.push(...page);
    found[table] = lines.join('\n');
    return { rows: lines.length, sha256: await sha256(found[table]) };
  };
  await backup(db, keep, Date.now);
  return found;
}

const consumers = { 'newsgauge-clicks': consumeClicks, 'newsgauge-clicks-dead': consumeDeadLetters };
async function consume(bodies: readonly unknown[], queue: keyof typeof consumers = 'newsgauge-clicks', attempts = 1) {
  const timestamp = new Date();
  const batch = createMessageBatch(
    queue,
    bodies.map((body, i) => ({ id: `${queue}${i}`, timestamp, attempts, body })),
  );
  await consumeWithRetries(batch, env, consumers[queue]);
  return (await getQueueResult(batch, createExecutionContext())).ackAll;
}

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
});
afterEach(unlock);

test('the service writes nothing while a backup is being restored, and continues afterwards', async () => {
  const at = Date.now();
  const own = { v: 1, contentId: 1, hour: Math.floor(at / 3_600_000), origin: 'signed', reader: 1 };
  const read = { ...own, kind: 'read', id: '1'.repeat(32), level: 'half' };
  const view = { ...own, kind: 'view', id: '2'.repeat(32), seen: [['3'.repeat(32), 1, 1]] };
  const sent = [message(1, at), message(77, at, '1'.repeat(32)), read, view, 'malformed'];
  await consume([message(2, at, '2'.repeat(32))]);
  await env.DB.exec(
    "INSERT INTO unknown_clicks (content_id, last_hour, clicks) VALUES (5, 1, 1); INSERT INTO import_salts (day, name, half, made_at) VALUES (1, 'a', 'b', 1);",
  );
  await env.DB.exec("INSERT INTO reader_salts (day, name, half, made_at) VALUES (1, 'a', 'b', 1);");
  await lock();
  const before = await everything();
  const alone = sent.map((one) => [one]);
  for (const bodies of [sent, ...alone]) expect(await consume(bodies)).toBe(false);
  for (const attempts of [8, 50]) expect(await consume(sent, 'newsgauge-clicks', attempts)).toBe(false);
  expect(await consume(['malformed'], 'newsgauge-clicks-dead')).toBe(false);
  await runDurableObjectAlarm(windowObject(0));
  for (const cron of Object.values(CRONS)) await worker.scheduled({ cron, scheduledTime: at, noRetry: () => {} }, env);
  const outcomes = new OutcomeCounter();
  outcomes.count('dropped:bot', at);
  await expect(outcomes.flush(db)).rejects.toThrow('a backup is being restored');
  await expect(deliverDue(postOf(env), 1)).rejects.toThrow('a backup is being restored');
  expect(await everything()).toEqual(before);
  expect(await rows('SELECT * FROM reader_salts WHERE day = 1')).toEqual([]);

  const past = JSON.stringify([{ contentId: 1, at: new Date(at).toISOString(), reader: 'a' }]);
  const operator = await makeKey('operator');
  expect((await askWith(operator, '/manage/clicks', { method: 'POST', body: past })).status).toBe(503);

  await unlock();
  await outcomes.flush(db);
  expect(await rows("SELECT clicks FROM click_outcomes WHERE outcome = 'dropped:bot'")).toEqual([{ clicks: 1 }]);
  expect(await consume(sent)).toBe(true);
  await runDurableObjectAlarm(windowObject(0));
  expect(await rows('SELECT engagement_24h FROM topic_windows WHERE topic_id = 0')).toEqual([{ engagement_24h: 2 }]);
  expect(await rows('SELECT clicks FROM unknown_clicks WHERE content_id = 77')).toEqual([{ clicks: 1 }]);
});

test('a hub ping during a restore returns 503 and writes nothing', async () => {
  const [url, hub] = ['https://wire.example/feed', 'https://hub.example/'];
  const options = { now: Date.now(), allowed: new Set<string>() };
  await addFeeds(db, [{ line: 1, value: { url, domain: 'wire.example' } }], options);
  const [feed] = await feedsByUrl(db, [url]);
  await noteHub(db, feed?.id ?? 0, { hub, topic: url });
  let form = new URLSearchParams();
  const fetch = async (_: string, { body }: RequestInit) => {
    form = new URLSearchParams(String(body));
    return new Response(null, { status: 202 });
  };
  await askHubs(db, { ...options, fetch, origin: 'https://news.example' });
  const digest = await hmac(form.get('hub.secret') ?? '', 'changed');
  const headers = { 'X-Hub-Signature': `sha256=${digest}` };
  await lock();
  const before = await everything();
  const ping = await SELF.fetch(form.get('hub.callback') ?? '', { method: 'POST', body: 'changed', headers });
  expect(ping.status).toBe(503);
  expect(await everything()).toEqual(before);
});

test('an unfinished restore raises an alarm, which is recorded once the restore finishes', async () => {
  await addWebhook({ events: ['service.alarm'] });
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
  const look = () => worker.scheduled({ cron: CRONS.minutely, scheduledTime: Date.now(), noRetry: () => {} }, env);
  await db
    .insert(jobRuns)
    .values({ job: 'feeds', at: Date.now() - 3_600_000, milliseconds: 1 })
    .onConflictDoNothing();
  await lock();
  const before = await everything();
  await look();
  expect(fetch.mock.calls.map(([, init]) => String(init?.body))).toEqual([expect.stringContaining('"alarm":"jobs"')]);
  expect(await everything()).toEqual(before);
  await unlock();
  await look();
  expect(await db.select().from(webhookEvents)).toMatchObject([{ type: 'service.alarm', data: { alarm: 'jobs' } }]);
  fetch.mockRestore();
});
