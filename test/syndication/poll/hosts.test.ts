import { expect, test } from 'vitest';
import { feedsByUrl } from '../../../src/syndication/poll/claim.ts';
import { addFeeds } from '../../../src/syndication/poll/feed-store.ts';
import { pollDue, pollFeeds } from '../../../src/syndication/poll/run.ts';
import { openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { feedAt, NOW, rss, stories } from '../stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MINUTES = sized(75, 300);
const HOSTS = sized(12, 30);
const FEEDS_PER_HOST = sized(4, 10);
/** Number of hosts that return 429, and as many others return 503. */
const REFUSING = sized(2, 5);

type Answer = (url: URL, at: number) => { status: number; headers?: HeadersInit; body?: string };

function makeWorld(answer: Answer) {
  let at = NOW;
  const asked: { host: string; url: string; at: number; status: number }[] = [];
  const run = async (urls?: string[]) => {
    const start = at;
    const options = {
      reach: {
        fetch: async (address: string) => {
          const url = new URL(address);
          const { status, headers = {}, body } = answer(url, at);
          asked.push({ host: url.host, url: address, at, status });
          return new Response(status === 200 ? (body ?? rss([])) : null, { status, headers });
        },
        allowed: new Set<string>(),
      },
      now: start,
      elapsed: () => at - start,
      wait: async (milliseconds: number) => {
        const until = at + milliseconds;
        await Promise.resolve();
        at = Math.max(at, until);
      },
      report: (error: Error) => expect.fail(error.message),
    };
    const db = openTestDb();
    return urls ? pollFeeds(db, await feedsByUrl(db, urls), options) : pollDue(db, options);
  };
  return { asked, run, pass: (milliseconds: number) => (at += milliseconds), now: () => at };
}

async function addAll(urls: string[]) {
  const lines = urls.map((url, line) => ({ line, value: { url, domain: new URL(url).host } }));
  await openTestDb().run('UPDATE feeds SET next_at = NULL');
  await openTestDb().run('DELETE FROM host_rests');
  await addFeeds(openTestDb(), lines, { now: NOW, allowed: new Set() });
}

const gapsOf = (times: number[]) => times.slice(1).map((at, i) => at - (times[i] ?? 0));

test('if one of six feeds on a host gets 429, only it fails and the others are postponed', async () => {
  const urls = Array.from({ length: 6 }, (_, n) => `https://six.example/${n}.xml`);
  await addAll(urls);
  let isStrict = true;
  const world = makeWorld(() => (isStrict ? { status: 429, headers: { 'Retry-After': '600' } } : { status: 200 }));
  await world.run();
  expect(world.asked).toHaveLength(1);
  const failures = await Promise.all(urls.map(async (url) => (await feedAt(url)).failures));
  expect(failures.toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
  for (const minute of [1, 5, 9]) {
    world.pass(minute * MINUTE - (world.now() - NOW));
    expect((await world.run()).polled).toEqual([]);
  }
  // A requested poll does not contact the host either, and reports the reason.
  const { polled } = await world.run([urls[5] ?? '']);
  expect(polled).toMatchObject([
    { result: 'busy', reason: expect.stringContaining('six.example returned 429 (too many requests)') },
  ]);
  expect(world.asked).toHaveLength(1);
  isStrict = false;
  for (let n = 0; n < 30; n++) {
    world.pass(MINUTE);
    await world.run();
  }
  const [first = 0, ...later] = world.asked.map(({ at }) => at);
  expect(Math.min(...later) - first).toBeGreaterThanOrEqual(600_000);
  expect(new Set(world.asked.slice(1).map(({ url }) => url)).size).toBe(6);
  expect(Math.min(...gapsOf(later))).toBeGreaterThanOrEqual(1000);
  expect(await Promise.all(urls.map(async (url) => (await feedAt(url)).failures))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a redirect to a host that is backing off is not followed, and the feed does not count as failed', async () => {
  const urls = ['https://strict.example/a.xml', 'https://other.example/b.xml'];
  await addAll(urls);
  const world = makeWorld(({ host }) =>
    host === 'strict.example'
      ? { status: 429, headers: { 'Retry-After': '900' } }
      : { status: 302, headers: { Location: 'https://strict.example/b.xml' } },
  );
  await world.run([urls[0] ?? '']);
  await world.run([urls[1] ?? '']);
  expect(world.asked.map(({ host }) => host)).toEqual(['strict.example', 'other.example']);
  expect(await feedAt(urls[1] ?? '')).toMatchObject({ failures: 0, reason: null, nextAt: NOW / 1000 + 900 });
});

test('a host is requested even if its stored back-off ends years in the future', async () => {
  const url = 'https://ahead.example/a.xml';
  await addAll([url]);
  const until = NOW / 1000 + 800 * 86_400;
  await openTestDb().run(`INSERT INTO host_rests (host, until, gap) VALUES ('ahead.example', ${until}, 60)`);
  const world = makeWorld(() => ({ status: 200 }));
  await world.run();
  expect(world.asked.map(({ status }) => status)).toEqual([200]);
});

test('a 503 response delays only the feed that received it', async () => {
  const urls = Array.from({ length: 4 }, (_, n) => `https://busy.example/${n}.xml`);
  await addAll(urls);
  const world = makeWorld(({ pathname }) =>
    pathname === '/0.xml' ? { status: 503, headers: { 'Retry-After': '7200' } } : { status: 200 },
  );
  await world.run();
  expect(world.asked).toHaveLength(4);
  expect(Math.min(...gapsOf(world.asked.map(({ at }) => at)))).toBeGreaterThanOrEqual(1000);
  expect(await feedAt(urls[0] ?? '')).toMatchObject({
    failures: 1,
    nextAt: Math.floor(world.asked[0]?.at ?? 0) / 1000 + 7200,
  });
});

test('many feeds on one host do not delay feeds on other hosts', async () => {
  const many = Array.from({ length: 100 }, (_, n) => `https://many.example/${n}.xml`);
  await addAll([...many, 'https://single.example/feed.xml']);
  const world = makeWorld(() => ({ status: 200 }));
  await world.run();
  expect(world.asked.findIndex(({ host }) => host === 'single.example')).toBeLessThan(4);
});

test(`${HOSTS * FEEDS_PER_HOST} feeds on ${HOSTS} hosts are polled in time, with spaced requests, even though some hosts return 429 and some 503`, async () => {
  const hosts = Array.from({ length: HOSTS }, (_, n) => `h${n}.example`);
  const urls = hosts.flatMap((host) => Array.from({ length: FEEDS_PER_HOST }, (_, n) => `https://${host}/${n}.xml`));
  await addAll(urls);
  const requests = new Map<string, number[]>();
  const rests: { host: string; from: number; to: number }[] = [];
  const world = makeWorld(({ host, pathname }, at) => {
    const n = hosts.indexOf(host);
    // Accepts some requests within five minutes, and none during some periods.
    if (n < REFUSING) {
      const recent = (requests.get(host) ?? []).filter((time) => time > at - 5 * MINUTE);
      requests.set(host, [...recent, at]);
      if (recent.length >= sized(2, 4) || (at - NOW) % (40 * MINUTE) < 6 * MINUTE) {
        rests.push({ host, from: at, to: at + 4 * MINUTE });
        return { status: 429, headers: { 'Retry-After': '240' } };
      }
    }
    if (n >= REFUSING && n < 2 * REFUSING && at < NOW + 20 * MINUTE)
      return { status: 503, headers: { 'Retry-After': '1200' } };
    const isNew = Math.floor((at - NOW) / HOUR) % 2 === 1 && n > HOSTS / 1.5;
    return { status: 200, body: rss(stories(`${host}-${pathname.slice(1, 2)}`, isNew ? 2 : 1)) };
  });
  const intervals = new Map<string, number>();
  const seen = new Map<string, number>();
  const late: string[] = [];
  let done = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    await world.run();
    for (const { url, at } of world.asked.slice(done)) {
      const limit = 2 * (intervals.get(url) ?? 1800);
      if (at - (seen.get(url) ?? NOW) > limit * 1000)
        late.push(`${url} after ${(at - (seen.get(url) ?? NOW)) / 1000} of ${limit}`);
      seen.set(url, at);
    }
    done = world.asked.length;
    const rows = await openTestDb().all<{ url: string; interval: number }>(
      'SELECT url, interval FROM feeds WHERE next_at IS NOT NULL',
    );
    for (const { url, interval } of rows) intervals.set(url, interval);
    world.pass(Math.max(0, NOW + (minute + 1) * MINUTE - world.now()));
  }
  for (const [url, at] of seen) if (world.now() - at > 2000 * (intervals.get(url) ?? 0)) late.push(`${url} at the end`);
  const tooSoon = hosts.filter((host) => {
    const times = world.asked.filter((each) => each.host === host).map(({ at }) => at);
    return gapsOf(times).some((gap) => gap < 1000);
  });
  const whileResting = rests.filter(({ host, from, to }) =>
    world.asked.some((each) => each.host === host && each.at > from && each.at < to),
  );
  expect(rests.length).toBeGreaterThan(0);
  expect({ tooSoon, whileResting, late, unasked: urls.filter((url) => !seen.has(url)) }).toEqual({
    tooSoon: [],
    whileResting: [],
    late: [],
    unasked: [],
  });
});
