import { expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { article } from '../clicks/support.ts';
import { author, openTestDb } from '../support/index.ts';

const WORDS = 'flood cyber marine pension travel motor crop satellite cargo hospital bridge festival dairy'.split(' ');
/** Returns a text whose words depend on the number. */
const text = (number: number, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `${WORDS[(number * (i + 3)) % WORDS.length]}${(number * (i + 7)) % 997}`,
  ).join(' ');

const MAX_ROWS = 7;

test.each([1000, 100])('importing %i articles writes at most seven rows per article', async (count) => {
  const db = openTestDb();
  const lines = Array.from({ length: count }, (_, i) => {
    const id = 10 * count + i;
    const { value } = article(id, []);
    return {
      line: i + 1,
      value: { ...value, title: text(id, 8), introduction: text(id, 30), publishedAt: 1_700_000_000 + 300 * id },
    };
  });
  const { refusals } = await saveArticles(db, lines as never, Date.now(), 'hand', author);
  expect(refusals.size).toBe(0);
  const perArticle = db.usage.rowsWritten / count;
  console.log(`rows written per imported article: ${perArticle.toFixed(2)}`);
  // The number of rows includes the audit record, the story and the index entry.
  expect(perArticle).toBeLessThanOrEqual(MAX_ROWS);
});
