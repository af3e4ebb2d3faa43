import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { rangeDays } from '../../../src/db/schema.ts';
import { PORTIONS } from '../../../src/rankings/object/range-days.ts';
import { emptyNewsroom } from '../../clicks/support.ts';
import { askWith, author, makeKey, openTestDb, rowsRead } from '../../support/index.ts';
import { topicInput } from '../../support/lines.ts';

/** What ranges of a newsroom of a usual size read: four hundred articles are read on each of 90 days, under sixty topics and of twenty sources. */

const DAY = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY);
const [DAYS, ARTICLES, TOPICS, SOURCES] = [90, 400, 60, 20];
const sourceOf = (id: number) => id % SOURCES;
const topicsOf = (id: number) => [1 + (id % TOPICS), 1 + ((id * 7 + 3) % TOPICS)];
const db = openTestDb();
let key = '';

beforeAll(async () => {
  await emptyNewsroom();
  const lines = <T>(values: T[]) => values.map((value, i) => ({ line: i + 1, value }));
  const topics = Array.from({ length: TOPICS }, (_, i) => ({
    ...{ id: i + 1, name: `Topic ${i}`, slug: `topic-${i}` },
    ...{ description: '', category: 1 + (i % 2) },
  }));
  await saveTopics(db, lines(topics.map((topic) => topicInput.parse(topic))), author);
  const articles = Array.from({ length: ARTICLES }, (_, i) => ({
    ...{ id: i + 1, url: `https://site-${sourceOf(i + 1)}.example/${i}`, title: `Story ${i}` },
    ...{ contentType: 'article', publishedAt: '2020-01-01T00:00:00Z', topics: topicsOf(i + 1) },
  }));
  const inputs = lines(articles.map((article) => articleInput.parse(article)));
  for (let at = 0; at < ARTICLES; at += 100) await saveArticles(db, inputs.slice(at, at + 100), Date.now());
  const origins = Array.from({ length: SOURCES }, (_, i) => [
    ...['article', '3rd-party-publication'],
    ...[`Site ${i}`, `site-${i}.example`],
  ]);
  for (let ago = 1; ago <= DAYS; ago++) {
    const weight = (id: number) => 1 + ((id * 31 + ago * 17) % 97);
    const sums = JSON.stringify({
      origins,
      articles: articles.map(({ id }) => [id, weight(id), sourceOf(id), topicsOf(id), [], []]),
      topics: topics.map(({ id }) => [id, 100 + ((id * ago) % 50), 0]),
    });
    await db.run(sql`INSERT INTO ${rangeDays} (id, sums) VALUES (${PORTIONS * (TODAY - ago)}, ${sums})`);
  }
  key = await makeKey('secret');
}, 300_000);

const date = (ago: number) => new Date((TODAY - ago) * DAY).toISOString().slice(0, 10);

test('a month', { timeout: 300_000 }, async () => {
  const [days, most] = [30, 600];
  const found: Record<string, number> = {};
  for (const question of [
    'popular-content/?limit=50',
    'popular-content/?breakdown=content-type&limit=50',
    'popular-content/?breakdown=source',
    'trending-topics/?limit=50',
    'topics/7/content/?limit=50',
    'trending-topics/growth/?limit=10',
  ]) {
    const response = await askWith(key, `/api/v2/insights/${question}&from=${date(days)}&to=${date(1)}`);
    expect([question, response.status]).toEqual([question, 200]);
    expect(JSON.stringify(await response.json())).toContain(question.includes('topics/') ? 'topic' : 'Story');
    found[question] = rowsRead(response);
  }
  console.log(found);
  expect(Object.entries(found).filter(([, rows]) => rows > most || rows < days)).toEqual([]);
});
