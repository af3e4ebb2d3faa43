import { beforeEach, expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { deleteArticle } from '../../src/content/removal/remove-article.ts';
import { article, clickedArticles, emptyNewsroom, importAgo, windowRow } from '../clicks/support.ts';
import { askWith, makeKey, openTestDb, publish } from '../support/index.ts';

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
});

test('the clicks on a deleted article count in rankings within seconds after the article is republished', async () => {
  const operator = await makeKey('operator');
  await importAgo(
    [
      { contentId: 1, ago: 0 },
      { contentId: 1, ago: 30 },
      { contentId: 2, ago: 0 },
    ],
    Date.now(),
  );
  await expect.poll(() => windowRow(1)).toMatchObject({ engagement_24h: 2, engagement_7d: 3 });
  await askWith(operator, '/manage/articles/1', { method: 'DELETE' });
  await expect.poll(() => windowRow(1)).toMatchObject({ engagement_24h: 1, engagement_7d: 1 });
  const { value } = article(1, [1, 2]);
  await publish(operator, 'articles', [{ ...value, publishedAt: '2026-01-01T00:00:00Z' }]);
  await expect.poll(() => windowRow(1)).toMatchObject({ engagement_24h: 2, engagement_7d: 3 });
  await expect.poll(() => windowRow(2)).toMatchObject({ engagement_24h: 1 });
});

test('publishing articles without clicks recomputes no rankings and reads few rows', async () => {
  const clicks = Array.from({ length: 600 }, (_, i) => ({ contentId: 1 + (i % 3), ago: i % 300 }));
  await importAgo(clicks, Date.now());
  await deleteArticle(openTestDb(), 3);
  const fresh = Array.from({ length: 50 }, (_, i) => article(100 + i, [2]));
  const rowsRead = async (lines: typeof fresh) => {
    const db = openTestDb();
    const { topics } = await saveArticles(db, lines, Date.now());
    return { topics: [...topics], rows: db.usage.rowsRead };
  };
  const without = await rowsRead(fresh);
  expect(without.topics).toEqual([]);
  for (const { line } of fresh) await deleteArticle(openTestDb(), line);
  const withOne = await rowsRead([...fresh, article(3, [3])]);
  expect(withOne.topics).toEqual([0, 3]);
  expect(withOne.rows - without.rows).toBeLessThan(60);
  console.log(`50 new articles read ${without.rows} rows beside ${clicks.length} clicks`);
  // Per article, seven rows are for alternative URLs, two for cards of long lists, five for the story, and one for the
  // day.
  expect(without.rows).toBeLessThan(50 * 40);
});
