import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { findTrashEntry } from '../../src/content/history/trash.ts';
import { type Article, articleInput } from '../../src/content/input.ts';
import { deleteArticle } from '../../src/content/removal/remove-article.ts';
import { mergeSources } from '../../src/content/removal/remove-source.ts';
import { restoreArticle } from '../../src/content/removal/restore-article.ts';
import { type Db, type NamedStatements, NO_PRECONDITION } from '../../src/db/client.ts';
import { emptyNewsroom } from '../clicks/support.ts';
import { emptyContent } from '../support/empty-content.ts';
import { author, openTestDb } from '../support/index.ts';

beforeEach(emptyNewsroom);

const story = (path: string, more: object = {}): Article =>
  articleInput.parse({
    url: `https://news.example/${path}`,
    title: `Story ${path}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    ...more,
  });

const save = (articles: Article[], origin: 'hand' | 'rules' = 'hand') =>
  saveArticles(
    openTestDb(),
    articles.map((value, i) => ({ line: i + 1, value })),
    Date.now(),
    origin,
  );

test('concurrently saved articles get distinct ids', async () => {
  const batches = Array.from({ length: 6 }, (_, b) => Array.from({ length: 30 }, (_, i) => story(`${b}/${i}`)));
  const saved = await Promise.all(batches.map((batch) => save(batch)));
  const ids = saved.flatMap(({ ids }) => [...ids.values()]);
  expect(new Set(ids).size).toBe(180);
  const { results } = await env.DB.prepare('SELECT id, title FROM articles').all<{ id: number; title: string }>();
  expect(results).toHaveLength(180);
  const titles = new Map(results.map(({ id, title }) => [id, title]));
  for (const [b, { ids }] of saved.entries()) {
    for (const [line, id] of ids) expect(titles.get(id)).toBe(`Story ${b}/${line - 1}`);
  }
});

test('concurrently saved articles with the same URL become one article', async () => {
  const saved = await Promise.all(Array.from({ length: 5 }, (_, i) => save([story('same', { title: `Title ${i}` })])));
  expect(new Set(saved.map(({ ids }) => ids.get(1))).size).toBe(1);
  expect(saved.reduce((sum, { created }) => sum + created.size, 0)).toBe(1);
});

test('tags set by an editor are kept when rules tag the same article at the same time', async () => {
  await env.DB.prepare(
    `INSERT INTO topics (id, name, slug, description, category) VALUES (1, 'One', 'one', '', 1), (2, 'Two', 'two', '', 1)`,
  ).run();
  for (let i = 0; i < 10; i++) {
    const path = `tagged/${i}`;
    await save([story(path)]);
    await Promise.all([save([story(path, { topics: [1] })]), save([story(path, { topics: [2] })], 'rules')]);
    const row = await env.DB.prepare('SELECT topics FROM articles WHERE url = ?').bind(story(path).url).first('topics');
    expect(JSON.parse(String(row)).map(({ id }: { id: number }) => id)).toContain(1);
  }
});

function interrupted(happens: () => Promise<unknown>): Db {
  const db = openTestDb();
  let reads = 0;
  const transaction = async (named: NamedStatements) => {
    if (++reads === 2) await happens();
    return db.transaction(named);
  };
  return new Proxy(db, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
}

const mergeSource = (domain: string, into: string) =>
  mergeSources(openTestDb(), { domain, into, name: domain }, author, NO_PRECONDITION);
const sourceOf = async (id: number) =>
  env.DB.prepare(`SELECT source ->> 'domain' AS domain FROM articles WHERE id = ?`).bind(id).first('domain');

describe('merging a source concurrently', () => {
  beforeEach(async () => {
    await emptyContent();
    await save([story('first', { id: 1 }), story('other', { id: 2, url: 'https://other.example/' })]);
  });

  test('an article published while its source is merged belongs to the target', async () => {
    const db = interrupted(() => mergeSource('news.example', 'other.example'));
    await saveArticles(db, [{ line: 1, value: story('second', { id: 3 }) }], Date.now());
    expect([await sourceOf(1), await sourceOf(3)]).toEqual(['other.example', 'other.example']);
    expect(await env.DB.prepare(`SELECT 1 FROM sources WHERE domain = 'news.example'`).first()).toBeNull();
  });

  test('an article restored while its source is merged belongs to the target', async () => {
    await deleteArticle(openTestDb(), 1, author);
    const kept = await findTrashEntry(openTestDb(), 'article', 1, author.now);
    if (!kept) throw new Error('the article was kept');
    await restoreArticle(
      interrupted(() => mergeSource('news.example', 'other.example')),
      kept,
      author,
    );
    expect(await sourceOf(1)).toBe('other.example');
    expect(await env.DB.prepare(`SELECT 1 FROM sources WHERE domain = 'news.example'`).first()).toBeNull();
  });
});
