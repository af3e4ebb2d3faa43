import { env } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { articleInput } from '../../src/content/input.ts';
import { deleteArticle } from '../../src/content/removal/remove-article.ts';
import { emptyNewsroom } from '../clicks/support.ts';
import { openTestDb } from '../support/index.ts';

const db = openTestDb();
beforeEach(emptyNewsroom);

async function store(path: string, id?: number): Promise<number | undefined> {
  const value = articleInput.parse({
    id,
    url: `https://ids.example/${path}`,
    title: path,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
  });
  return (await saveArticles(db, [{ line: 1, value }], Date.now())).ids.get(1);
}

test('the id of a deleted article is not assigned again', async () => {
  const first = await store('first');
  await deleteArticle(db, first ?? 0);
  expect(await store('second')).toBe((first ?? 0) + 1);
});

test('an article id given by a publisher is not assigned again, even after its article was deleted', async () => {
  const start = (await store('start')) ?? 0;
  await store('named', start + 500);
  await deleteArticle(db, start + 500);
  expect(await store('next')).toBe(start + 501);
});

test('a publisher can publish a deleted article again under its former id', async () => {
  const id = await store('mine', 70_000);
  await deleteArticle(db, 70_000);
  expect(await store('mine', 70_000)).toBe(id);
});

test.each<[table: string, columns: string, values: string]>([
  ['feeds', 'url, domain, interval', `'https://f.example', 'f.example', 60`],
  ['geo_groups', 'slug, name, countries', `'group', 'Group', '[]'`],
  ['api_keys', 'hash, kind, name, created_at', `'hash', 'secret', 'Key', 0`],
  ['dead_letters', 'at, message_id, reason, body', `0, 'm', 'failed', '{}'`],
])('an article id in %s is never assigned twice', async (table, columns, values) => {
  const insert = async () => {
    const query = `INSERT INTO ${table} (${columns}) VALUES (${values}) RETURNING id`;
    return Number(await env.DB.prepare(query).first('id'));
  };
  const first = await insert();
  await env.DB.prepare(`DELETE FROM ${table} WHERE id = ?`).bind(first).run();
  expect(await insert()).toBeGreaterThan(first);
  await env.DB.prepare(`DELETE FROM ${table} WHERE id > ?`).bind(first).run();
});
