import { existsSync, globSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../../node/failure.ts';
import { LOCK_FILES, type Lock, takeLock } from '../../node/state/lock.ts';
import { appliedMigrations, OTHER_VERSION_WAY, unknownMigrations } from '../../node/state/migrations.ts';
import { closeToOthers } from '../../node/state/private.ts';
import { findDamage } from '../../node/state/sqlite-file.ts';
import { databaseFile, databaseFiles } from './database-file.ts';

/** Bytes that must be free: enough for the first minutes, so that a full disk is seen at the start. */
const MIN_FREE = 64 * 2 ** 20;
/** A file that exists until the first start is complete; an interrupted one is resumed. */
const UNFINISHED = 'unfinished';
/** A file that exists while a restore makes its database. From then on, the database itself says that it is being restored. */
const RESTORING = 'restoring';
const RESTORE =
  'Restore a backup into an empty folder (STATE_DIR=… npm run restore -- FOLDER), or name an empty one by STATE_DIR.';
const START_ANEW =
  'Its first start never came to its end, so nothing is lost: delete the folder, or name an empty one by STATE_DIR.';

export interface State {
  folder: string;
  lock: Lock;
  /** Nothing was there before, or only a first start that did not finish. */
  isNew: boolean;
  /** The caller calls it when the first start has finished. */
  finished(): void;
}

/**
 * Opens the folder of a state for one server: makes it where it is missing, and locks it. Throws a `StartFailure` where it
 * cannot be used.
 */
export function openState(folder: string): State {
  makeFolder(folder);
  const lock = takeLock(folder);
  try {
    refuseBroken(folder);
    const unfinished = join(folder, UNFINISHED);
    const isNew = isEmpty(folder) || existsSync(unfinished);
    if (isNew) writeFileSync(unfinished, 'npm start has not yet come to its end here\n');
    return { folder, lock, isNew, finished: () => rmSync(unfinished, { force: true }) };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/** Throws a `StartFailure` where a restore into the folder was broken off. */
export function refuseBroken(folder: string): void {
  if (!existsSync(join(folder, RESTORING))) return;
  throw new StartFailure(
    `A restore into ${folder} was broken off.`,
    'Run npm run restore -- FOLDER --force again with the same STATE_DIR.',
  );
}

/** Notes that a restore has begun in a folder, which a start then refuses; returns what takes the note away. */
export function beginRestore(folder: string): () => void {
  const file = join(folder, RESTORING);
  writeFileSync(file, 'npm run restore has not yet come to its end here\n');
  return () => rmSync(file, { force: true });
}

function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new StartFailure(`${folder} is a file.`, 'Name a folder by STATE_DIR, or move the file away.');
  mkdirSync(folder, { recursive: true });
  closeToOthers(folder);
  const { bavail, bsize } = statfsSync(folder);
  const free = Number(bavail) * Number(bsize);
  if (free < MIN_FREE)
    throw new StartFailure(
      `The disk that holds ${folder} is full: ${Math.floor(free / 2 ** 20)} MiB are free.`,
      `Free at least ${MIN_FREE / 2 ** 20} MiB, or name a folder on another disk by STATE_DIR.`,
    );
}

/** Hidden files, and what a file system keeps in its root, do not make a folder a state. */
const isEmpty = (folder: string): boolean =>
  readdirSync(folder).every((name) => LOCK_FILES.includes(name) || name.startsWith('.') || name === 'lost+found');

/**
 * Looks at the database of an existing state, and at its queues, key-value store and objects. Throws a `StartFailure` where
 * the database is gone or another one, or a file is damaged: such a state is never taken for a new one.
 */
export function checkDatabase(folder: string, databaseId: string): void {
  const file = databaseFile(folder, databaseId);
  if (!existsSync(file)) {
    const others = databaseFiles(folder);
    if (others.length > 0)
      throw new StartFailure(
        `${folder} holds the database of another preview_database_id than wrangler.toml names.`,
        'Take the old preview_database_id back, or name an empty folder by STATE_DIR.',
      );
    throw new StartFailure(`${folder} is not empty, and its database is gone.`, RESTORE);
  }
  assertSound(`The database in ${folder}`, file, RESTORE, 'd1_migrations');
  refuseOther(folder, databaseId);
  for (const other of globSync('v3/{do,kv}/**/*.sqlite', { cwd: folder })) checkFile(folder, other);
}

/** Throws a `StartFailure` where another version of newsgauge has made the state: this one would not understand it. */
export function refuseOther(folder: string, databaseId: string): void {
  const others = unknownMigrations(appliedMigrations(databaseFile(folder, databaseId)) ?? []);
  if (others.length === 0) return;
  throw new StartFailure(
    `${folder} was made by another version of newsgauge: this one does not know ${others.join(', ')}.`,
    OTHER_VERSION_WAY,
  );
}

/** The same for a first start that did not finish: nothing need be there, but what is there must be sound. */
export function checkUnfinished(folder: string, databaseId: string): void {
  const file = databaseFile(folder, databaseId);
  if (existsSync(file)) assertSound(`The database in ${folder}`, file, START_ANEW);
}

/** What is lost with a file of queues, of the key-value store or of objects, by a part of its path. */
const LOST: [part: string, lost: string][] = [
  ['LocalQueue', 'clicks that waited in it are lost'],
  [
    'KVNamespace',
    'readers of today may count twice, past clicks that are imported again as well, and signing secrets must be made again',
  ],
  ['', 'nothing is lost, as it is computed from the database'],
];

function checkFile(folder: string, file: string): void {
  const [, lost] = LOST.find(([part]) => file.includes(part)) ?? [];
  const remedy = `Move it out of STATE_DIR with the files whose names begin like its own (${lost}), or restore a backup into an empty folder.`;
  assertSound(join(folder, file), join(folder, file), remedy);
}

/** Throws a `StartFailure` that names what is damaged. `table`: one that the database must have. */
function assertSound(what: string, file: string, remedy: string, table?: string): void {
  const damage = findDamage(file, table);
  if (damage) throw new StartFailure(`${what} is damaged: ${damage}.`, remedy);
}
