import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, databaseFiles } from './database-file.ts';
import { StartFailure } from './failure.ts';
import { LOCK_FILES, type Lock, takeLock } from './lock.ts';

/** Bytes that must be free: enough for the first minutes, so that a full disk is seen at the start. */
const MIN_FREE = 64 * 2 ** 20;
/** Larger databases are not read through at every start, which would take minutes. */
const CHECKED = 128 * 2 ** 20;
/** A file that exists until the first start is complete; an interrupted one is resumed. */
const UNFINISHED = 'unfinished';
const RESTORE =
  'Restore a backup into an empty folder (STATE_DIR=… npm run restore -- FOLDER), or name an empty one by STATE_DIR.';

export interface State {
  folder: string;
  lock: Lock;
  /** Nothing was there before, or a first start that did not come to its end. */
  isNew: boolean;
  /** To be called when the first start has come to its end. */
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
    const unfinished = join(folder, UNFINISHED);
    const isNew = isEmpty(folder) || existsSync(unfinished);
    if (isNew) writeFileSync(unfinished, 'npm start has not yet come to its end here\n');
    return { folder, lock, isNew, finished: () => rmSync(unfinished, { force: true }) };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new StartFailure(`${folder} is a file.`, 'Name a folder by STATE_DIR, or move the file away.');
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  const free = Number(bavail) * Number(bsize);
  if (free < MIN_FREE)
    throw new StartFailure(
      `The disk that holds ${folder} is full: ${Math.floor(free / 2 ** 20)} MiB are free.`,
      `Free at least ${MIN_FREE / 2 ** 20} MiB, or name a folder on another disk by STATE_DIR.`,
    );
}

/** Hidden files, and what a file system keeps in its root, are nobody's state. */
const isEmpty = (folder: string): boolean =>
  readdirSync(folder).every((name) => LOCK_FILES.includes(name) || name.startsWith('.') || name === 'lost+found');

/**
 * Looks at the database of an existing state. Throws a `StartFailure` where it is gone, damaged or another one: such a state is
 * never taken for a new one.
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
  const damage = findDamage(file);
  if (damage) throw new StartFailure(`The database in ${folder} is damaged: ${damage}.`, RESTORE);
}

/** What is wrong with a database file, in words; null where nothing is. */
function findDamage(file: string): string | null {
  const { size } = statSync(file);
  if (size === 0) return 'its file is empty';
  let database: DatabaseSync | undefined;
  try {
    // SQLite recovers what a kill has left in the write-ahead log, and refuses a file that is shorter than it says.
    database = new DatabaseSync(file);
    const list = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").get();
    if (!list) return 'it has no tables';
    return size > CHECKED ? null : quickCheck(database);
  } catch (thrown) {
    return (thrown as Error).message;
  } finally {
    database?.close();
  }
}

function quickCheck(database: DatabaseSync): string | null {
  const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  return found === 'ok' ? null : (String(found).split('\n')[0] ?? 'unknown');
}
