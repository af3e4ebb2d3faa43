import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { articleCollection } from '../../src/collections/article-collection.ts';
import type { Collection, Writing } from '../../src/collections/core/collection.ts';
import { mergeResources, removeResource, restoreResource, saveResources } from '../../src/collections/core/service.ts';
import { sourceCollection } from '../../src/collections/source-collection.ts';
import { topicCollection } from '../../src/collections/topic-collection.ts';
import { guardOf, loadThing } from '../../src/content/things.ts';
import { NO_PRECONDITION } from '../../src/db/client.ts';
import { topicWindow } from '../../src/rankings/object/stubs.ts';
import { rebuildWindows, wakeLateWindows } from '../../src/rankings/object/watchdog.ts';
import { article, clickedArticles, emptyNewsroom, importAgo, rows } from '../clicks/support.ts';
import { author, openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { windowObject } from '../support/windows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const db = openTestDb();

const published = () =>
  rows('SELECT * FROM topic_windows ORDER BY topic_id').then((all) =>
    all.map(({ version: _, recent: __, ...row }) => ({ ...row, views: JSON.parse(String(row.views)) })),
  );

/** Topic objects publish received counts when their alarms fire. */
async function settle(): Promise<void> {
  for (const { topic_id } of await rows<{ topic_id: number }>('SELECT topic_id FROM topic_windows'))
    await runDurableObjectAlarm(windowObject(topic_id));
}

const clicksOn = (ids: number[], ago: number) =>
  importAgo(
    ids.map((contentId, i) => ({ contentId, ago, reader: `reader ${ago} ${i}` })),
    Date.now(),
  );

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
  await clicksOn([1, 1, 1, 2, 2, 3], 2);
  await rebuildWindows(db, env, Date.now());
});

const removed = async (of: Collection, ref: string, writing: Writing) => {
  const found = await loadThing(db, of.stored, of.where(ref));
  return removeResource(of, writing, found?.value ?? {}, NO_PRECONDITION);
};
const merged = async (writing: Writing) => {
  const found = await loadThing(db, topicCollection.stored, topicCollection.where('1'));
  if (found) await mergeResources(topicCollection, writing, found.value, { into: 3, guard: NO_PRECONDITION });
};

type Change = (writing: Writing) => Promise<unknown>;
const deleted =
  (of: Collection, ref: string): Change =>
  (writing) =>
    removed(of, ref, writing);
const restoredAfter =
  (change: Change, of: Collection): Change =>
  async (writing) => {
    await change(writing);
    await restoreResource(of, writing, '1');
  };
/** A quick run omits the changes at the end, because others begin with the same steps. */
const CHANGES: [string, Change][] = [
  ['a topic is merged', merged],
  ['a source is deleted', deleted(sourceCollection, 'a.example')],
  ['a topic is deleted and restored', restoredAfter(deleted(topicCollection, '1'), topicCollection)],
  ['an article is deleted and restored', restoredAfter(deleted(articleCollection, '1'), articleCollection)],
  ['a topic is merged and restored', restoredAfter(merged, topicCollection)],
  ['a topic is deleted', deleted(topicCollection, '1')],
  ['an article is deleted', deleted(articleCollection, '1')],
];

test.each(CHANGES.slice(0, sized(4, CHANGES.length)))(
  'rankings equal a fresh build if %s while clicks arrive',
  async (_, change) => {
    const writing = { db, env, author: { ...author, now: Date.now() } };
    await Promise.all([
      clicksOn([1, 2, 3, 1], 1),
      change(writing),
      clicksOn([2, 2, 3], 3),
      saveResources(articleCollection, writing, [article(4, [2, 3])]),
    ]);
    await clicksOn([1, 2, 3, 4], 4);
    await wakeLateWindows(db, env, Date.now());
    await settle();
    const settled = await published();
    await rebuildWindows(db, env, Date.now());
    expect(settled).toEqual(await published());
    const known = (await rows('SELECT id FROM topics')).map(({ id }) => id);
    expect(settled.map((row) => (row as { topic_id?: number }).topic_id).filter((id) => id !== 0)).toEqual(
      known.sort(),
    );
  },
);

test('a topic created with the id of a deleted topic ranks only its own articles', async () => {
  const writing = { db, env, author: { ...author, now: Date.now() } };
  const [former] = await rows<{ engagement_7d: number }>('SELECT engagement_7d FROM topic_windows WHERE topic_id = 1');
  expect(former?.engagement_7d).toBeGreaterThan(0);
  await removed(topicCollection, '1', writing);
  const again = {
    id: 1,
    name: 'Again',
    slug: 'again',
    description: '',
    category: 1 as const,
    excludedFromTrending: false,
  };
  await saveResources(topicCollection, writing, [{ line: 1, value: again }]);
  await saveResources(articleCollection, writing, [article(4, [1])]);
  const next = (Math.floor(Date.now() / HOUR) + 1) * HOUR + 10 * MINUTE;
  const object = topicWindow(env, 1);
  await object.rollOver(1, next);
  await clicksOn([4, 4], 1);
  await object.rollOver(1, next + MINUTE);
  await settle();
  const found = await published();
  expect(found[1]).toMatchObject({ topic_id: 1, engagement_7d: 2 });
  await rebuildWindows(db, env, next + MINUTE);
  expect(found[1]).toEqual((await published())[1]);
});

test('a removal whose precondition fails changes nothing', async () => {
  const found = await loadThing(db, topicCollection.stored, topicCollection.where('1'));
  if (!found) throw new Error('no topic');
  const guard = guardOf(topicCollection.stored, topicCollection.where('1'), found.seen);
  const writing = { db, env, author: { ...author, now: Date.now() } };
  await removeResource(topicCollection, writing, found.value, guard);
  await expect(removeResource(topicCollection, writing, found.value, guard)).rejects.toThrow();
  expect(await loadThing(db, sourceCollection.stored, sourceCollection.where('nobody.example'))).toBeNull();
});
