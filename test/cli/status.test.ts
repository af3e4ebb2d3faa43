import { expect, test } from 'vitest';
import { statusLines } from '../../src/cli/status.ts';
import type { Status } from '../../src/operations/status.ts';

const waiting = { queued: 0, oldestSeconds: null, secondsLeft: null };
const job = { lastRun: '2026-01-30T08:25:00Z', ageSeconds: 90, failure: null };
const healthy: Status = {
  version: '1.0.0',
  disk: { free: 12 * 2 ** 30, size: 50 * 2 ** 30 },
  database: 'ok',
  queue: waiting,
  deadLetterQueue: waiting,
  deadLetters: {},
  lastClickHour: '2026-01-30T08:00:00Z',
  rankings: { published: 48, late: 0, oldestAgeSeconds: 240 },
  days: { changedArticles: 0 },
  feeds: { polled: 120, failing: 0 },
  jobs: [{ job: 'watchdog', ...job }],
  alarms: [],
  outcomes: { counted: 1200, 'dropped:bot': 80 },
  webhooks: { enabled: 0, failing: 0, switchedOff: 0, waiting: 0, oldestSeconds: null },
  subscriptions: { waiting: 0, oldestSeconds: null, delivered: 0, failed: 0, failure: null },
  websub: { accepted: 0, failed: 0, failing: 0, lastPing: null },
};

test('a healthy service has one status line per part', () => {
  expect(statusLines(healthy)).toEqual([
    ['Database', 'responds'],
    ['Clicks', '1,200 counted in 24 hours, about 50 per hour; not counted: 80 bot'],
    ['Queue', 'empty'],
    ['Rankings', '48 rankings, the oldest 4 minutes old, 0 late'],
    ['Feeds', '120 polled, 0 failing'],
    ['Jobs', 'no failures, none late'],
    ['Webhooks', 'none'],
    ['Disk', '12.0 of 50.0 GiB free'],
    ['Alarms', 'none'],
  ]);
});

test('status lines report faults with their age and reason', () => {
  const failure = { at: '2026-01-30T08:00:00Z', reason: 'the disk is full' };
  const lines = Object.fromEntries(
    statusLines({
      ...healthy,
      queue: { queued: 3000, oldestSeconds: 240, secondsLeft: 5 },
      deadLetters: { failed: 2 },
      outcomes: { counted: 3 },
      jobs: [
        { job: 'copy', ...job, failure },
        { job: 'trial', ...job, lastRun: null, ageSeconds: null },
        { job: 'feeds', ...job, failure },
        { job: 'retag', ...job, ageSeconds: 7300 },
        { job: 'retention', ...job, ageSeconds: 7300 },
      ],
      webhooks: { enabled: 2, failing: 1, switchedOff: 1, waiting: 3, oldestSeconds: 7300 },
      subscriptions: { waiting: 1, oldestSeconds: 5, delivered: 40, failed: 2, failure: 'the server refused it' },
      alarms: [{ alarm: 'webhooks', since: '2026-01-30T08:15:00Z', detail: 'deliveries to a webhook fail' }],
    }),
  );
  expect(lines).toMatchObject({
    Clicks: '3 counted in 24 hours, fewer than one per hour',
    Queue: '3,000 messages wait, the oldest for 4 minutes; empty in 5 seconds',
    Dead: '2 failed: see "newsgauge dead-letters list"',
    Jobs: 'feeds failed at 2026-01-30T08:00:00Z: the disk is full; retag is late, last run 2 hours ago',
    Webhooks: '2 enabled, 1 failing, 1 switched off by the service; 3 deliveries wait, the oldest for 2 hours',
    Messages: '40 delivered in 24 hours, 2 failed, 1 waiting; last failure: the server refused it',
    Backups: 'last copy 1 minute ago, failed since: the disk is full; no trial yet',
    Alarms: 'webhooks since 2026-01-30T08:15:00Z: deliveries to a webhook fail',
  });
});

test('status lines report an unavailable database and every part whose state is known', () => {
  const unknown = { deadLetters: null, lastClickHour: null, rankings: null, days: null, feeds: null, jobs: null };
  const others = { alarms: null, outcomes: null, webhooks: null, subscriptions: null, websub: null };
  expect(statusLines({ ...healthy, ...unknown, ...others, disk: null, database: 'unavailable' })).toEqual([
    ['Database', 'does not respond'],
    ['Queue', 'empty'],
  ]);
});
