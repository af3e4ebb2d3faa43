import { expect, test } from 'vitest';
import { datesOf } from '../../../src/syndication/read/dating.ts';
import { openTestDb } from '../../support/index.ts';
import { NOW, poll, rss, SECONDS, serve } from '../stage.ts';

const DAY = 86_400;
const at = (days: number) => SECONDS - days * DAY;
const written = (days: number) => new Date(at(days) * 1000).toUTCString();

/** A `null` date stands for an item without a date. */
const timesOf = (dates: (string | null)[], isFirst = false) =>
  datesOf(
    dates.map((date) => ({ dates: date === null ? [] : [date], updates: [] })),
    { now: SECONDS, isFirst },
  ).map((dating) => dating.at);

test.each([
  ['between two', [written(1), 'a while ago', written(5)], [at(1), at(5) + 1, at(5)]],
  ['first', ['a while ago', written(5)], [at(5), at(5)]],
  ['last', [written(1), written(5), 'long ago'], [at(1), at(5), at(5)]],
  ['several in a row', [written(1), 'x', 'y', written(5)], [at(1), at(5) + 1, at(5) + 1, at(5)]],
  ['in a feed that begins with the oldest', [written(5), 'x', written(1)], [at(5), at(5) + 1, at(1)]],
  ['without a date, between two', [written(1), null, written(5)], [at(1), at(5) + 1, at(5)]],
  ['with a past year in its date', ['20 Smarch 2016'], [Date.UTC(2017, 0, 1) / 1000 - 1]],
] as const)('an item with an unreadable date gets a time close to those of its neighbours: %s', (_, dates, times) =>
  expect(timesOf([...dates])).toEqual(times),
);

test('the first item without a date counts as new in a known feed and as old in a new one', () => {
  expect(timesOf([null, written(5)])).toEqual([SECONDS, at(5)]);
  expect(timesOf([null, written(5)], true)).toEqual([at(5), at(5)]);
});

test('items without dates keep the order of the feed', () => {
  expect(timesOf([null, null, null])).toEqual([SECONDS, SECONDS - 1, SECONDS - 2]);
});

test('items with unreadable dates in a new feed are not listed before newer articles', async () => {
  const items = ['gestern', 'vorgestern'].map((date, n) => ({
    title: `Backlog ${n}`,
    link: `https://paper.example/backlog/${n}`,
    more: `<pubDate>${date}</pubDate>`,
  }));
  const today = {
    title: 'Today',
    link: 'https://paper.example/backlog/today',
    pubDate: new Date(NOW - 3_600_000).toUTCString(),
  };
  await poll(await serve('/backlog', { body: rss(items) }));
  await poll(await serve('/today', { body: rss([today]) }));
  const rows = await openTestDb().all<{ title: string }>(
    `SELECT title FROM articles WHERE url LIKE '%/backlog/%' ORDER BY published_at DESC, id DESC`,
  );
  expect(rows.map(({ title }) => title)).toEqual(['Today', 'Backlog 0', 'Backlog 1']);
});
