/** The direct connection to a database answers as the platform's simulator of D1 does, and fulfils its contract. */
import { env } from 'cloudflare:test';
import { afterAll, expect, test } from 'vitest';
import { connectDirectly } from './direct.ts';

const SCRIPT = [
  'CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT UNIQUE)',
  'CREATE INDEX names ON items (name, id)',
  'CREATE TABLE log (id INTEGER)',
  'CREATE TRIGGER logged AFTER INSERT ON items BEGIN INSERT INTO log VALUES (new.id); END',
  "INSERT INTO items (name) VALUES ('a'), ('b')",
  "INSERT INTO items (name) VALUES ('c'), ('a')",
  "INSERT INTO items (name) VALUES ('d'), ('e') RETURNING id, name",
  "INSERT OR IGNORE INTO items (name) VALUES ('a')",
  "WITH given (name) AS (SELECT 'f') INSERT INTO items (name) SELECT name FROM given",
  'SELECT * FROM items ORDER BY id',
  "SELECT 1 AS a, 2 AS a, x'0102' AS bytes",
  'WITH many AS (SELECT name FROM items) SELECT count(*) AS count FROM many',
  "UPDATE items SET name = name || 'x' WHERE id > 2",
  "UPDATE items SET name = 'none' WHERE id = 99",
  'DELETE FROM items WHERE id = 1',
  'DELETE FROM items',
  'DELETE FROM log',
  'PRAGMA table_info(items)',
  'CREATE VIRTUAL TABLE texts USING fts5 (body)',
  "INSERT INTO texts VALUES ('some words')",
  "SELECT rowid, body FROM texts WHERE texts MATCH 'words'",
  'SELECT * FROM nothing',
  'SELEC 1',
  '  -- only a comment',
];

/**
 * Result or error of a query, without durations and sizes. After a statement without changes, `last_row_id` may be that
 * of the simulator's own rows.
 */
const outcome = async (query: Promise<unknown>) =>
  JSON.stringify(await query.catch(String), function (this: { changes?: number }, key, value) {
    const isOwn = /duration|size_after/.test(key) || (key === 'last_row_id' && this.changes === 0);
    return isOwn ? undefined : value;
  });

test('results, metadata and errors equal those of the simulator', async () => {
  for (const sql of SCRIPT) {
    const both = [env.SHARD_1, env.SHARD_2].map(async (database) => [
      await outcome(database.batch([database.prepare('SELECT 1'), database.prepare(sql)])),
      await outcome(database.prepare(sql).all()),
      await outcome(database.exec(sql)),
    ]);
    const [simulated, direct] = await Promise.all(both);
    expect(direct, sql).toEqual(simulated);
  }
});

afterAll(connectDirectly(env.SHARD_0, env.D1, 'contract'));
afterAll(connectDirectly(env.SHARD_2, env.D1, 'compared'));
await import('../../node/contract/d1.test.ts');
