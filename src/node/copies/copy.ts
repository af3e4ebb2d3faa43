/** This module makes snapshots of a running server. A snapshot contains only one half of each salt and secret. */
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
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { failCommand } from '../../command/command.ts';
import type { Millis } from '../../lib/time.ts';
import { manifestHeader, SERVICE_NAME } from '../../operations/backup/manifest.ts';
import { filesOf } from '../state/files.ts';
import { parseManifest } from './manifest-file.ts';

const MANIFEST = 'copy.json';
const COPY = /^copy-[\d-]{10}T[\d-]{8}\.\d{3}Z$/;
const UNFINISHED_PREFIX = '.unfinished-';
const LOCK_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 100;
const INTERNAL_TABLE = /^(sqlite_|_cf_|article_index)/;
const MESSAGE_TABLE = /^messages (.+)$/;
/** Files in the order of copying. The queues come first, because clicks move from the queues to the database. */
const FILES = ['queues', 'database'] as const;
type CopiedFile = (typeof FILES)[number];

const manifest = manifestHeader.extend({
  /** Sequence number, by which snapshots are sorted even if the clock was wrong. */
  number: z.int().min(0).default(0),
  rows: z.record(z.string(), z.int().min(0)),
  messages: z.record(z.string(), z.int().min(0)),
  files: z.record(
    z.enum(FILES, { error: 'is not a snapshot manifest of this version' }),
    z.object({ bytes: z.int().min(0), sha256: z.string() }),
  ),
});

export type Copy = z.output<typeof manifest>;

const fileIn = (folder: string, name: CopiedFile) => join(folder, `${name}.sqlite`);

export async function makeCopy(state: string, to: string, now: Millis): Promise<string> {
  const startedAt = new Date(now).toISOString();
  const name = `copy-${startedAt.replaceAll(':', '-')}`;
  const folder = join(to, UNFINISHED_PREFIX + name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const snapshots = openTogether(state);
  try {
    const files = {} as Copy['files'];
    for (const name of FILES) {
      await backup(snapshots[name], fileIn(folder, name));
      files[name] = await digest(fileIn(folder, name));
    }
    const { rows, migrations, messages } = countIn(snapshots);
    const finishedAt = new Date().toISOString();
    const number = Math.max(0, ...copiesIn(to).map(numberOf)) + 1;
    const copy: Copy = { ...SERVICE_NAME, number, startedAt, finishedAt, migrations, rows, messages, files };
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(copy, null, 2)}\n`, { mode: 0o600 });
    renameSync(folder, join(to, name));
    return join(to, name);
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  } finally {
    closeAll(snapshots);
  }
}

/** Opens the queues first, so that the snapshot contains each click at least once. (docs/decisions.md#O22) */
function openTogether(state: string): Snapshots {
  const { queues, database } = filesOf(state);
  for (let attempt = 1; ; attempt++) {
    const snapshots = openAll({ queues, database });
    try {
      const before = lettersIn(snapshots.database);
      for (const name of FILES) begin(snapshots[name]);
      const after = new Set(lettersIn(snapshots.database));
      if (before.every((id) => after.has(id))) return snapshots;
      if (attempt === MAX_ATTEMPTS) throw new Error('dead letters are being replayed');
    } catch (thrown) {
      closeAll(snapshots);
      throw thrown;
    }
    closeAll(snapshots);
  }
}

type Snapshots = Record<CopiedFile, DatabaseSync>;

function openAll(files: Record<CopiedFile, string>): Snapshots {
  const queues = read(files.queues);
  try {
    return { queues, database: read(files.database) };
  } catch (thrown) {
    queues.close();
    throw thrown;
  }
}

function closeAll({ queues, database }: Snapshots): void {
  queues.close();
  database.close();
}

const read = (file: string): DatabaseSync => new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS });

/** Begins a transaction and reads once. A transaction in SQLite sees the data as of its first read. */
function begin(database: DatabaseSync): void {
  database.exec('BEGIN');
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
}

const lettersIn = (database: DatabaseSync): unknown[] =>
  database
    .prepare('SELECT id FROM dead_letters')
    .all()
    .map(({ id }) => id);

function countIn({ queues, database }: Snapshots): Pick<Copy, 'rows' | 'messages' | 'migrations'> {
  const countOf = (file: DatabaseSync, table: string) =>
    Number(file.prepare(`SELECT count(*) AS count FROM "${table}"`).get()?.count);
  const rows: Copy['rows'] = {};
  for (const table of tablesIn(database).filter((name) => !INTERNAL_TABLE.test(name)))
    rows[table] = countOf(database, table);
  const messages: Copy['messages'] = {};
  for (const table of tablesIn(queues)) {
    const [, queue] = MESSAGE_TABLE.exec(table) ?? [];
    if (queue) messages[queue] = countOf(queues, table);
  }
  const applied = database.prepare('SELECT name FROM d1_migrations ORDER BY id').all();
  return { rows, messages, migrations: applied.map(({ name }) => String(name)) };
}

const tablesIn = (file: DatabaseSync): string[] =>
  file
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name));

async function digest(file: string): Promise<Copy['files'][CopiedFile]> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(file)) sum.update(chunk);
  return { bytes: statSync(file).size, sha256: sum.digest('hex') };
}

/** Returns the snapshots in a folder, newest first, or the folder itself if it is a snapshot. */
export function copiesIn(folder: string): string[] {
  if (existsSync(join(folder, MANIFEST))) return [folder];
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => COPY.test(name));
  const copies = names.map((name) => ({ path: join(folder, name), number: numberOf(join(folder, name)) }));
  return copies.toSorted((a, b) => b.number - a.number || (a.path < b.path ? 1 : -1)).map(({ path }) => path);
}

function numberOf(copy: string): number {
  try {
    return manifest.shape.number.parse(JSON.parse(readFileSync(join(copy, MANIFEST), 'utf8')).number);
  } catch {
    return 0;
  }
}

/** Deletes unfinished and old snapshots, but not the newest `count` snapshots or the one in use (`used`). */
export function forgetCopies(to: string, count: number, used?: string): void {
  const broken = readdirSync(to).filter((name) => name.startsWith(UNFINISHED_PREFIX));
  for (const folder of [...copiesIn(to).slice(count), ...broken.map((name) => join(to, name))])
    if (folder !== used) rmSync(folder, { recursive: true, force: true });
}

/** Reads a snapshot and verifies its checksums. Ends the command on a mismatch. */
export async function readCopy(folder: string): Promise<Copy> {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) failCommand(`${folder} is not a complete snapshot: ${MANIFEST} is missing`);
  const copy = parseManifest(manifest, file);
  for (const name of FILES) {
    const { bytes, sha256 } = copy.files[name];
    if (!existsSync(fileIn(folder, name))) failCommand(`${fileIn(folder, name)} is missing`);
    const found = await digest(fileIn(folder, name));
    if (found.bytes !== bytes || found.sha256 !== sha256)
      failCommand(`${fileIn(folder, name)} differs from the snapshot’s checksum`);
  }
  return copy;
}

/** Replaces the database and the queues with those of a snapshot. Salts do not change. */
export function placeCopy(folder: string, state: string): void {
  const files = filesOf(state);
  for (const file of [files.database, files.queues, files.objects])
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  mkdirSync(state, { recursive: true, mode: 0o700 });
  for (const name of FILES) copyFileSync(fileIn(folder, name), files[name]);
}

/** Throws if a restored file is damaged or its row counts differ from the manifest. */
export function comparePlaced(copy: Copy, state: string): void {
  const placed = openAll(filesOf(state));
  try {
    for (const name of FILES) {
      const { integrity_check: found } = placed[name].prepare('PRAGMA integrity_check(1)').get() ?? {};
      if (found !== 'ok') throw new Error(`${name}.sqlite is damaged: ${String(found).split('\n')[0]}`);
    }
    const { rows, messages } = countIn(placed);
    const different = Object.entries({ ...rows, ...messages, ...copy.rows, ...copy.messages }).filter(
      ([name]) => (rows[name] ?? messages[name]) !== (copy.rows[name] ?? copy.messages[name]),
    );
    if (different.length > 0)
      throw new Error(`the restored files differ from the snapshot: ${different.map(([name]) => name).join(', ')}`);
  } finally {
    closeAll(placed);
  }
}
