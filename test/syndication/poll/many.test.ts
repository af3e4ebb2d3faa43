import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { CRONS } from '../../../src/operations/cron-times.ts';
import { runScheduledJobs } from '../../../src/operations/jobs.ts';
import { addFeeds } from '../../../src/syndication/poll/feed-store.ts';
import { openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';

const MINUTE = 60_000;
const FEEDS = sized(250, 1000);
/** A run per minute polls up to 100 feeds. */
const MINUTES = Math.ceil(FEEDS / 100);
const NOW = Date.UTC(2031, 4, 12, 9, 30);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test(`${FEEDS} feeds that are all due at once are each polled exactly once within ${MINUTES} minutes`, async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const urls = Array.from({ length: FEEDS }, (_, i) => `https://h${i}.example/feed.xml`);
  const domain = 'paper.example';
  for (let i = 0; i < FEEDS; i += 100)
    await addFeeds(
      openTestDb(),
      urls.slice(i, i + 100).map((url) => ({ line: 1, value: { url, domain } })),
      { now: NOW, allowed: new Set<string>() },
    );
  const polls = new Map<string, number>();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const url = String(address);
    polls.set(url, (polls.get(url) ?? 0) + 1);
    return new Response(null, { status: 304 });
  });
  await openTestDb().run(`UPDATE feeds SET next_at = ${NOW / 1000 - 1}`);
  for (let minute = 0; minute < MINUTES; minute++) {
    const scheduledTime = NOW + minute * MINUTE;
    vi.setSystemTime(scheduledTime);
    const crons = minute % 5 === 0 ? [CRONS.minutely, CRONS.frequent] : [CRONS.minutely];
    for (const cron of crons) await runScheduledJobs({ cron, scheduledTime, noRetry() {} }, env);
  }
  expect(urls.filter((url) => polls.get(url) !== 1)).toEqual([]);
});
