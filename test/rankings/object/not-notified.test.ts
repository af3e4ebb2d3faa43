import { env } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { articleCollection } from '../../../src/collections/article-collection.ts';
import type { Writing } from '../../../src/collections/core/collection.ts';
import { notifyRankings, removeResource, saveResources } from '../../../src/collections/core/service.ts';
import { sourceCollection } from '../../../src/collections/source-collection.ts';
import { topicCollection } from '../../../src/collections/topic-collection.ts';
import { articleIs } from '../../../src/content/articles/article-thing.ts';
import { retag } from '../../../src/content/rules/retag.ts';
import { saveRules } from '../../../src/content/rules/rules.ts';
import { loadThing } from '../../../src/content/things.ts';
import { NO_PRECONDITION } from '../../../src/db/client.ts';
import { markAllWindows } from '../../../src/engagement/mark-windows.ts';
import { rebuildWindows, wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import { SITE } from '../../../src/rankings/site.ts';
import { article, clickedArticles, emptyNewsroom, importAgo, rows } from '../../clicks/support.ts';
import { seed } from '../../search/seed.ts';
import { author, openTestDb } from '../../support/index.ts';
import { topicInput } from '../../support/lines.ts';
import { sized } from '../../support/size.ts';
import { withObjects } from '../../support/windows.ts';

const db = openTestDb();
const unreachable = withObjects(() => {
  throw new Error('Network connection lost.');
});

const published = () =>
  rows('SELECT * FROM topic_windows ORDER BY topic_id').then((all) =>
    all.map(({ version: _, ...row }) => ({ ...row, views: JSON.parse(String(row.views)) })),
  );

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
  await importAgo(
    [1, 1, 1, 2, 2, 3].map((contentId) => ({ contentId, ago: 2 })),
    Date.now(),
  );
  await rebuildWindows(db, env, Date.now());
});

const moved = () => ({ ...article(1, [3]), line: 1 });

const CHANGES: [what: string, change: (writing: Writing) => Promise<unknown>][] = [
  ['publish', (writing) => saveResources(articleCollection, writing, [moved()])],
  [
    'delete',
    async (writing) => {
      const found = await loadThing(db, articleCollection.stored, articleIs(1));
      if (found) await removeResource(articleCollection, writing, found.value, NO_PRECONDITION);
    },
  ],
  [
    'retag',
    async (writing) => {
      await saveRules(
        db,
        [{ line: 1, value: { kind: 'topic', ref: '3', words: ['Article'], exclusions: [] } }],
        author,
      );
      await notifyRankings(writing.env, await retag(db, { after: 0, limit: 10 }, Date.now()), Date.now());
    },
  ],
  [
    'rename a source',
    (writing) =>
      saveResources(sourceCollection, writing, [
        {
          line: 1,
          value: {
            ...{ domain: 'a.example', name: 'Renamed', icon: undefined, iframeable: true },
            ...{
              organisationType: 'Broker',
              client: undefined,
              feeds: undefined,
              publishes: undefined,
              aliases: undefined,
              aggregator: undefined,
              readPages: undefined,
              itemIdentity: undefined,
              itemRules: undefined,
            },
          },
        },
      ]),
  ],
  [
    'rename a topic',
    (writing) =>
      saveResources(topicCollection, writing, [
        { line: 1, value: topicInput.parse({ id: 1, name: 'New', slug: 'new', category: 2 }) },
      ]),
  ],
];

test.each(CHANGES.filter((_, i) => (i + seed) % sized(2, 1) === 0))(
  'the watchdog updates the rankings after the change “%s” if the notification was lost',
  async (_, change) => {
    const before = await published();
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await change({ db, env: unreachable, author });
    logged.mockRestore();
    await wakeLateWindows(db, env, Date.now());
    const after = await published();
    expect(after).not.toEqual(before);
    await rebuildWindows(db, env, Date.now());
    expect(after).toEqual(await published());
  },
);

test('the watchdog wakes topic objects even if the site object fails', async () => {
  await db.run(markAllWindows);
  const failing = { ...env, SITE_COORDINATOR: unreachable.SITE_COORDINATOR };
  await expect(wakeLateWindows(db, failing, Date.now())).rejects.toThrow('Network connection lost.');
  expect(await rows('SELECT topic_id FROM topic_windows WHERE stale <> 0')).toEqual([{ topic_id: SITE }]);
});
