import { applyD1Migrations, env } from 'cloudflare:test';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { articleInput } from '../../src/content/input.ts';
import { saveTopics } from '../../src/content/topics.ts';
import { type Db, openDb } from '../../src/db/client.ts';
import { type Cursor, newest } from '../../src/search/cursor.ts';
import { EVERYTHING } from '../../src/search/feed-filters.ts';
import { type FeedPage, loadFeedPage } from '../../src/search/page.ts';
import { seed } from '../search/seed.ts';
import { sized } from '../support/size.ts';

type Question = Parameters<typeof loadFeedPage>[1];

/**
 * Loads a page from several databases, each with a range of times. Queries an older one only if the page is not full.
 */
async function loadShardedPage(shards: readonly Db[], question: Question): Promise<FeedPage & { asked: number }> {
  const items: FeedPage['items'] = [];
  let asked = 0;
  for (const shard of shards) {
    // One article more than needed is loaded, to see whether there is a next page.
    const page = await loadFeedPage(shard, { ...question, limit: question.limit + 1 - items.length });
    asked++;
    items.push(...page.items);
    if (items.length > question.limit) break;
  }
  return { ...cut(items, question.limit), asked };
}

/**
 * Loads a page of articles that may be in any database. Queries all databases, and merges their pages by time and id.
 */
async function loadScatteredPage(shards: readonly Db[], question: Question): Promise<FeedPage> {
  const pages = await Promise.all(
    shards.map((shard) => loadFeedPage(shard, { ...question, limit: question.limit + 1 })),
  );
  const items = pages.flatMap((page) => page.items);
  items.sort((a, b) => b.publishedAt - a.publishedAt || b.contentId - a.contentId);
  return cut(items, question.limit);
}

function cut(found: FeedPage['items'], limit: number): FeedPage {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? { publishedAt: last.publishedAt, id: last.contentId } : null };
}

const START = 1_700_000_000;
const TOPICS = [1, 2, 3];
const bindings = env as unknown as Record<string, D1Database>;
const shards = ['SHARD_0', 'SHARD_1', 'SHARD_2'].map((name) => openDb(bindings[name] as D1Database));
const one = openDb(env.DB);

beforeAll(async () => {
  for (const shard of ['SHARD_0', 'SHARD_1', 'SHARD_2'])
    await applyD1Migrations(bindings[shard] as D1Database, env.MIGRATIONS);
  const topics = TOPICS.map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    description: '',
    category: 1 as const,
  }));
  for (const db of [one, ...shards])
    await saveTopics(
      db,
      topics.map((value, i) => ({ line: i + 1, value: { ...value, excludedFromTrending: false } })),
      { actor: 'test', now: 0 },
    );
});

/** Articles are published in few different seconds, so that many have the same time. */
const article = fc.record({
  second: fc.nat(5),
  topics: fc.subarray(TOPICS),
  paywalled: fc.boolean(),
  shard: fc.nat(2),
});
type Drawn = typeof article extends fc.Arbitrary<infer T> ? T : never;

const question = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  includeTopics: fc.subarray(TOPICS),
  includePaywalled: fc.boolean(),
});

async function store(db: Db, articles: (Drawn & { id: number })[]): Promise<void> {
  await db.run('DELETE FROM articles');
  await db.run(`INSERT INTO article_index (article_index) VALUES ('delete-all')`);
  const lines = articles.map(({ id, second, topics, paywalled }, i) => ({
    line: i + 1,
    value: articleInput.parse({
      id,
      title: `Article ${id}`,
      url: `https://a.example/${id}`,
      contentType: 'article',
      topics,
      paywalled,
      publishedAt: new Date((START + second) * 1000).toISOString(),
    }),
  }));
  const { refusals } = await saveArticles(db, lines, START * 1000);
  expect(refusals.size).toBe(0);
}

async function walk(load: (before: Cursor) => Promise<FeedPage>): Promise<number[][]> {
  const pages: number[][] = [];
  for (let before: Cursor | null = newest(START + 99); before; ) {
    const page: FeedPage = await load(before);
    pages.push(page.items.map(({ contentId }) => contentId));
    before = page.next;
  }
  return pages;
}

test('pages loaded from several databases are the same as those loaded from one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(article, { maxLength: 40 }), question, async (drawn, { limit, ...chosen }) => {
      const articles = drawn.map((each, i) => ({ ...each, id: i + 1 }));
      const ask = (before: Cursor) => ({ filter: { ...EVERYTHING, ...chosen }, geography: [], before, limit });
      await store(one, articles);
      const expected = await walk((before) => loadFeedPage(one, ask(before)));

      for (const [i, shard] of shards.entries())
        await store(
          shard,
          articles.filter(({ second }) => Math.floor((5 - second) / 2) === i),
        );
      expect(await walk((before) => loadShardedPage(shards, ask(before)))).toEqual(expected);

      for (const [i, shard] of shards.entries())
        await store(
          shard,
          articles.filter((each) => each.shard === i),
        );
      expect(await walk((before) => loadScatteredPage(shards, ask(before)))).toEqual(expected);
    }),
    { seed, numRuns: sized(4, 10) },
  );
});

test('only the newest database is queried if it fills the page', async () => {
  const articles = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    second: i % 2,
    topics: [1],
    paywalled: false,
    shard: 0,
  }));
  for (const [i, shard] of shards.entries()) await store(shard, i === 0 ? articles : []);
  const first = { filter: EVERYTHING, geography: [], before: newest(START + 99) };
  expect((await loadShardedPage(shards, { ...first, limit: 20 })).asked).toBe(1);
  expect((await loadShardedPage(shards, { ...first, limit: 30 })).asked).toBe(3);
});
