import { describe, expect, test } from 'vitest';
import { pausedBy } from '../../src/syndication/paused.ts';
import type { Schemas } from '../../src/web/browser/lib/request.ts';
import { findingsOf, type ServiceStatus } from '../../src/web/browser/operate/findings.ts';

type Key = Schemas['ListedKey'];
type Source = Schemas['SourceHealth'];

const NOW = Date.UTC(2026, 0, 30, 12);
const RANKINGS = { published: 40, late: 0, oldestAgeSeconds: 20 };
const WELL: ServiceStatus = {
  version: '1.0.0',
  disk: null,
  database: 'ok',
  queue: { queued: 3, oldestSeconds: 2, secondsLeft: null },
  deadLetterQueue: { queued: 0, oldestSeconds: null, secondsLeft: null },
  deadLetters: { failed: 0 },
  lastClickHour: '2026-01-30T11:00:00Z',
  rankings: RANKINGS,
  days: { changedArticles: 0 },
  feeds: { polled: 3, failing: 0 },
  jobs: [
    { job: 'watchdog', lastRun: '2026-01-30T11:55:00Z', ageSeconds: 300, failure: null },
    { job: 'retention', lastRun: '2026-01-29T12:00:00Z', ageSeconds: 86_400, failure: null },
  ],
  alarms: [],
  outcomes: { accepted: 9, counted: 9 },
  webhooks: { enabled: 2, failing: 0, switchedOff: 0, waiting: 1, oldestSeconds: 2 },
  subscriptions: { waiting: 0, oldestSeconds: null, delivered: 4, failed: 0, failure: null },
  websub: { accepted: 9, failed: 1, failing: 0, lastPing: '2026-01-30T11:00:00Z' },
};
const feed = {
  url: 'https://a.example/feed',
  title: 'A',
  lastFetch: null,
  lastNew: null,
  intervalSeconds: 900,
  pushedUntil: null,
};
const source = (name: string, ...feeds: Pick<Source['feeds'][number], 'failures' | 'nextPoll'>[]): Source => ({
  domain: `${name}.example`,
  name,
  icon: null,
  iframeable: true,
  organisationType: null,
  client: null,
  publishes: [],
  aggregator: false,
  readPages: false,
  itemIdentity: 'link',
  itemRules: [],
  pages: null,
  aliases: [],
  feeds: feeds.map((more) => ({ ...feed, reason: null, ...more })),
});
const next = '2026-01-30T12:10:00Z';
const key = (more: Partial<Key>): Key => ({
  id: 3,
  kind: 'secret',
  name: 'Partner',
  ending: 'k3Zq',
  origins: [],
  state: 'living',
  created: '2026-01-01T00:00:00Z',
  expires: null,
  revoked: null,
  signs: false,
  explore: 'off',
  clicksNeed: 'nothing',
  lastUsed: null,
  reports: [],
  orderGain: null,
  ...more,
});
const find = (status: Partial<ServiceStatus>, sources: Source[] = [], keys: Key[] = []) =>
  findingsOf({ status: { ...WELL, ...status }, sources, keys }, NOW).map(({ level, title }) => `${level}: ${title}`);

test('a healthy service has no findings', () => {
  expect(find({}, [source('A', { failures: 2, nextPoll: next })], [key({ expires: '2026-03-01T00:00:00Z' })])).toEqual(
    [],
  );
});

test('a feed that returns 410 Gone is a finding, but a paused feed is not', () => {
  const stopped = (reason: string) => ({ ...source('A', { failures: 0, nextPoll: null }), name: reason });
  const feedOf = (reason: string) => [
    { ...stopped(reason), feeds: stopped(reason).feeds.map((feed) => ({ ...feed, reason })) },
  ];
  expect(find({}, feedOf(pausedBy('Newsroom')))).toEqual([]);
  expect(find({}, feedOf('answered 410 Gone'))).toEqual(['warn: 1 feed no longer polled: answered 410 Gone']);
});

test('findingsOf() accepts missing status, sources and keys', () => {
  expect(findingsOf({ status: null, sources: null, keys: null }, NOW)).toEqual([]);
});

describe('findings on the operations page', () => {
  test.each<[Partial<ServiceStatus>, string]>([
    [
      { queue: { queued: 9, oldestSeconds: 61, secondsLeft: null } },
      'warn: Clicks have been waiting for up to 1 minute',
    ],
    [
      { queue: { queued: 9, oldestSeconds: 7201, secondsLeft: null } },
      'bad: Clicks have been waiting for up to 2 hours',
    ],
    [
      { queue: { queued: 9, oldestSeconds: 7201, secondsLeft: 90 } },
      'warn: Clicks have been waiting for up to 2 hours',
    ],
    [
      { alarms: [{ alarm: 'disk', since: '2026-01-30T11:00:00Z', detail: 'the disk has 0.2 of 40 GB left' }] },
      'bad: The disk has 0.2 of 40 GB left',
    ],
    [{ deadLetters: { tooOld: 1 } }, 'warn: 1 click could not be counted'],
    [{ deadLetters: { tooOld: 1, failed: 2 } }, 'bad: 3 clicks could not be counted'],
    [{ rankings: { ...RANKINGS, late: 1 } }, 'warn: 1 ranking of 40 has not reached this hour'],
    [{ rankings: { ...RANKINGS, late: 39 } }, 'bad: 39 rankings of 40 have not reached this hour'],
    [
      { webhooks: { enabled: 2, failing: 1, switchedOff: 0, waiting: 4, oldestSeconds: 7200 } },
      'warn: 1 webhook failing',
    ],
    [
      { webhooks: { enabled: 0, failing: 0, switchedOff: 2, waiting: 0, oldestSeconds: null } },
      'warn: 2 webhooks were switched off',
    ],
    [
      { websub: { accepted: 9, failed: 7, failing: 3, lastPing: null } },
      'warn: The WebSub hub could not be notified of 3 feeds',
    ],
    [
      { jobs: [{ job: 'copy', lastRun: '', ageSeconds: 400, failure: null }] },
      'warn: 1 scheduled job overdue (last success up to 6 minutes ago)',
    ],
    [
      { jobs: [{ job: 'trial', lastRun: null, ageSeconds: null, failure: { at: '', reason: 'the disk is full' } }] },
      'bad: Job failed: Restore test',
    ],
    [
      { jobs: [{ job: 'days', lastRun: '', ageSeconds: 9000, failure: { at: '', reason: 'unknown' } }] },
      'warn: Job failed: Daily histories',
    ],
    [
      { jobs: [{ job: 'feeds', lastRun: '', ageSeconds: 7200, failure: null }] },
      'warn: 1 scheduled job overdue (last success up to 2 hours ago)',
    ],
    [
      { jobs: [{ job: 'retention', lastRun: '', ageSeconds: 100_000, failure: null }] },
      'warn: 1 scheduled job overdue (last success up to 1 day ago)',
    ],
  ])('%j produces its finding on the operations page', (status, expected) => {
    expect(find(status)).toEqual([expected]);
  });

  test('findings list feeds by the names of their sources', () => {
    const failing = ['A', 'B', 'C', 'D', 'E'].map((name) => source(name, { failures: 3, nextPoll: next }));
    expect(find({}, [...failing, source('F', { failures: 0, nextPoll: null })])).toEqual([
      'warn: 5 feeds cannot be read: A, B, C and 2 more',
      'warn: 1 feed no longer polled: F',
    ]);
  });

  test('findings include keys that expire soon, but not revoked keys', () => {
    const soon = '2026-01-31T13:00:00Z';
    expect(find({}, [], [key({ expires: soon }), key({ state: 'revoked', expires: soon })])).toEqual([
      'warn: The secret key “Partner” expires tomorrow',
    ]);
  });

  test('findings are sorted by severity', () => {
    const levels = findingsOf(
      {
        status: { ...WELL, deadLetters: { failed: 1 } },
        sources: [source('A', { failures: 9, nextPoll: null })],
        keys: [],
      },
      NOW,
    ).map(({ level }) => level);
    expect(levels).toEqual(['bad', 'warn']);
  });
});
