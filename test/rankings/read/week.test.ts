import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { computedDays, weeks } from '../../../src/db/schema.ts';
import { computeDays } from '../../../src/rankings/object/days/days.ts';
import { rebuildWindows } from '../../../src/rankings/object/watchdog.ts';
import { loadWeeks, mondayOf, storeWeek, weekItemOf } from '../../../src/rankings/read/weekly-summaries.ts';
import { weekRss } from '../../../src/routes/api/insights/week.ts';
import { article, clickedArticles, emptyNewsroom, importAgo } from '../../clicks/support.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';

const db = openTestDb();

const MONDAY = Date.UTC(2030, 0, 14, 0, 20);
const DAY = 86_400_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY });
  await emptyNewsroom();
  await db.delete(weeks);
});
afterEach(() => vi.useRealTimers());

test.each<[now: string, zone: string, monday: string]>([
  ['2026-11-23T00:00:00Z', '', '2026-11-23'],
  ['2026-11-22T23:59:59Z', '', '2026-11-16'],
  ['2026-11-22T23:59:59Z', 'Europe/Berlin', '2026-11-23'],
  ['2026-11-23T02:00:00Z', 'America/New_York', '2026-11-16'],
])('at %s in time zone “%s”, mondayOf returns %s', (now, zone, monday) => {
  expect(mondayOf(Date.parse(now) / 1000, zone)).toBe(monday);
});

test('a week is stored once with its changes, and its feed contains no counts', async () => {
  const now = Date.now();
  const settings = { now, zone: '', minEngagement: 1, minItems: 1 };
  expect(await storeWeek(db, settings)).toBe(0);
  await clickedArticles();
  const clicks = (contentId: number, ago: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ contentId, ago, reader: `${contentId} ${ago} ${i}` }));
  await importAgo([...clicks(1, 20, 30), ...clicks(1, 200, 10), ...clicks(3, 20, 5), ...clicks(3, 200, 40)], now);
  await rebuildWindows(db, env, now);
  expect(await storeWeek(db, settings)).toBe(1);
  const meter = openTestDb();
  expect(await storeWeek(meter, settings)).toBe(0);
  expect(meter.usage).toMatchObject({ rowsRead: 2, rowsWritten: 0 });
  const [kept] = await loadWeeks(db, 5, now);
  expect(kept?.week.rose.map(({ name, growthPercent, readWith }) => [name, growthPercent, readWith[0]?.name])).toEqual([
    ['Topic 1', 200, 'Topic 2'],
    ['Topic 2', 200, 'Topic 1'],
  ]);
  expect(kept?.week.fell.map(({ name }) => name)).toEqual(['Topic 3']);

  const secret = await makeKey('secret');
  const rss = await askWith(secret, '/api/v2/insights/week/?output=rss');
  expect(rss.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
  const text = await rss.text();
  expect(text).toContain(`week/${kept?.monday}</guid>`);
  expect(text).toContain('Topic 1');
  expect(text).not.toContain(secret);
  const json = (await (await askWith(secret, '/api/v2/insights/week/')).json()) as { data: { period: string } };
  expect(json.data.period).toBe('7d');
});

test('a stored week omits articles that were deleted or embargoed later', async () => {
  const now = Date.now();
  await clickedArticles();
  const clicks = (contentId: number, ago: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ contentId, ago, reader: `${contentId} ${ago} ${i}` }));
  await importAgo([...clicks(1, 20, 40), ...clicks(1, 200, 10), ...clicks(2, 20, 9), ...clicks(3, 20, 8)], now);
  await rebuildWindows(db, env, now);
  await storeWeek(db, { now, zone: '', minEngagement: 1, minItems: 1 });
  const operator = await makeKey('operator');
  const told = async () => {
    const text = await weekRss(db, env, { origin: 'https://news.example', self: '/' }, Date.now());
    return [1, 2, 3].map((id) => [`a.example/${id}`, `“Article ${id}”`].map((named) => text.includes(named)));
  };
  expect(await told()).toEqual([
    [true, true],
    [true, false],
    [true, true],
  ]);
  const { id, url, title, contentType } = article(1, [1, 2]).value;
  const later = { id, url, title, contentType, topics: [1, 2], publishedAt: new Date(now + DAY).toISOString() };
  expect(await publish(operator, 'articles', [later])).toMatchObject({ rejected: [] });
  expect((await askWith(operator, '/manage/articles/3', { method: 'DELETE' })).status).toBe(200);
  expect(await told()).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ]);
});

async function keptOnThursday(clicks: { contentId: number; days: number }[]): Promise<(number[] | string)[]> {
  const now = MONDAY + 3 * DAY;
  vi.setSystemTime(now);
  await clickedArticles();
  await importAgo(
    clicks.map(({ contentId, days }) => ({ contentId, ago: 24 * days })),
    now,
  );
  await rebuildWindows(db, env, now);
  await computeDays(db, { now, isDiscounted: true, zone: '' });
  await storeWeek(db, { now, zone: '', minEngagement: 1, minItems: 1 });
  const kept = await loadWeeks(db, 5, now / 1000);
  return kept.flatMap(({ monday, week }) => [monday, week.mostRead.map(({ contentId }) => contentId)]);
}

test('a week stored late covers the seven days before its Monday', async () => {
  const clicks = [1, 2, 4, 4, 5, 10, 11].map((days) => ({ contentId: days < 4 ? 3 : days < 11 ? 1 : 2, days }));
  expect(await keptOnThursday(clicks)).toEqual(['2030-01-14', [1]]);
});

test.each([
  ['2030-04-01T00:20:00+01:00', '2030-03-25T00:00:00Z'],
  ['2030-10-28T00:20:00Z', '2030-10-21T00:00:00+01:00'],
])('a week in which the clocks of London changed, stored at %s, begins at %s', async (end, begin) => {
  const now = Date.parse(end);
  vi.setSystemTime(now);
  await clickedArticles();
  const oldest = Math.floor((now - Date.parse(begin)) / 3_600_000);
  await importAgo(
    [
      { contentId: 1, ago: oldest },
      { contentId: 2, ago: 1 },
      { contentId: 3, ago: oldest + 1 },
    ],
    now,
  );
  await rebuildWindows(db, env, now);
  const settings = { now, zone: 'Europe/London', minEngagement: 1, minItems: 1 };
  expect(await storeWeek(db, settings)).toBe(0);
  await computeDays(db, { now, isDiscounted: true, zone: 'Europe/London' });
  expect(await storeWeek(db, settings)).toBe(1);
  const [kept] = await loadWeeks(db, 5, now / 1000);
  expect(kept?.week.mostRead.map(({ contentId }) => contentId)).toEqual([1, 2]);
});

test('a week without reads is not stored', async () => {
  expect(await keptOnThursday([0, 1, 2].map((days) => ({ contentId: 1, days })))).toEqual([]);
});

test('a week stored late contains its changes, and is stored only after its days are computed', async () => {
  const often = (contentId: number, days: number, times: number) =>
    Array.from({ length: times }, () => ({ contentId, days }));
  await keptOnThursday([...often(1, 5, 40), ...often(1, 12, 20), ...often(3, 5, 10), ...often(3, 12, 30)]);
  const [kept] = await loadWeeks(db, 5, Date.now() / 1000);
  const said = kept ? weekItemOf(kept).parts.map(({ heading, lines }) => [heading, lines.map(({ text }) => text)]) : [];
  expect(Object.fromEntries(said)).toMatchObject({ Rose: ['Topic 1', 'Topic 2'], Fell: ['Topic 3'] });
  await db.delete(weeks);
  const settings = { now: Date.now(), zone: '', minEngagement: 1, minItems: 1 };
  await db.update(computedDays).set({ state: 'outdated' });
  expect(await storeWeek(db, settings)).toBe(0);
  await db.update(computedDays).set({ state: 'complete' });
  expect(await storeWeek(db, settings)).toBe(1);
});
