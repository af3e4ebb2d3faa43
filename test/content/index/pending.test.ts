import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { indexPending } from '../../../src/content/articles/store/pending.ts';
import { articleInput } from '../../../src/content/input.ts';
import { mergeTagThings, removeTagThing, usesOfTag } from '../../../src/content/removal/remove-tags.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { NO_PRECONDITION } from '../../../src/db/client.ts';
import { newest } from '../../../src/search/cursor.ts';
import { EVERYTHING } from '../../../src/search/feed-filters.ts';
import { loadFeedPage, matchingIds } from '../../../src/search/page.ts';
import { author, openTestDb } from '../../support/index.ts';
import { topicInput } from '../../support/lines.ts';

/** The index needs more than one request for so many articles. */
const ARTICLES = 700;
const NOW = 1_760_000_000;
const db = openTestDb();
const numbered = <T>(values: T[]) => values.map((value, i) => ({ line: i + 1, value }));

beforeAll(async () => {
  const topics = [1, 2, 3].map((id) => topicInput.parse({ id, name: `T${id}`, slug: `t${id}`, category: 1 }));
  await saveTopics(db, numbered(topics), author);
  const articles = Array.from({ length: ARTICLES }, (_, i) =>
    articleInput.parse({
      id: i + 1,
      url: `https://a.example/${i + 1}`,
      title: `Report ${i + 1}`,
      publishedAt: new Date((NOW - ARTICLES + i) * 1000).toISOString(),
      contentType: 'article',
      topics: [i % 2 === 0 ? 1 : 3],
    }),
  );
  await saveArticles(db, numbered(articles), NOW * 1000);
});

async function withTopic(id: number): Promise<number[]> {
  const filter = { ...EVERYTHING, includeTopics: [id] };
  const ids: number[] = [];
  for (let before: ReturnType<typeof newest> | null = newest(NOW); before; ) {
    const page = await loadFeedPage(db, { filter, geography: [], before, limit: 50 });
    ids.push(...page.items.map(({ contentId }) => contentId));
    before = page.next;
  }
  const ascending = await matchingIds(db, { filter, geography: [], from: 0, until: NOW });
  expect(ascending.toReversed()).toEqual(ids);
  expect((await usesOfTag(db, 'topic', id)).articles).toBe(ids.length);
  return ids;
}

const pending = async () =>
  (await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM article_index WHERE article_index MATCH 'fpending'`))[0]
    ?.n;

const all = (isOdd: boolean) =>
  Array.from({ length: ARTICLES }, (_, i) => i + 1)
    .filter((id) => (id % 2 === 1) === isOdd)
    .toReversed();

test('a feed filter finds the articles of a merged topic before and after they are indexed', async () => {
  await mergeTagThings(db, { kind: 'topic', ref: 1, into: 2, name: 'T1' }, author, NO_PRECONDITION);
  expect(await pending()).toBe(ARTICLES / 2 - 300);
  expect([await withTopic(1), await withTopic(2), await withTopic(3)]).toEqual([[], all(true), all(false)]);
  // Another merge happens while some articles are pending.
  await mergeTagThings(db, { kind: 'topic', ref: 2, into: 3, name: 'T2' }, author, NO_PRECONDITION);
  expect([await withTopic(2), (await withTopic(3)).length]).toEqual([[], ARTICLES]);
  await indexPending(db, NOW * 1000, ARTICLES);
  expect(await pending()).toBe(0);
  expect([await withTopic(2), (await withTopic(3)).length]).toEqual([[], ARTICLES]);
});

test('a feed filter finds no articles of a deleted topic before and after they are indexed', async () => {
  await removeTagThing(db, { kind: 'topic', ref: 3, name: 'T3' }, author, NO_PRECONDITION);
  expect(await pending()).toBe(ARTICLES - 300);
  expect(await withTopic(3)).toEqual([]);
  await indexPending(db, NOW * 1000, ARTICLES);
  expect(await withTopic(3)).toEqual([]);
});
