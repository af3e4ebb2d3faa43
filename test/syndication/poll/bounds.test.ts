import { expect, test } from 'vitest';
import { pollDue } from '../../../src/syndication/poll/run.ts';
import { openTestDb } from '../../support/index.ts';
import { ALLOWED, add, feedAt, NOW, poll, rss, SECONDS, serve, stories } from '../stage.ts';

const DAY = 86_400;
const items = (slug: string, count: number, of: (n: number) => { guid: string; link: string }) =>
  rss(Array.from({ length: count }, (_, n) => ({ title: `No. ${n} of ${slug}`, ...of(n) })));
const remembered = async (url: string, like = '%'): Promise<number> => {
  const { id } = await feedAt(url);
  const [row] = await openTestDb().all<{ n: number }>(
    `SELECT count(*) AS n FROM feed_items WHERE feed_id = ${id} AND guid LIKE '${like}'`,
  );
  return row?.n ?? 0;
};

test('ten feeds are polled even though forty others in the same run time out', async () => {
  await openTestDb().run('UPDATE feeds SET next_at = NULL');
  for (let n = 0; n < 40; n++) await add(await serve(`/hanging/${n}`, { manner: 'hang' }));
  const good = new Map<string, string>();
  for (let n = 0; n < 10; n++) good.set(await serve(`/beside/${n}`, { body: '' }), rss(stories(`beside-${n}`, 1)));
  for (const url of good.keys()) await add(url);
  // Responses are immediate, so that a slow machine cannot cause a timeout.
  const answer = async (url: string, init: RequestInit) =>
    good.has(url) ? new Response(good.get(url)) : fetch(url, init);
  const { polled, left } = await pollDue(openTestDb(), {
    reach: { fetch: answer, allowed: ALLOWED, patience: 20, timeout: 100 },
    now: NOW,
    wait: async () => undefined,
    elapsed: () => 0,
    report: (error: Error) => expect.fail(error.message),
  });
  expect(left).toBe(0);
  expect(polled.filter(({ added }) => added === 1).length).toBe(10);
  const failed = polled.filter(({ result }) => result === 'failed');
  expect(failed.length).toBe(40);
  for (const { reason } of failed) expect(reason).toMatch(/^did not respond within 0\.1 seconds$/);
  const feed = await feedAt(failed[0]?.url ?? '');
  expect(feed).toMatchObject({ failures: 1, reason: expect.stringContaining('did not respond') });
});

test.each(['hang', 'drip'] as const)(
  'feeds that %s are postponed without counting as failed if the run has no time to retry them',
  async (manner) => {
    await openTestDb().run('UPDATE feeds SET next_at = NULL');
    for (let n = 0; n < 5; n++) await add(await serve(`/no-time/${manner}/${n}`, { manner }));
    let time = 0;
    const { polled } = await pollDue(openTestDb(), {
      reach: { fetch: (url, init) => fetch(url, init), allowed: ALLOWED, patience: 50, timeout: 60_000 },
      // The time suffices to start each feed, but not for a retry.
      now: NOW,
      wait: async () => undefined,
      elapsed: () => (time += 8000),
      report: (error: Error) => expect.fail(error.message),
    });
    const late = polled.filter(({ result }) => result === 'busy');
    expect(late.length).toBeGreaterThan(0);
    for (const { url, reason } of late) {
      expect(reason).toMatch(
        /^did not respond within 0\.05 seconds while other feeds waited; it will be requested again/,
      );
      expect(await feedAt(url)).toMatchObject({ failures: 0, reason: null, nextAt: SECONDS });
    }
  },
);

test('a server that is slow while other feeds are waiting is retried successfully in the same run', async () => {
  await openTestDb().run('UPDATE feeds SET next_at = NULL');
  const slow = await serve('/slow-but-good', { body: rss(stories('slow-but-good', 1)), delay: 300 });
  await add(slow);
  await add(await serve('/quick', { body: rss(stories('quick', 1)) }));
  const { polled } = await pollDue(openTestDb(), {
    reach: { fetch: (url, init) => fetch(url, init), allowed: ALLOWED, patience: 100, timeout: 60_000 },
    now: NOW,
    wait: async () => undefined,
    elapsed: () => 0,
    report: (error: Error) => expect.fail(error.message),
  });
  expect(polled.map(({ result, added }) => [result, added])).toEqual([
    ['taken', 1],
    ['taken', 1],
  ]);
});

test('a feed with many new articles adds at most 2,000 per day and reports how many wait until tomorrow', async () => {
  const url = await serve('/ever-new', { body: '' });
  const pollNew = async (round: number, later = round * 1000) => {
    const of = (n: number) => ({ guid: `${round}-${n}`, link: `https://paper.example/ever-new/${round}-${n}` });
    await serve('/ever-new', { body: items('ever-new', 60, of) });
    return await poll(url, { later });
  };
  for (const round of [1, 2]) expect(await pollNew(round)).toMatchObject({ added: 60, reason: null });
  expect(await feedAt(url)).toMatchObject({ written: 120 });
  // The feed has already used most of its daily limit of 2,000.
  await openTestDb().run(`UPDATE feeds SET written = 1980 WHERE url = '${url}'`);
  const { added, reason } = await pollNew(3);
  expect([added, reason]).toEqual([20, 'has more new or changed items than the limit per day; 40 wait until tomorrow']);
  expect(await pollNew(4)).toMatchObject({ added: 0, reason: expect.stringMatching(/; 60 wait until tomorrow$/) });
  expect(await pollNew(3, DAY)).toMatchObject({ added: 40, reason: null });
});

test('new ids for known articles count towards the daily limit, and a feed keeps at most 5,000 ids', async () => {
  const db = openTestDb();
  const url = await serve('/new-ids', { body: '' });
  const pollNew = async (round: number) => {
    const of = (n: number) => ({ guid: `${round}-${n}`, link: `https://paper.example/new-ids/${n}` });
    await serve('/new-ids', { body: items('new-ids', 100, of) });
    return await poll(url, { later: round * DAY });
  };
  expect(await pollNew(0)).toMatchObject({ added: 100 });
  const { id } = await feedAt(url);
  // The feed used many different ids long ago.
  await db.run(`INSERT INTO feed_items (feed_id, guid, article_id, hash) SELECT ${id}, 'old-' || value, 0, ''
    FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 4850) SELECT value FROM n)`);
  expect(await pollNew(1)).toMatchObject({ added: 0, changed: 0, unchanged: 100 });
  expect(await feedAt(url)).toMatchObject({ written: 100 });
  // The feed forgets the least recently seen of 5,050 ids.
  expect([await remembered(url), await remembered(url, 'old-%')]).toEqual([5000, 4800]);
  const [{ n } = { n: 0 }] = await db.all<{ n: number }>(
    `SELECT count(*) AS n FROM articles WHERE url LIKE 'https://paper.example/new-ids/%'`,
  );
  expect(n).toBe(100);
});

test('an item without a publication date keeps the time at which it was first seen', async () => {
  const link = 'https://paper.example/undated/1';
  const at = async () => {
    const [row] = await openTestDb().all<{ at: number }>(
      `SELECT published_at AS at FROM articles WHERE url = '${link}'`,
    );
    return row?.at;
  };
  const url = await serve('/undated', { body: rss([{ title: 'First', guid: 'u', link }]) });
  await poll(url);
  const first = await at();
  await serve('/undated', { body: rss([{ title: 'Second', guid: 'u', link, pubDate: 'soon' }]) });
  expect(await poll(url, { later: 4000 })).toMatchObject({ changed: 1 });
  const updated = '<atom:updated xmlns:atom="http://www.w3.org/2005/Atom">2026-06-15T14:00:00Z</atom:updated>';
  await serve('/undated', { body: rss([{ title: 'Third', guid: 'u', link, more: updated }]) });
  expect(await poll(url, { later: 9000 })).toMatchObject({ changed: 1 });
  expect(await at()).toBe(first);
});

test.each([
  [['05/06/2026 07:00:00'], 'has 1 date whose day and month may be swapped'],
  [['05/06/2026 07:00:00', '06/05/2026 07:00:00'], 'has 2 dates whose day and month may be swapped'],
  // The other date has a number above 12, so the first number is the day.
  [['05/06/2026 07:00:00', '25/05/2026 07:00:00'], null],
])('ambiguous dates are reported in the health of a feed with the dates %j', async (dates, reason) => {
  const slug = `ambiguous-${dates.length}-${reason === null}`;
  const items = dates.map((date, n) => ({
    title: `Story ${n}`,
    link: `https://${slug}.example/${n}`,
    more: `<pubDate>${date}</pubDate>`,
  }));
  expect(await poll(await serve(`/${slug}`, { body: rss(items) }))).toMatchObject({ added: dates.length, reason });
});
