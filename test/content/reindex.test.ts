import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { reindex } from '../../src/content/articles/reindex.ts';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { makeKey, openTestDb } from '../support/index.ts';

const dump = async () => {
  const { results } = await env.DB.prepare('SELECT id, facets FROM articles ORDER BY id').all();
  const found = await env.DB.prepare(
    `SELECT rowid FROM article_index WHERE article_index MATCH 'facets: all0' ORDER BY rowid`,
  ).all();
  return { results, found: found.results };
};

test('facets and an index that are lost become what a fresh import makes', async () => {
  await publishNewsroom(await makeKey('operator'));
  const fresh = await dump();
  expect(fresh.found.length).toBeGreaterThan(3);
  await env.DB.batch([
    env.DB.prepare(`UPDATE articles SET facets = 'old0' WHERE id % 2 = 0`),
    env.DB.prepare(`INSERT INTO article_index (article_index) VALUES ('delete-all')`),
  ]);
  expect(await reindex(openTestDb(), Date.now())).toBe(fresh.results.length);
  expect(await dump()).toEqual(fresh);
});
