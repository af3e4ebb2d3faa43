import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { deleteBrokenSalts } from '../clicks/salts/salts.ts';
import { existingFolder, failCommand, isRefusal } from '../command/command.ts';
import { indexAllPending } from '../content/articles/store/pending.ts';
import type { Db } from '../db/client.ts';
import type { SigningStores } from '../keys/signing.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { type Copy, comparePlaced, copiesIn, placeCopy, readCopy } from '../node/copies/copy.ts';
import { filesOf } from '../node/state/files.ts';
import { appliedMigrations } from '../node/state/migrations.ts';
import {
  findDifferences,
  findHindrance,
  findRows,
  findUnknown,
  finish,
  restoration,
} from '../operations/backup/restore.ts';
import { findObstacle } from '../operations/ready.ts';
import { hash, linesIn, readManifest, refuseUnknown } from './database/backup-folder.ts';
import { inline, withReplaced, withSigningStores } from './database/database.ts';
import { withSnapshot } from './database/snapshot.ts';
import { wrangler } from './deployment/wrangler.ts';

const FORCE_HINT = 'To replace it, use --force.';
/** Maximum number of characters per statement, which keeps a statement below D1's limit of 100 KB. */
const CHARACTERS_PER_STATEMENT = 50_000;
const MAX_FILE = 200_000_000;
const ANSWER_TIMEOUT_MS = MINUTE_MS;

const dialect = new SQLiteAsyncDialect();

interface Wish {
  remote?: boolean;
  force?: boolean;
  json?: boolean;
}

interface RestoreReport {
  source: string;
  rows: Record<string, number>;
  waitingMessages?: number;
  brokenReaders?: number;
  /** Number of UTC days whose past clicks would count twice if they were imported again. */
  importDays: number;
}

/** Tests a restore in a temporary folder next to the backup, and deletes the folder afterwards. */
export async function testRestore(folder: string, { json }: Wish): Promise<void> {
  const state = mkdtempSync(join(dirname(resolve(existingFolder(folder))), '.trial-'));
  process.env.STATE_DIR = state;
  // The folder is deleted when the process exits, because an error or a signal may end the process at any point.
  process.once('exit', () => rmSync(state, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  await restoreCommand(folder, { ...(json && { json }) });
  if (!json) console.log('This was a test; the restored files have been deleted.');
}

/** Replaces the contents of a database with a backup, or with the newest snapshot in the folder. */
export async function restoreCommand(folder: string, wish: Wish): Promise<void> {
  const copies = copiesIn(existingFolder(folder));
  if (copies.length === 0) return restoreBackup(folder, wish);
  if (wish.remote)
    failCommand('a snapshot of a local state cannot be restored into a deployed database', 'Restore a backup instead.');
  const [whole, copy] = await newestOf(copies);
  refuseUnknown(copy.migrations);
  const place = (state: string) => {
    placeCopy(whole, state);
    comparePlaced(copy, state);
  };
  const check = async (state: string) => {
    if (!wish.force && existsSync(filesOf(state).database))
      failCommand(`${state} already contains a database`, FORCE_HINT);
  };
  const broken = await withReplaced({ check, place }, async (stores) => {
    const given = await deleteBrokenSalts(stores, Date.now());
    await stores.db.transaction(...finish());
    const obstacle = await findObstacle(
      stores.db,
      () => sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false }),
      Date.now(),
    );
    if (obstacle) throw new Error(`the restored database cannot be used: ${obstacle}`);
    return given;
  });
  const waiting = Object.values(copy.messages).reduce((sum, count) => sum + count, 0);
  if (wish.json)
    return printReport({
      source: basename(whole),
      rows: copy.rows,
      waitingMessages: waiting,
      brokenReaders: broken.readers,
      importDays: broken.imports,
    });
  console.log(
    `${basename(whole)} has been restored and verified: ${rowsOf(copy.rows)} and ${waiting} waiting messages.`,
  );
  console.log(`Data accepted after ${copy.startedAt} is not included.`);
  if (broken.readers > 0)
    console.log(
      "Today's readers may count twice, because the snapshot lacks half of their salts and new salts are created.",
    );
  reportImports(broken.imports);
}

/** Returns the newest complete snapshot. Reports incomplete snapshots. */
async function newestOf(copies: readonly string[]): Promise<[folder: string, copy: Copy]> {
  for (const folder of copies) {
    try {
      return [folder, await readCopy(folder)];
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      console.error(`Skipped: ${(thrown as Error).message}`);
    }
  }
  failCommand('the folder contains no complete snapshot');
}

async function restoreBackup(folder: string, { remote = false, force, json }: Wish): Promise<void> {
  const manifest = await readManifest(folder);
  const unknown = findUnknown(manifest);
  if (unknown) failCommand(unknown);
  const replace = async ({ db, kv }: SigningStores): Promise<number> => {
    const write = remote ? writeThroughFiles : writeThrough(db);
    await write(restoration(manifest, linesIn(folder), CHARACTERS_PER_STATEMENT));
    const different = await findDifferences(db, manifest, hash);
    if (different.length > 0) throw new Error(`the restored database differs from the backup: ${different.join('; ')}`);
    // The salts of a deployment are complete, because a restore does not change its key-value store.
    const { imports } = remote ? { imports: 0 } : await deleteBrokenSalts({ db, kv }, Date.now());
    await db.transaction(...finish());
    if (!remote) await indexAllPending(db, Date.now());
    return imports;
  };
  const replaceRemote = async (stores: SigningStores) => {
    const hindrance = await findHindrance(stores.db, manifest);
    if (hindrance) failCommand(hindrance);
    if (!force) await refuseFull(stores.db);
    return replace(stores);
  };
  const check = async (state: string) => {
    const applied = appliedMigrations(filesOf(state).database);
    if (force || !applied) return;
    await withSnapshot(state, refuseFull);
  };
  const days = remote ? await withSigningStores(true, replaceRemote) : await withReplaced({ check }, replace);
  const rows = Object.fromEntries(Object.entries(manifest.tables).map(([name, table]) => [name, table.rows]));
  if (json) return printReport({ source: manifest.startedAt, rows, importDays: days });
  console.log(`${rowsOf(rows)} from the backup of ${manifest.startedAt} have been restored and verified.`);
  reportImports(days);
  console.log('Rankings are recomputed within five minutes. To recompute them immediately, send POST /manage/rebuild.');
}

const printReport = (report: RestoreReport): void => console.log(JSON.stringify(report, null, 2));

async function refuseFull(db: Db): Promise<void> {
  const found = await findRows(db);
  if (found.length > 0) failCommand(`the database is not empty: ${found.join(', ')}`, FORCE_HINT);
}

function rowsOf(tables: Record<string, number>): string {
  return `${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows of ${Object.keys(tables).length} tables`;
}

function reportImports(days: number): void {
  if (days > 0)
    console.log(
      `The salts of ${days} UTC days were not restored, so clicks of those days would count twice if you imported them again.`,
    );
}

function writeThrough(db: Db) {
  return async (transactions: AsyncIterable<SQL[]>): Promise<void> => {
    for await (const statements of transactions) await db.transaction(...statements);
  };
}

/** Sends transactions to the deployed database as files, because one wrangler call per transaction takes hours. */
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
