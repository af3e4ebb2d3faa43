/** `npm run restore -- FOLDER [--remote] [--force]`: replaces the contents of a migrated database by a backup. */
import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { deleteBrokenSalts } from '../clicks/salts.ts';
import type { Db } from '../db/client.ts';
import type { SigningStores } from '../keys/signing.ts';
import { findDifferences, findHindrance, findRows, finish, restoration } from '../operations/backup/restore.ts';
import { hash, linesIn, readManifest } from './backup-folder.ts';
import { fail, run } from './command.ts';
import { inline, withStores } from './database.ts';
import { wrangler } from './runtime.ts';

const USAGE = `newsgauge restore FOLDER [--remote] [--force]

Restores into an empty, migrated database: the local one of STATE_DIR (.wrangler/state), or with --remote the deployed
one. --force replaces what is there. No server may run on a local one meanwhile.`;

/** Characters of lines per statement; D1's limit is 100 KB. */
const PORTION = 50_000;
const MAX_FILE = 200_000_000;

const dialect = new SQLiteAsyncDialect();

await run(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
  });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) fail('name one folder', USAGE);
  const manifest = await readManifest(folder);
  const replace = async ({ db, kv }: SigningStores): Promise<number> => {
    const hindrance = await findHindrance(db, manifest);
    if (hindrance) fail(hindrance);
    const found = values.force ? [] : await findRows(db);
    if (found.length > 0) fail(`the database is not empty: ${found.join(', ')}`, '--force replaces what is there');
    const write = values.remote ? writeThroughFiles : writeThrough(db);
    await write(restoration(manifest, linesIn(folder), PORTION));
    const different = await findDifferences(db, manifest, hash);
    if (different.length > 0) throw new Error(`not as in the backup: ${different.join('; ')}`);
    // The key-value store of a deployment, which cannot be read from here, is the one that the salts were made with.
    const { imports } = values.remote ? { imports: 0 } : await deleteBrokenSalts({ db, kv }, Date.now());
    await db.transaction(...finish());
    return imports;
  };
  const days = await withStores(values.remote, replace, { alone: true });
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows of ${manifest.startedAt} are restored and compared with the backup.`);
  if (days > 0)
    console.log(`Past clicks of ${days} UTC days count again if they are imported again: their salts are not here.`);
  console.log('Rankings are recomputed within five minutes, or at once by POST /manage/rebuild.');
});

function writeThrough(db: Db) {
  return async (transactions: AsyncIterable<SQL[]>): Promise<void> => {
    for await (const statements of transactions) await db.transaction(...statements);
  };
}

/** Sends files to the deployed database, which wrangler uploads; a call for every transaction would take hours. */
async function writeThroughFiles(transactions: AsyncIterable<SQL[]>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  const file = join(folder, 'restore.sql');
  const execute = () => {
    wrangler('d1', 'execute', 'DB', '--remote', '--yes', '--file', file);
    rmSync(file);
  };
  try {
    for await (const statements of transactions) {
      appendFileSync(file, statements.map((statement) => `${asText(statement)};\n`).join(''), { mode: 0o600 });
      if (statSync(file).size > MAX_FILE) execute();
    }
    if (existsSync(file)) execute();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asText(statement: SQL): string {
  const { sql, params } = dialect.sqlToQuery(statement);
  return inline(sql, params);
}
