import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { guardOf, loadThing, sourceIs, THINGS, topicIs } from '../../src/content/things.ts';
import { UNGUARDED } from '../../src/db/guard.ts';
import { type Newsroom, newsroom } from '../../src/rankings/newsroom.ts';
import { windowOf } from '../../src/rankings/object/notify.ts';
import { rebuildWindows, wakeLateWindows } from '../../src/rankings/object/watchdog.ts';
import { article, clickedArticles, emptyNewsroom, importAgo, rows } from '../clicks/support.ts';
import { author, openTestDb } from '../support/index.ts';

/** Things that are deleted, merged and put back while clicks arrive: rankings are those of a fresh build. */

const db = openTestDb();

const published = () =>
  rows('SELECT * FROM topic_windows ORDER BY topic_id').then((all) =>
    all.map(({ version: _, recent: __, ...row }) => ({ ...row, views: JSON.parse(String(row.views)) })),
  );

/** What objects were told is published by their alarms, seconds later. */
async function settle(): Promise<void> {
  for (const { topic_id } of await rows<{ topic_id: number }>('SELECT topic_id FROM topic_windows'))
    await runDurableObjectAlarm(windowOf(env.TOPIC_WINDOW, topic_id));
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
  await rebuildWindows(db, env.TOPIC_WINDOW, Date.now());
});

const topic = { kind: 'topic', ref: 1, name: 'Topic 1' } as const;

const CHANGES: [string, (content: Newsroom) => Promise<unknown>][] = [
  ['a topic is deleted', (content) => content.removeTagThing(topic, UNGUARDED)],
  ['a topic is merged', (content) => content.mergeTagThings({ ...topic, into: 3 }, UNGUARDED)],
  ['a source is deleted', (content) => content.removeSource({ domain: 'a.example', name: 'a.example' }, UNGUARDED)],
  ['an article is deleted', (content) => content.deleteArticle(1)],
  [
    'a topic is deleted and put back',
    async (content) => {
      await content.removeTagThing(topic, UNGUARDED);
      await content.restore('topic', 1);
    },
  ],
  [
    'a topic is merged and put back',
    async (content) => {
      await content.mergeTagThings({ ...topic, into: 3 }, UNGUARDED);
      await content.restore('topic', 1);
    },
  ],
  [
    'an article is deleted and put back',
    async (content) => {
      await content.deleteArticle(1);
      await content.restore('article', 1);
    },
  ],
];

test.each(CHANGES)('%s while clicks arrive', async (_, change) => {
  const content = newsroom(db, env, { ...author, now: Date.now() });
  await Promise.all([
    clicksOn([1, 2, 3, 1], 1),
    change(content),
    clicksOn([2, 2, 3], 3),
    content.saveArticles([article(4, [2, 3])]),
  ]);
  await clicksOn([1, 2, 3, 4], 4);
  await wakeLateWindows(db, env.TOPIC_WINDOW, Date.now());
  await settle();
  const settled = await published();
  await rebuildWindows(db, env.TOPIC_WINDOW, Date.now());
  expect(settled).toEqual(await published());
  const known = (await rows('SELECT id FROM topics')).map(({ id }) => id);
  expect(settled.map((row) => (row as { topic_id?: number }).topic_id).filter((id) => id !== 0)).toEqual(known.sort());
});

test('what does not hold any more is not changed', async () => {
  const found = await loadThing(db, THINGS.topic, topicIs(1));
  const guard = guardOf(THINGS.topic, topicIs(1), found?.seen ?? null);
  const content = newsroom(db, env, { ...author, now: Date.now() });
  await content.removeTagThing(topic, guard);
  await expect(content.removeTagThing(topic, guard)).rejects.toThrow();
  expect(await loadThing(db, THINGS.source, sourceIs('nobody.example'))).toBeNull();
});
