import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { version } from '../../package.json';
import { storeDeadLetters } from '../../src/clicks/consume/dead-letters.ts';
import { openDb } from '../../src/db/client.ts';
import { jobFailures, jobRuns } from '../../src/db/schema.ts';
import { noteRun, recordJobFailure } from '../../src/operations/job-runs.ts';
import { readStatus } from '../../src/operations/status.ts';
import { wakeLateWindows } from '../../src/rankings/object/watchdog.ts';
import { withDatabase } from '../operations/openmetrics.ts';
import { openTestDb } from '../support/index.ts';
import { clickedArticles, emptyNewsroom, importAgo } from './support.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2033, 2, 1, 12, 30);
const db = openTestDb();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await emptyNewsroom();
});
afterEach(() => vi.useRealTimers());

const measured = (backlogCount: number, oldest?: number) => ({
  metrics: async () => ({ backlogCount, backlogBytes: 0, ...(oldest && { oldestMessageTimestamp: new Date(oldest) }) }),
});
const queue = (backlogCount: number, oldest?: number) => ({
  CLICKS: measured(backlogCount, oldest),
  DEAD_CLICKS: measured(0),
});

test('readStatus returns zeros and nulls for a service without clicks', async () => {
  expect(await readStatus(db, queue(0), now)).toEqual({
    version,
    disk: null,
    database: 'ok',
    queue: { queued: 0, oldestSeconds: null, secondsLeft: null },
    deadLetterQueue: { queued: 0, oldestSeconds: null, secondsLeft: null },
    deadLetters: {},
    lastClickHour: null,
    rankings: { published: 0, late: 0, oldestAgeSeconds: null },
    days: { changedArticles: 0 },
    feeds: { polled: 0, failing: 0 },
    jobs: [],
    alarms: [],
    outcomes: {},
    webhooks: { enabled: 0, failing: 0, switchedOff: 0, waiting: 0, oldestSeconds: null },
    subscriptions: { waiting: 0, oldestSeconds: null, delivered: 0, failed: 0, failure: null },
    websub: { accepted: 0, failed: 0, failing: 0, lastPing: null },
  });
});

test('readStatus reports the length and age of the queue', async () => {
  const { queue: status } = await readStatus(db, queue(1234, now - 90_000), now);
  expect(status).toEqual({ queued: 1234, oldestSeconds: 90, secondsLeft: null });
});

test('readStatus reports the time left if the queue estimates it', async () => {
  const metrics = async () => ({ ...(await measured(1234, now - 90_000).metrics()), secondsLeft: 12 });
  const { queue: status } = await readStatus(db, { ...queue(0), CLICKS: { metrics } }, now);
  expect(status).toEqual({ queued: 1234, oldestSeconds: 90, secondsLeft: 12 });
});

test('readStatus reports the last click, the outcomes of the last 24 hours and the rankings', async () => {
  await clickedArticles();
  await importAgo(
    [
      { contentId: 1, ago: 0 },
      { contentId: 1, ago: 3 },
      { contentId: 3, ago: 30 },
    ],
    now,
  );
  const hour = Math.floor(now / HOUR);
  await db.run(sql`INSERT INTO click_outcomes (hour, outcome, clicks)
    VALUES (${hour - 1}, 'dropped:bot', 4), (${hour - 23}, 'dropped:bot', 3), (${hour - 24}, 'dropped:bot', 99)`);
  expect(await readStatus(db, queue(0), now + 10_000)).toMatchObject({
    lastClickHour: '2033-03-01T12:00:00Z',
    outcomes: { imported: 3, 'dropped:bot': 7 },
    rankings: { published: 4, late: 0, oldestAgeSeconds: 10 },
  });
});

test('readStatus counts rankings as late until the watchdog has updated them', async () => {
  await clickedArticles();
  await importAgo([{ contentId: 1, ago: 0 }], now);
  const later = now + 2 * HOUR;
  expect((await readStatus(db, queue(0), later)).rankings).toEqual({ published: 3, late: 3, oldestAgeSeconds: 7200 });
  await wakeLateWindows(db, env, later);
  expect((await readStatus(db, queue(0), later)).rankings).toEqual({ published: 3, late: 0, oldestAgeSeconds: 0 });
});

test('readStatus reports the last run and the failure of each job', async () => {
  await noteRun(db, { job: 'watchdog', at: now - 90_000, milliseconds: 5 });
  await noteRun(db, { job: 'feeds', at: now - 3_600_000, milliseconds: 5 });
  await recordJobFailure(db, { job: 'watchdog', at: now - 100_000, reason: 'is not available' });
  await recordJobFailure(db, { job: 'feeds', at: now - 60_000, reason: 'is not available' });
  await recordJobFailure(db, { job: 'trial', at: now - 60_000, reason: 'not as in the copy: articles' });
  const at = '2033-03-01T12:29:00Z';
  expect((await readStatus(db, queue(0), now)).jobs).toEqual([
    { job: 'feeds', lastRun: '2033-03-01T11:30:00Z', ageSeconds: 3600, failure: { at, reason: 'is not available' } },
    { job: 'trial', lastRun: null, ageSeconds: null, failure: { at, reason: 'not as in the copy: articles' } },
    { job: 'watchdog', lastRun: '2033-03-01T12:28:30Z', ageSeconds: 90, failure: null },
  ]);
  await db.delete(jobRuns);
  await db.delete(jobFailures);
});

test('readStatus counts dead letters by reason', async () => {
  const letters = ['failed', 'tooOld', 'failed'] as const;
  await storeDeadLetters(
    db,
    letters.map((reason, i) => ({ messageId: `m${i}`, reason, body: null })),
    now / 1000,
  );
  expect((await readStatus(db, queue(0), now)).deadLetters).toEqual({ failed: 2, tooOld: 1 });
});

test('readStatus reports the queues during a database outage', async () => {
  const out = openDb(withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.'))).DB);
  expect(await readStatus(out, queue(4200, now - 7_200_000), now)).toEqual({
    version,
    disk: null,
    database: 'unavailable',
    queue: { queued: 4200, oldestSeconds: 7200, secondsLeft: null },
    deadLetterQueue: { queued: 0, oldestSeconds: null, secondsLeft: null },
    deadLetters: null,
    lastClickHour: null,
    rankings: null,
    days: null,
    feeds: null,
    jobs: null,
    alarms: null,
    outcomes: null,
    webhooks: null,
    subscriptions: null,
    websub: null,
  });
});
