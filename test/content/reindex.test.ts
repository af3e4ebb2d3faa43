import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { reindex } from '../../src/content/articles/reindex.ts';
import { isIndexCurrent, isIndexOutdated } from '../../src/content/index/index-format.ts';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { makeKey, openTestDb } from '../support/index.ts';

const dump = async () => {
  const { results } = await env.DB.prepare('SELECT id, facets FROM articles ORDER BY id').all();
  const found = await env.DB.prepare(
    `SELECT rowid FROM article_index WHERE article_index MATCH 'facets: all0' ORDER BY rowid`,
  ).all();
  return { results, found: found.results };
};

test('facets and index of an older format, or none at all, become what a fresh import makes', async () => {
  await publishNewsroom(await makeKey('operator'));
  const fresh = await dump();
  expect(fresh.found.length).toBeGreaterThan(3);
  await env.DB.batch([
    env.DB.prepare(`UPDATE articles SET facets = 'old0' WHERE id % 2 = 0`),
    env.DB.prepare(`INSERT INTO article_index (article_index) VALUES ('delete-all')`),
    env.DB.prepare('UPDATE formats SET version = 1'),
  ]);
  expect(await isIndexOutdated(openTestDb())).toBe(true);
  expect(await reindex(openTestDb(), Date.now())).toBe(fresh.results.length);
  expect(await dump()).toEqual(fresh);
  expect(await isIndexOutdated(openTestDb())).toBe(false);
  expect(await isIndexCurrent(openTestDb())).toBe(true);
});

test('an index of a newer format is not outdated, and not of this version', async () => {
  await env.DB.prepare('UPDATE formats SET version = version + 1').run();
  expect(await isIndexOutdated(openTestDb())).toBe(false);
  expect(await isIndexCurrent(openTestDb())).toBe(false);
});
