import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

const GERMAN = 'Die Versicherer erhöhen ihre Preise, weil die Schäden durch Überschwemmungen gestiegen sind';
const FRENCH = 'Les assureurs augmentent leurs prix, parce que les dommages des inondations sont plus élevés';

const article = (id: number, fields: object) => ({
  id,
  url: `https://languages.example/${id}`,
  publishedAt: '2026-01-31T08:00:00Z',
  contentType: 'article',
  ...fields,
});

const stored = (id: number) =>
  env.DB.prepare('SELECT language, detected_language AS detected FROM articles WHERE id = ?').bind(id).first();

/** Each call needs another `limit`, because responses are cached. */
async function languageInFeed(key: string, id: number, limit: number): Promise<string | undefined> {
  const response = await askWith(key, `/api/v2/feed/?output=json&limit=${limit}`);
  const { items } = await response.json<{ items: { language?: string; _article: { contentId: number } }[] }>();
  return items.find(({ _article }) => _article.contentId === id)?.language;
}

test('a language is detected when an article is written, and feeds only read the stored one', async () => {
  const operator = await makeKey('operator');
  await publish(operator, 'articles', [
    article(1, { title: GERMAN }),
    article(2, { title: GERMAN, language: 'de-AT' }),
    article(3, { title: '2026' }),
  ]);
  expect(await Promise.all([1, 2, 3].map(stored))).toEqual([
    { language: null, detected: 'de' },
    { language: 'de-AT', detected: null },
    { language: null, detected: '' },
  ]);
  await publish(operator, 'articles', [article(1, { title: FRENCH })]);
  expect(await stored(1)).toEqual({ language: null, detected: 'fr' });
  expect(await languageInFeed(operator, 1, 40)).toBe('fr');
  // A value that no detection returns.
  await env.DB.prepare(`UPDATE articles SET detected_language = 'tlh' WHERE id = 1`).run();
  expect(await languageInFeed(operator, 1, 41)).toBe('tlh');
  expect(await languageInFeed(operator, 3, 42)).toBeUndefined();
});
