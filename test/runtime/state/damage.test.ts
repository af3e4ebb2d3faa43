/**
 * Overwrites a page of the database while the server runs. The readiness check must report the damage for every table.
 */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../../../src/db/client.ts';
import { d1On } from '../../../src/node/d1/database.ts';
import { openD1File } from '../../../src/node/d1/sqlite.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { findObstacle } from '../../../src/operations/ready.ts';
import { newState } from '../../support/built.ts';

const PATIENCE = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-damage-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Internal tables of SQLite and of the platform, whose loss affects no response or write. */
const OTHERS = /^(sqlite_|_cf_)/;

interface Table {
  name: string;
  page: number;
}

function tablesOf(file: string): { size: number; tables: Table[] } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const tables = database
    .prepare(`SELECT name, rootpage AS page FROM sqlite_master WHERE type = 'table' AND rootpage > 0`)
    .all() as unknown as Table[];
  const { page_size } = database.prepare('PRAGMA page_size').get() as { page_size: number };
  database.close();
  return { size: page_size, tables: tables.filter(({ name }) => !OTHERS.test(name)) };
}

test('readiness reports a table whose first page is overwritten', async () => {
  newState(join(folder, 'sound'));
  const sound = filesOf(join(folder, 'sound')).database;
  const { size, tables } = tablesOf(sound);
  assert.ok(tables.length > 30);
  for (const { name, page } of tables) {
    const file = join(folder, `${name}.sqlite`);
    copyFileSync(sound, file);
    writeSync(openSync(file, 'r+'), Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  }
  const found: Record<string, string | null> = {};
  for (const { name } of tables) {
    const database = openD1File(join(folder, `${name}.sqlite`));
    const d1 = d1On(database);
    found[name] = await findObstacle(openDb(d1), () => sleep(PATIENCE, undefined, { ref: false }), 0);
    database.close();
  }
  assert.deepEqual(found, Object.fromEntries(tables.map(({ name }) => [name, 'databaseDamaged'])));
});
