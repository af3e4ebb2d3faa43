import { env } from 'cloudflare:test';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { storeDeadLetters } from '../../src/clicks/consume/dead-letters.ts';
import { clickOutcomes, webhookDeliveries, webhookEvents, webhooks, websubTopics } from '../../src/db/schema.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { TRAFFIC_METRICS } from '../../src/http/traffic.ts';
import { OPENMETRICS, openMetrics } from '../../src/lib/formats/openmetrics.ts';
import { runScheduledJobs } from '../../src/operations/jobs.ts';
import { METRICS } from '../../src/operations/metric-table.ts';
import { retain } from '../../src/operations/retention.ts';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { askWith, makeKey, openTestDb, rowsRead } from '../support/index.ts';
import { askUnder, parseOpenMetrics, withDatabase } from './openmetrics.ts';

const db = openTestDb();
let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  await makeKey('secret');
  await publishNewsroom(operator);
});

/** Other test files use the same simulated queue. This file needs a click that has waited for 90 seconds. */
function waiting(): Queue {
  const oldestMessageTimestamp = new Date(Date.now() - 90_000);
  return { metrics: async () => ({ backlogCount: 7, backlogBytes: 0, oldestMessageTimestamp }) } as unknown as Queue;
}

const read = async () => {
  const headers = { Authorization: `Bearer ${operator}` };
  const response = await askUnder({ ...env, CLICKS: waiting() }, '/manage/metrics', { headers });
  // If the body were read with `text()`, the runtime would warn about the unknown content type.
  return parseOpenMetrics(new TextDecoder().decode(await response.arrayBuffer()));
};
const figure = async (name: string, labels = '') => (await read()).get(`newsgauge_${name}`)?.get(labels);

test('GET /manage/metrics returns OpenMetrics to operators only, uncached', async () => {
  const response = await askWith(operator, '/manage/metrics');
  expect(response.headers.get('Content-Type')).toBe(OPENMETRICS);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await askWith(await makeKey('secret'), '/manage/metrics')).status).toBe(403);
});

test('GET /manage/metrics reports every metric that the reference lists', async () => {
  const families = await read();
  const missing = [...Object.keys(METRICS), ...Object.keys(TRAFFIC_METRICS)].filter(
    (name) => !families.has(`newsgauge_${name}`),
  );
  expect(missing).toEqual([]);
});

test('metrics contain the number of resources, clicks, rankings and queued messages', async () => {
  const families = await read();
  const said = (name: string, labels = '') => families.get(`newsgauge_${name}`)?.get(labels);
  expect(said('articles')).toBe(4);
  expect(said('topics')).toBe(3);
  expect(said('companies')).toBe(1);
  expect(said('sources')).toBe(1);
  expect(said('keys', '{kind="operator"}')).toBe(1);
  expect(said('keys', '{kind="publishable"}')).toBe(0);
  expect(said('click_outcomes', '{outcome="imported"}')).toBe(48);
  expect(said('rankings_published')).toBe(4);
  expect(said('rankings_late')).toBe(0);
  expect(said('queue_messages')).toBe(7);
  expect(said('queue_oldest_age_seconds')).toBe(90);
  expect((said('last_click_hour_timestamp_seconds') ?? 0) % 3600).toBe(0);
});

test('metrics contain the queue length even during a database outage', async () => {
  const headers = { Authorization: `Bearer ${operator}` };
  // A request loads the key into the cache before the outage.
  expect((await askUnder(env, '/manage/metrics', { headers })).status).toBe(200);
  const out = withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')));
  const response = await askUnder({ ...out, CLICKS: waiting() }, '/manage/metrics', { headers });
  expect(response.status).toBe(200);
  const families = parseOpenMetrics(new TextDecoder().decode(await response.arrayBuffer()));
  expect([...families.keys()].filter((name) => !/http_|cached_/.test(name))).toEqual([
    'newsgauge_build',
    'newsgauge_database_up',
    'newsgauge_queue_messages',
    'newsgauge_queue_oldest_age_seconds',
    'newsgauge_queue_left_seconds',
  ]);
  expect(families.get('newsgauge_queue_messages')?.get('')).toBe(7);
});

test('metrics contain request counts by class and status, request durations and the sources of cached responses', async () => {
  const samples = async (name: string) => (await read()).get(`newsgauge_${name}`) ?? new Map<string, number>();
  const before = await samples('http_requests');
  const key = await makeKey('secret');
  for (const path of [
    '/api/v2/geography/list/',
    '/api/v2/geography/list/',
    '/api/v2/nowhere/',
    '/api/v2/feed/?limit=0',
  ])
    await askWith(key, path);
  const after = await samples('http_requests');
  const more = (labels: string) => (after.get(labels) ?? 0) - (before.get(labels) ?? 0);
  expect(more('{class="geography",status="200"}')).toBe(2);
  expect(more('{class="other",status="404"}')).toBe(1);
  expect(more('{class="feed",status="400"}')).toBe(1);
  const durations = await samples('http_request_duration_seconds');
  const within = ['0.005', '0.025', '0.1', '0.5', '2.5', '+Inf'].map((bound) =>
    durations.get(`_bucket{class="geography",le="${bound}"}`),
  );
  expect(within).toEqual(within.toSorted((a = 0, b = 0) => a - b));
  expect(durations.get('_count{class="geography"}')).toBe(within.at(-1));
  expect(durations.get('_sum{class="geography"}')).toBeGreaterThanOrEqual(0);
  expect((await samples('http_requests_in_flight')).get('')).toBe(1);
  const cached = await samples('cached_answers');
  expect(cached.get('{from="database"}')).toBeGreaterThanOrEqual(1);
  expect(cached.get('{from="isolate"}')).toBeGreaterThanOrEqual(1);
});

test('GET /manage/metrics returns plain text to monitors that prefer plain text', async () => {
  const ask = (Accept: string) =>
    askUnder(env, '/manage/metrics', { headers: { Authorization: `Bearer ${operator}`, Accept } });
  const plain = await ask('text/plain;version=0.0.4');
  expect(plain.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await plain.text();
  expect(text).not.toMatch(/# EOF|# UNIT| info$/m);
  expect(text).toMatch(/^# TYPE newsgauge_clicks_total counter$/m);
  expect(text).toMatch(/^# TYPE newsgauge_build_info gauge$/m);
  for (const Accept of ['*/*', 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5'])
    expect((await ask(Accept)).headers.get('Content-Type')).toBe(OPENMETRICS);
});

test('the click total does not change when the hourly rows are deleted', async () => {
  const total = async () => [await figure('clicks', '{outcome="imported"}'), await figure('clicks', '{outcome="bot"}')];
  const hour = Math.floor(Date.now() / 3_600_000);
  await db.insert(clickOutcomes).values([
    { hour: hour - 800, outcome: 'bot', clicks: 5 },
    { hour: hour - 100, outcome: 'bot', clicks: 7 },
    { hour, outcome: 'bot', clicks: 1 },
  ]);
  expect(await total()).toEqual([48, 13]);
  for (let day = 0; day < 3; day++) {
    await retain(db, assumeTrusted(Date.now() + day * 86_400_000));
    expect(await total()).toEqual([48, 13]);
  }
  expect(await db.$count(clickOutcomes, eq(clickOutcomes.hour, hour - 800))).toBe(0);
  expect(await figure('build', `{version="${version}"}`)).toBe(1);
});

test('metrics contain dead letters, feeds and jobs', async () => {
  const now = Math.floor(Date.now() / 1000);
  await storeDeadLetters(db, [{ messageId: 'm1', reason: 'tooOld', body: null }], now);
  expect(await figure('dead_letters', '{reason="tooOld"}')).toBe(1);
  expect(await figure('dead_letters', '{reason="failed"}')).toBe(0);

  await db.run(sql`INSERT INTO feeds (url, domain, interval, next_at, failures) VALUES
    ('https://a.example/1', 'a.example', 60, ${now - 1}, 0), ('https://a.example/2', 'a.example', 60, ${now + 999}, 3),
    ('https://a.example/3', 'a.example', 60, NULL, 1)`);
  expect(await Promise.all(['feeds', 'feeds_due', 'feeds_failing', 'feeds_gone'].map((name) => figure(name)))).toEqual([
    3, 1, 2, 1,
  ]);

  expect(await figure('job_last_success_timestamp_seconds', '{task="watchdog"}')).toBeUndefined();
  await db.run(sql`DELETE FROM feeds`);
  await runScheduledJobs({ cron: '*/5 * * * *', scheduledTime: Date.now(), noRetry() {} }, env);
  expect(await figure('job_last_success_timestamp_seconds', '{task="watchdog"}')).toBeGreaterThanOrEqual(now);
  expect(await figure('job_last_duration_seconds', '{task="watchdog"}')).toBeGreaterThanOrEqual(0);
});

test('metrics and status contain webhooks, events and WebSub pings', async () => {
  const now = Date.now();
  const at = Math.floor(now / 1000);
  for (const table of [webhooks, webhookEvents, webhookDeliveries, websubTopics]) await db.delete(table);
  const hook = (id: number) => ({
    id,
    name: 'Desk',
    url: 'https://receiver.example/',
    events: [],
    signer: 1,
    createdAt: at,
  });
  const gone = { enabled: false, disabledReason: 'It is gone (410)' };
  await db.insert(webhooks).values([hook(1), hook(2), { ...hook(3), ...gone }]);
  const event = (id: number) => ({
    id,
    type: 'topic.grows' as const,
    key: `grows ${id}`,
    subject: 'topic:11',
    at,
    data: {},
    recording: 'r',
  });
  await db.insert(webhookEvents).values([event(901), event(902), { ...event(903), at: at - 90_000 }]);
  const delivery = { webhookId: 1, subject: 'topic:11', nextAt: now, firstAt: now - 60_000 };
  await db.insert(webhookDeliveries).values([
    { ...delivery, eventId: 901, state: 'pending', attempts: 2, firstAt: now - 7_200_000 },
    { ...delivery, eventId: 902, state: 'pending' },
    { ...delivery, webhookId: 2, eventId: 902, state: 'pending' },
    { ...delivery, webhookId: 2, eventId: 901, state: 'failed', attempts: 20 },
  ]);
  const topic = (name: string) => ({ topic: `https://news.example/websub/${name}` });
  await db.insert(websubTopics).values([
    { ...topic('a'), pingedAt: at - 60, pings: 7, failures: 1 },
    { ...topic('b'), pingedAt: at - 90, failedAt: at - 30, failure: 'returned 503', pings: 2, failures: 3 },
    { ...topic('former'), failedAt: at - 86_400, failure: 'returned 503', failures: 5 },
  ]);
  const families = await read();
  const said = (name: string, labels = '') => families.get(`newsgauge_${name}`)?.get(labels);
  expect([said('webhooks_failing'), said('webhooks_switched_off')]).toEqual([1, 1]);
  expect([said('webhook_deliveries', '{state="pending"}'), said('webhook_deliveries', '{state="failed"}')]).toEqual([
    3, 1,
  ]);
  expect(said('webhook_oldest_age_seconds')).toBeGreaterThanOrEqual(7200);
  expect([said('events', '{type="topic.grows"}'), said('events', '{type="article.rising"}')]).toEqual([2, 0]);
  expect([said('websub_pings', '{outcome="accepted"}'), said('websub_pings', '{outcome="failed"}')]).toEqual([9, 9]);
  expect([said('websub_feeds_failing'), said('websub_last_ping_timestamp_seconds')]).toEqual([1, at - 60]);
  const { data } = (await (await askWith(operator, '/manage/status')).json()) as { data: Record<string, object> };
  expect(data.webhooks).toEqual({
    enabled: 2,
    failing: 1,
    switchedOff: 1,
    waiting: 3,
    oldestSeconds: expect.any(Number),
  });
  expect(data.websub).toMatchObject({ accepted: 9, failed: 9, failing: 1 });
});

test('metrics count articles at most every ten minutes', async () => {
  await read();
  await db.run(sql`DELETE FROM articles WHERE id = 2004`);
  expect(await figure('articles')).toBe(4);
  // The row of the key is read again after a second, so the comparison excludes it.
  const THE_KEY = 1;
  const rows = async () => rowsRead(await askWith(operator, '/manage/metrics'));
  const remembered = await rows();
  await db.run(sql`UPDATE counts SET at = ${Date.now() - 600_000} WHERE name = 'articles'`);
  expect(await rows()).toBeGreaterThanOrEqual(remembered + 3 - THE_KEY);
  expect(await figure('articles')).toBe(3);
  expect(Math.abs((await rows()) - remembered)).toBeLessThanOrEqual(THE_KEY);
});

describe('the OpenMetrics parser used in these tests', () => {
  const good = '# TYPE a gauge\n# HELP a x\na{b="c"} 1\n# EOF\n';
  test('parseOpenMetrics accepts valid text', () => {
    expect(parseOpenMetrics(good).get('a')?.get('{b="c"}')).toBe(1);
  });

  test.each<[string, (text: string) => string]>([
    ['text without an end marker', (text) => text.replace('# EOF\n', '')],
    ['an invalid value', (text) => text.replace(' 1', ' one')],
    ['a sample of another family', (text) => text.replace('a{', 'b{')],
    ['an unescaped quote', (text) => text.replace('"c"', '"c"d"')],
    ['an unescaped backslash', (text) => text.replace('"c"', '"\\c"')],
    ['a duplicate sample', (text) => text.replace('a{b="c"} 1\n', 'a{b="c"} 1\na{b="c"} 1\n')],
    ['a family in two places', (text) => text.replace('# EOF', '# TYPE b gauge\n# TYPE a gauge\n# EOF')],
    ['an empty line', (text) => text.replace('# HELP', '\n# HELP')],
    ['a unit that is not in the name', (text) => text.replace('# HELP', '# UNIT a seconds\n# HELP')],
  ])('parseOpenMetrics rejects %s', (_, change) => {
    expect(() => parseOpenMetrics(change(good))).toThrow();
  });
});

test('labels and help texts of metrics are escaped', () => {
  const hostile = '"\\\n} 1\n# EOF';
  const text = openMetrics([
    { type: 'gauge', name: 'a', help: hostile, samples: [{ labels: { b: hostile }, value: 2 }] },
  ]);
  expect([...(parseOpenMetrics(text).get('a')?.values() ?? [])]).toEqual([2]);
});
