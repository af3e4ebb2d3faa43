import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reindex } from '../../../src/content/articles/reindex.ts';
import { indexPending } from '../../../src/content/articles/store/pending.ts';
import { makePending } from '../../../src/content/index/entries.ts';
import { publishNewsroom } from '../../routes/reference/newsroom.ts';
import { makeKey, openTestDb } from '../../support/index.ts';

const TOKENS = ['a', 't1', 't2', 't47', 'kvideo', 'fhttps', 'vfloods', 'vflood'];

const dump = () =>
  Promise.all(
    TOKENS.map(async (token) => {
      const query = env.DB.prepare('SELECT rowid FROM article_index WHERE article_index MATCH ? ORDER BY rowid');
      return (await query.bind(token).all()).results;
    }),
  );

test('reindexing a lost index yields the same entries as a new import', async () => {
  await publishNewsroom(await makeKey('operator'));
  const fresh = await dump();
  expect(fresh[0]?.length).toBeGreaterThan(3);
  await env.DB.prepare(`INSERT INTO article_index (article_index) VALUES ('delete-all')`).run();
  const reports: number[] = [];
  expect(await reindex(openTestDb(), Date.now(), (done) => reports.push(done))).toBe(fresh[0]?.length);
  expect(await dump()).toEqual(fresh);
  // The index still collects the entries of a whole transaction in memory.
  const memory = env.DB.prepare(`SELECT v FROM article_index_config WHERE k = 'hashsize'`);
  expect(await memory.first('v')).toBe(2 ** 22);
});

test('an interrupted reindexing continues, and pending articles are indexed', async () => {
  const db = openTestDb();
  const fresh = await dump();
  await db.transaction(sql`INSERT INTO article_index (article_index) VALUES ('delete-all')`, makePending(sql`true`));
  expect(await indexPending(db, Date.now(), 2)).toBe(2);
  expect(await indexPending(db, Date.now())).toBe((fresh[0]?.length ?? 0) - 2);
  expect(await dump()).toEqual(fresh);
});
