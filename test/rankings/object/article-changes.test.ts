import { env } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { deleteArticle } from '../../../src/content/removal/remove-article.ts';
import { followChanges } from '../../../src/rankings/object/days/changed-articles.ts';
import { computeDays, recomputeDays } from '../../../src/rankings/object/days/days.ts';
import { siteCoordinator } from '../../../src/rankings/object/stubs.ts';
import { followLate } from '../../../src/rankings/object/watchdog.ts';
import { clickedArticles, countAgo, emptyNewsroom, rows } from '../../clicks/support.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { dbWithBefore } from './with-before.ts';

const db = openTestDb();
const now = Date.UTC(2030, 0, 20, 12, 20);
const question = { now, isDiscounted: true, zone: '' };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await emptyNewsroom();
  await clickedArticles();
});

const article = (id: number, topics: number[]) => ({
  id,
  url: `https://a.example/${id}`,
  title: `Article ${id}`,
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
  topics,
});
const save = (...values: object[]) =>
  saveArticles(
    db,
    values.map((value, i) => ({ line: i + 1, value: articleInput.parse(value) })),
    Date.now(),
  );
const waiting = async () => (await rows('SELECT id FROM changed_articles')).length;

const stored = async () => ({
  articles: await rows('SELECT * FROM range_days ORDER BY id'),
  topics: await rows('SELECT * FROM open_days ORDER BY id'),
});

async function expectRecomputed(at = now): Promise<void> {
  const followed = await stored();
  await recomputeDays(db, { now: at, isDiscounted: true, zone: '' });
  expect(followed).toEqual(await stored());
}

test('changing an article writes two rows for each day on which it has clicks', async () => {
  const days = [1, 2, 5, 9, 14];
  await countAgo(
    days.flatMap((day) => [1, 1, 2, 3].map((contentId) => ({ contentId, ago: 24 * day }))),
    now,
  );
  await computeDays(db, question);
  await save({ ...article(1, [3]), title: 'Only another title', topics: [1, 2] });
  expect(await waiting()).toBe(0);
  await save(article(1, [3]));
  expect(await waiting()).toBe(1);
  const before = db.usage.rowsWritten;
  expect(await followChanges(db, now)).toBe(null);
  // The other two rows are the change record and the row of computed days.
  expect(db.usage.rowsWritten - before).toBe(2 * days.length + 2);
  await expectRecomputed();

  await deleteArticle(db, 2);
  await followChanges(db, now);
  expect(await rows("SELECT value FROM range_days, json_each(sums, '$.articles') WHERE value ->> 0 = 2")).toEqual([]);
  await expectRecomputed();
});

test('changes to articles are applied to past days in slices, continue after a crash and are counted in the status', async () => {
  const operator = await makeKey('operator');
  const many = Array.from({ length: 450 }, (_, i) => article(100 + i, [1]));
  await publish(operator, 'articles', many);
  await countAgo(
    many.map(({ id }) => ({ contentId: id, ago: 24 + (id % 40) })),
    now,
  );
  await computeDays(db, question);
  await askWith(operator, '/manage/topics/1/merge', { method: 'POST', body: JSON.stringify({ into: 3 }) });
  const left = async () => {
    const response = await askWith(operator, '/manage/status');
    return ((await response.json()) as { data: { days: { changedArticles: number } } }).data.days.changedArticles;
  };
  expect(await left()).toBe(450);
  expect(await followChanges(db, now)).toBe(now);
  expect(await left()).toBe(250);
  const dying = dbWithBefore(/INTO "open_days"/, () => Promise.reject(new Error('killed')));
  await expect(followChanges(dying, now)).rejects.toThrow('killed');
  expect(await left()).toBe(250);
  const site = siteCoordinator(env);
  for (let i = 0; i < 2; i++) {
    await site.followSoon(now);
    await site.handleAlarm(now);
  }
  expect(await left()).toBe(0);
  await expectRecomputed();
});

test('changes to articles are applied even if another change, a late click or another run arrives in between', async () => {
  await countAgo(
    [1, 1, 2, 3, 3, 3].map((contentId, i) => ({ contentId, ago: 24 * (1 + (i % 2)) })),
    now,
  );
  await computeDays(db, question);

  await save(article(1, [3]));
  const overtaken = dbWithBefore(/INTO "open_days"/, async () => void (await save(article(1, [2]))));
  await followChanges(overtaken, now);
  expect(await waiting()).toBe(1);
  await followChanges(db, now);
  await expectRecomputed();

  await save(article(1, [1]));
  const clicked = dbWithBefore(/INTO "open_days"/, () => countAgo([{ contentId: 1, ago: 25 }], now));
  await followChanges(clicked, now);
  expect(await waiting()).toBe(1);
  await followLate(db, env, now);
  expect(await waiting()).toBe(0);
  await expectRecomputed();

  await save(article(1, [2]));
  const slow = dbWithBefore(/INTO "open_days"/, async () => {
    await save(article(3, [1]));
    await followChanges(db, now);
  });
  await followChanges(slow, now);
  expect(await waiting()).toBe(0);
  await expectRecomputed();
});

test('a postponed article is removed from past days until its publication', async () => {
  await countAgo(
    [1, 1, 2].map((contentId) => ({ contentId, ago: 30 })),
    now,
  );
  await computeDays(db, question);
  const site = siteCoordinator(env);
  const listed = async () =>
    (await rows<{ id: number }>("SELECT value ->> 0 AS id FROM range_days, json_each(sums, '$.articles')")).map(
      ({ id }) => id,
    );
  const at = now + 3 * 3_600_000;
  await save({ ...article(1, [1, 2]), publishedAt: new Date(at).toISOString() });
  await site.followSoon(now);
  await site.handleAlarm(now);
  expect(await listed()).toEqual([2]);
  await expectRecomputed();
  await site.handleAlarm(at - 1000);
  expect(await listed()).toEqual([2]);
  vi.setSystemTime(at);
  await site.handleAlarm(at);
  expect(await listed()).toEqual([1, 2]);
  await expectRecomputed(at);
});

test('a change to an article just before midnight is part of the day that the next run seals', async () => {
  const midnight = Date.UTC(2030, 0, 21);
  await countAgo(
    [
      { contentId: 1, ago: 24 * 15 },
      { contentId: 1, ago: 24 * 15 },
    ],
    now,
  );
  await computeDays(db, question);
  vi.setSystemTime(midnight - 1000);
  await save(article(1, [3]));
  vi.setSystemTime(midnight + 90_000);
  await computeDays(db, { now: midnight + 90_000, isDiscounted: true, zone: '' });
  const sealed = 'SELECT topic_id, engagement FROM topic_days ORDER BY 1';
  expect(await rows(sealed)).toEqual([0, 3].map((topic_id) => ({ topic_id, engagement: 2 })));
  await save(article(1, [2]));
  await deleteArticle(db, 1);
  await followChanges(db, midnight + 100_000);
  await computeDays(db, { now: midnight + 100_000, isDiscounted: true, zone: '' });
  expect(await rows(sealed)).toEqual([0, 3].map((topic_id) => ({ topic_id, engagement: 2 })));
  expect(await rows("SELECT sums ->> '$.topics' AS topics FROM range_days")).toEqual([{ topics: '[[3,2,0]]' }]);
});
