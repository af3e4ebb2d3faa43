import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createRandom } from '../../../src/demo/random.ts';
import { rfc3339 } from '../../../src/lib/time.ts';
import { startSite } from '../../browser/support/server.ts';
import { articlesOf, countedOf, type Newsroom } from '../../routes/insights/oracle.ts';
import {
  areSameShares,
  type FileClick,
  recountedRows,
  recountedShares,
  storedRows,
  storedShares,
} from '../../verify/newsroom/files.ts';
import { compareAnswers, readClasses, toClick } from '../../verify/newsroom/import.ts';
import { readWindows } from '../../verify/stored-rows.ts';
import { fortnight, withinHour } from './readers.ts';

const SECONDS = 10;
const READERS = 300;
const CLICKS = 3000;
const PORTION = 500;
const PATIENCE = 120;
const DAY = 86_400;

await withinHour(PATIENCE);
const site = await startSite();
after(() => site.dispose());
const [operator, secret] = [await site.makeKey('operator'), await site.makeKey('secret')];

const random = createRandom(33, 'first hour');
const began = Math.floor(Date.now() / 1000);
const hour = Math.floor(began / 3600);
const topics = [1, 2, 3, 46, 47].map((id) => ({
  id,
  name: `Topic ${id}`,
  slug: `topic-${id}`,
  description: `What concerns ${id}`,
  category: 1 + (id % 2),
}));
const articles = Array.from({ length: 30 }, (_, i) => ({
  id: i + 1,
  url: `https://${['alpha', 'beta', 'gamma'][i % 3]}.example/${i + 1}`,
  title: `Story ${i + 1}`,
  contentType: 'article',
  topics: topics.filter((_, n) => (i + n) % 3 === 0).map(({ id }) => id),
  publishedAt: rfc3339(began - 20 * DAY),
}));
const newsroom: Newsroom = { topics, articles, sources: [], clicks: [] };
const contentIds = articles.map(({ id }) => id);
const past = fortnight(random, READERS, CLICKS, contentIds);
/** Clicks from one network with one browser on a past day, so that discounting is visible. */
const fleet = Array.from(
  { length: 200 },
  (_, i): FileClick => ({
    contentId: 29,
    ageSeconds: 5 * DAY + i,
    reader: `fleet ${i}`,
    signed: false,
    network: 64_499,
    prefix: '192.0.0.0/16',
    userAgent: 'Fleet',
  }),
);
const imported: FileClick[] = [];

/** Imports clicks in batches, oldest first. Returns the baseline in force before the last batch. */
async function importAll(clicks: readonly FileClick[]) {
  let before: Awaited<ReturnType<typeof storedShares>> = null;
  for (let i = 0; i < clicks.length; i += PORTION) {
    before = await storedShares(site.db, hour);
    const lines = clicks.slice(i, i + PORTION);
    await site.importClicks(lines.map(({ ageSeconds, ...click }) => ({ ...click, at: rfc3339(began - ageSeconds) })));
  }
  imported.push(...clicks);
  return before;
}

/**
 * Waits ten seconds, and on a slow machine until the rankings no longer change. Only the service's own alarms fire
 * meanwhile. Compares everything with the recount.
 */
async function mustBeRight(before: Awaited<ReturnType<typeof storedShares>>): Promise<string> {
  const start = performance.now();
  const seen: { seconds: number; windows: unknown }[] = [];
  const isSettled = () => isDeepStrictEqual(seen.at(-1)?.windows, seen.at(-6)?.windows);
  for (let seconds = 0; seconds < SECONDS || (!isSettled() && seconds < PATIENCE); await sleep(1000)) {
    seconds = (performance.now() - start) / 1000;
    seen.push({ seconds, windows: await readWindows(site.db) });
  }
  const now = Math.floor(Date.now() / 1000);
  assert.equal(Math.floor(now / 3600), hour, 'a full hour has passed meanwhile');
  const shares = await storedShares(site.db, hour);
  const classes = await readClasses(site);
  const clicks = imported.toSorted((a, b) => b.ageSeconds - a.ageSeconds).map((one) => toClick(one, began, classes));
  const counted = countedOf({ ...newsroom, clicks }, now);
  assert.ok(shares && shares.samples > 200, 'readers have voted');
  assert.ok(areSameShares(shares, recountedShares(counted, hour, before)), 'shares are as recounted');
  const must = recountedRows({
    topicIds: topics.map(({ id }) => id),
    articles: articlesOf(newsroom),
    clicks: counted,
    shares,
    now,
  });
  const is = await storedRows(site.db);
  assert.deepEqual(is.hours, must.hours);
  assert.deepEqual(is.windows, must.windows);
  const last = seen.findLastIndex(({ windows }) => !isDeepStrictEqual(windows, must.windows));
  const answers = await compareAnswers(site.url, secret, { ...newsroom, clicks, shares }, now, {
    topicIds: topics.map(({ id }) => id),
    contentIds,
    limits: [undefined, 3],
    minContentItems: [undefined, 1],
    lists: [{}, { includeTopics: [46], excludeTopics: [1] }],
  });
  assert.equal(answers.differing, 0);
  return `rankings equal after ${seen[last + 1]?.seconds.toFixed(1)} s, ${answers.asked} answers equal`;
}

test('ten seconds after two weeks of clicks are imported, baseline, rankings and histories match a recount', async () => {
  await site.publish({ topics, articles });
  console.log('import:', await mustBeRight(await importAll([...fleet, ...past])));
});

test('clicks in today’s complete hours change the baseline and thus the histories', async (t) => {
  const today = began % DAY;
  if (today < 2 * 3600) return t.skip('no hour of today is complete');
  // A different mixture of networks changes the baseline, and so the discounting of other days.
  const clicks = Array.from(
    { length: PORTION },
    (_, i): FileClick => ({
      contentId: 1 + (i % 25),
      ageSeconds: 3600 + random.int(0, Math.max(1, today - 3600 - 60)),
      reader: `newcomer ${i}`,
      signed: false,
      network: 64_499 - (i % 4),
      prefix: `192.${i % 4}.0.0/16`,
      userAgent: i % 2 ? 'Fleet' : `Newcomer ${'abcdefgh'[i % 8]}`,
    }),
  );
  const before = await importAll(clicks);
  console.log('today:', await mustBeRight(before));
});

test('a rebuild restores baseline, rankings and histories', async () => {
  const before = await storedShares(site.db, hour);
  await site.db.prepare('DELETE FROM click_days').run();
  await site.db.prepare('DELETE FROM topic_days').run();
  const headers = { Authorization: `Bearer ${operator}` };
  const { status } = await fetch(new URL('/manage/rebuild', site.url), { method: 'POST', headers });
  assert.equal(status, 200);
  console.log('rebuild:', await mustBeRight(before));
});
