/** What is local belongs to the project, not to an account: ids of an account's resources in the configuration change nothing about it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT, withLocalDb } from '../../src/cli/database/runtime.ts';
import { workerOptions } from '../../src/selfhost/runtime/make.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-ids-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

test('local state survives an id of the database, and one of the key-value namespace', async () => {
  const state = join(folder, 'state');
  await withLocalDb(state, async (db, salts) => {
    await db.exec('CREATE TABLE kept (word TEXT); ');
    await db.prepare('INSERT INTO kept VALUES (?)').bind('here').run();
    await salts.put('half', 'here');
  });
  const own = join(folder, 'wrangler.toml');
  const text = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
    .replace('database_name = "newsgauge"', '$&\ndatabase_id = "11111111-1111-4111-8111-111111111111"')
    .replace('binding = "SALTS"', `$&\nid = "${'2'.repeat(32)}"`);
  assert.match(text, /\ndatabase_id = /);
  assert.match(text, /\nid = /);
  writeFileSync(own, text);
  const { compatibilityDate, d1Databases, kvNamespaces } = workerOptions(own);
  const found = await withLocalDb(
    state,
    async (db, salts) => [await db.prepare('SELECT word FROM kept').first('word'), await salts.get('half')],
    { compatibilityDate, d1Databases, kvNamespaces },
  );
  assert.deepEqual(found, ['here', 'here']);
});
