/**
 * A copy of a running state: the database and the queues as files of SQLite, and `copy.json`, which is written last. The
 * key-value store is never copied: it has the other halves of salts and secrets.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { fail } from '../../command/command.ts';
import type { Millis } from '../../lib/time.ts';
import { SERVICE, written } from '../../operations/backup/manifest.ts';
import { databaseFile, queueFile } from '../state/database-file.ts';
import { databaseId, queueNames } from '../state/names.ts';
import { parseManifest } from './manifest-file.ts';

const MANIFEST = 'copy.json';
const COPY = /^copy-[\d-]{10}T[\d-]{8}\.\d{3}Z$/;
/** The folder of a copy that is being made begins with this. */
const UNFINISHED = '.unfinished-';
/** Milliseconds that another program may hold a lock. */
const PATIENCE = 10_000;
/** How often the snapshots are begun again while letters go back to the queue. */
const ATTEMPTS = 100;
/** Tables of the platform and of SQLite itself, and those in which the full-text index keeps itself. */
const INNER = /^(sqlite_|_cf_|article_index)/;
const DATABASE = 'database';

/** What was accepted before it was started is in it. */
const manifest = written.extend({
  /** One more than that of the copy before: the order of copies, even if the clock was wrong. */
  number: z.int().min(0).default(0),
  /** Rows by table, as the original had them. */
  rows: z.record(z.string(), z.int().min(0)),
  /** Messages by queue. */
  messages: z.record(z.string(), z.int().min(0)),
  /** By the name of the database or queue; the file is `<name>.sqlite`. */
  files: z.record(
    z.string().regex(/^[a-z][a-z0-9-]*$/, 'is no name of a file'),
    z.object({ bytes: z.int().min(0), sha256: z.string() }),
  ),
});

export type Copy = z.output<typeof manifest>;

const fileIn = (folder: string, name: string) => join(folder, `${name}.sqlite`);
const fileOf = (state: string, name: string) =>
  name === DATABASE ? databaseFile(state, databaseId()) : queueFile(state, name);

/** Makes a copy in a new folder below `to`, beside the server; resolves to that folder. */
export async function makeCopy(state: string, to: string, now: Millis): Promise<string> {
  const startedAt = new Date(now).toISOString();
  const name = `copy-${startedAt.replaceAll(':', '-')}`;
  const folder = join(to, UNFINISHED + name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const snapshots = openTogether(state);
  try {
    const files: Copy['files'] = {};
    for (const [file, source] of snapshots) {
      await backup(source, fileIn(folder, file));
      files[file] = await digest(fileIn(folder, file));
    }
    const { rows, migrations, messages } = countIn(snapshots);
    const finishedAt = new Date().toISOString();
    const number = Math.max(0, ...copiesIn(to).map(numberOf)) + 1;
    const copy: Copy = { ...SERVICE, number, startedAt, finishedAt, migrations, rows, messages, files };
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(copy, null, 2)}\n`, { mode: 0o600 });
    renameSync(folder, join(to, name));
    return join(to, name);
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  } finally {
    for (const source of snapshots.values()) source.close();
  }
}

/**
 * Opens a snapshot of each queue, and then one of the database. A click stays in its queue until the database has it, so what has
 * left a queue is in the database that is read later; what is in both counts once, as the ledger knows it. Letters go the other
 * way: if one has left the database meanwhile, all are opened again. (docs/decisions.md#O22)
 */
function openTogether(state: string): Map<string, DatabaseSync> {
  for (let attempt = 1; ; attempt++) {
    const open = new Map<string, DatabaseSync>();
    try {
      const database = read(fileOf(state, DATABASE));
      open.set(DATABASE, database);
      const before = lettersIn(database);
      for (const name of queueNames().filter((queue) => existsSync(fileOf(state, queue)))) {
        const queue = read(fileOf(state, name));
        open.set(name, queue);
        begin(queue);
      }
      begin(database);
      const after = new Set(lettersIn(database));
      if (before.every((id) => after.has(id))) return open;
      if (attempt === ATTEMPTS) throw new Error('dead letters are being sent again');
    } catch (thrown) {
      for (const each of open.values()) each.close();
      throw thrown;
    }
    for (const each of open.values()) each.close();
  }
}

const read = (file: string): DatabaseSync => new DatabaseSync(file, { readOnly: true, timeout: PATIENCE });

/** A transaction sees what is there at its first look. */
function begin(database: DatabaseSync): void {
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
}

const lettersIn = (database: DatabaseSync): unknown[] =>
  database
    .prepare('SELECT id FROM dead_letters')
    .all()
    .map(({ id }) => id);

/** What the copy of some databases must hold. */
function countIn(databases: ReadonlyMap<string, DatabaseSync>): Pick<Copy, 'rows' | 'messages' | 'migrations'> {
  const rows: Copy['rows'] = {};
  const messages: Copy['messages'] = {};
  let migrations: string[] = [];
  for (const [name, database] of databases) {
    const of = (table: string) => Number(database.prepare(`SELECT count(*) AS count FROM "${table}"`).get()?.count);
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const names = tables.map((table) => String(table.name)).filter((table) => !INNER.test(table));
    if (name !== DATABASE) {
      messages[name] = names.includes('messages') ? of('messages') : 0;
      continue;
    }
    for (const table of names) rows[table] = of(table);
    const applied = database.prepare('SELECT name FROM d1_migrations ORDER BY id').all();
    migrations = applied.map((migration) => String(migration.name));
  }
  return { rows, messages, migrations };
}

async function digest(file: string): Promise<Copy['files'][string]> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(file)) sum.update(chunk);
  return { bytes: statSync(file).size, sha256: sum.digest('hex') };
}

/** The copies of a folder, the newest first; the folder itself if it is one. Names tell the order only of those without a number. */
export function copiesIn(folder: string): string[] {
  if (existsSync(join(folder, MANIFEST))) return [folder];
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => COPY.test(name));
  const copies = names.map((name) => ({ path: join(folder, name), number: numberOf(join(folder, name)) }));
  return copies.toSorted((a, b) => b.number - a.number || (a.path < b.path ? 1 : -1)).map(({ path }) => path);
}

/** The number of a copy; 0 if it is of a version that gave none, or if its manifest cannot be read. */
function numberOf(copy: string): number {
  try {
    return manifest.shape.number.parse(JSON.parse(readFileSync(join(copy, MANIFEST), 'utf8')).number);
  } catch {
    return 0;
  }
}

/** Deletes all copies but the newest and one that is in use, and what was broken off. */
export function forgetCopies(to: string, kept: number, used?: string): void {
  const broken = readdirSync(to).filter((name) => name.startsWith(UNFINISHED));
  for (const folder of [...copiesIn(to).slice(kept), ...broken.map((name) => join(to, name))])
    if (folder !== used) rmSync(folder, { recursive: true, force: true });
}

/** Reads a copy and compares its files with what it says of them. Fails in words where they are not as they were copied. */
export async function readCopy(folder: string): Promise<Copy> {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) fail(`${folder} holds no finished copy: there is no ${MANIFEST}`);
  const copy = parseManifest(manifest, file);
  const known = new Set([DATABASE, ...queueNames()]);
  const unknown = Object.keys(copy.files).filter((name) => !known.has(name));
  if (unknown.length > 0) fail(`${file} names what this version does not know: ${unknown.join(', ')}`);
  const missing = [DATABASE, ...Object.keys(copy.messages)].filter((name) => !copy.files[name]);
  if (missing.length > 0) fail(`${file} leaves out ${missing.join(', ')}`);
  for (const [name, { bytes, sha256 }] of Object.entries(copy.files)) {
    if (!existsSync(fileIn(folder, name))) fail(`${fileIn(folder, name)} is missing`);
    const found = await digest(fileIn(folder, name));
    if (found.bytes !== bytes || found.sha256 !== sha256) fail(`${fileIn(folder, name)} is not as it was copied`);
  }
  return copy;
}

/** Puts a copy in the place of a state's database, queues and objects; the key-value store stays. */
export function placeCopy(folder: string, copy: Copy, state: string): void {
  for (const place of ['d1', 'do', 'cache']) rmSync(join(state, 'v3', place), { recursive: true, force: true });
  for (const name of Object.keys(copy.files)) {
    mkdirSync(dirname(fileOf(state, name)), { recursive: true, mode: 0o700 });
    copyFileSync(fileIn(folder, name), fileOf(state, name));
  }
}

/** Throws where what was placed is not sound, or holds other rows than the copy says. */
export function comparePlaced(copy: Copy, state: string): void {
  const placed = new Map(Object.keys(copy.files).map((name) => [name, read(fileOf(state, name))]));
  try {
    for (const [name, database] of placed) {
      const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() ?? {};
      if (found !== 'ok') throw new Error(`${name}.sqlite is damaged: ${String(found).split('\n')[0]}`);
    }
    const { rows, messages } = countIn(placed);
    const different = Object.entries({ ...rows, ...messages, ...copy.rows, ...copy.messages }).filter(
      ([name]) => (rows[name] ?? messages[name]) !== (copy.rows[name] ?? copy.messages[name]),
    );
    if (different.length > 0) throw new Error(`not as in the copy: ${different.map(([name]) => name).join(', ')}`);
  } finally {
    for (const database of placed.values()) database.close();
  }
}
