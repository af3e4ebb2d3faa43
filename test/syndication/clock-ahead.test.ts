import { afterEach, expect, test } from 'vitest';
import { feedHubs, feeds, pageHosts, sources } from '../../src/db/schema.ts';
import { DAY, HOUR } from '../../src/lib/time.ts';
import { enrichWaiting } from '../../src/syndication/enrich/enrich.ts';
import { dueFeeds } from '../../src/syndication/poll/claim.ts';
import { askHubs } from '../../src/websub/subscribe.ts';
import { openTestDb } from '../support/index.ts';

/** Checks poll times that were set while the clock was far ahead, after the clock is corrected. */

const db = openTestDb();
const NOW = Date.UTC(2026, 5, 15, 12);
const SECONDS = NOW / 1000;
const AHEAD = SECONDS + 400 * DAY;
const feed = (id: number, nextAt: number | null) => ({
  ...{ id, nextAt, url: `https://wire.example/${id}`, domain: 'wire.example' },
  ...{ title: '', interval: HOUR },
});

afterEach(async () => {
  for (const table of [feeds, feedHubs, pageHosts, sources]) await db.delete(table);
});

test('a feed is due if its next poll is scheduled further ahead than any server may request', async () => {
  await db.insert(feeds).values([feed(1, AHEAD), feed(2, SECONDS + 7 * DAY), feed(3, null), feed(4, SECONDS - 1)]);
  expect((await dueFeeds(db, SECONDS, 10)).map(({ id }) => id)).toEqual([4, 1]);
});

test('a feed is due if it was last fetched in the future, but not if it is paused or was fetched just now', async () => {
  const fetched = (id: number, nextAt: number | null, lastFetchAt: number) => ({ ...feed(id, nextAt), lastFetchAt });
  const later = SECONDS + 2 * DAY;
  await db
    .insert(feeds)
    .values([fetched(1, later + HOUR, later), fetched(2, null, later), fetched(3, SECONDS + HOUR, SECONDS + 5)]);
  expect((await dueFeeds(db, SECONDS, 10)).map(({ id }) => id)).toEqual([1]);
});

test('a WebSub hub is contacted if its renewal is scheduled further ahead than any lease may last', async () => {
  await db.insert(feeds).values([feed(1, SECONDS), feed(2, SECONDS)]);
  const hub = (feedId: number, askAt: number) => ({
    ...{ feedId, askAt, hub: `https://hub.example/${feedId}`, topic: `https://wire.example/${feedId}` },
    ...{ asked: 0, until: AHEAD, wanted: true },
  });
  await db.insert(feedHubs).values([hub(1, AHEAD), hub(2, SECONDS + 22 * DAY)]);
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return new Response(null, { status: 202 });
  };
  await askHubs(db, { fetch, allowed: new Set(), origin: 'https://news.example', now: NOW });
  expect(asked).toEqual(['https://hub.example/1']);
});

test('a page host and its robots.txt are requested even if a fast clock has dated both in the future', async () => {
  await db.insert(sources).values({ domain: 'wire.example', name: 'Wire', readPages: true });
  const waiting = (host: string) => [{ id: 1, at: SECONDS, url: `https://${host}/1`, tries: 0 }];
  const host = (name: string, nextAt: number) => ({
    ...{ host: name, domain: 'wire.example', nextAt, waiting: waiting(name) },
    ...{ robots: 'User-agent: *\nDisallow: /', robotsAt: AHEAD },
  });
  await db.insert(pageHosts).values([host('wire.example', AHEAD), host('later.example', SECONDS + 7 * DAY)]);
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return new Response('', { status: 404 });
  };
  const report = (error: Error) => {
    throw error;
  };
  const reach = { fetch, allowed: new Set<string>() };
  await enrichWaiting(db, { reach, now: NOW, elapsed: () => 0, report, wait: async () => {} });
  expect(asked[0]).toBe('https://wire.example/robots.txt');
  expect(asked.filter((url) => url.includes('later'))).toEqual([]);
});
