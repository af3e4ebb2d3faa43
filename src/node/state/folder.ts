import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../command/paths.ts';
import { StartFailure, stateGone } from '../failure.ts';
import { closeToOthers } from './file-permissions.ts';
import { filesOf, type StateFile } from './files.ts';
import { LOCK_FILES, type Lock, takeLock } from './lock.ts';
import { appliedMigrations, OTHER_VERSION_WAY, unknownMigrations } from './migrations.ts';
import { findDamage } from './sqlite-file.ts';

/** Minimum free disk space in bytes. If less is free, a starting server reports a full disk. */
const MIN_FREE = 64 * 2 ** 20;
/** File that exists until the first start is complete, so that an interrupted first start resumes. */
const UNFINISHED_FILE = 'unfinished';
/** File that exists while a restore replaces the state, so that no server starts on incomplete data. */
const RESTORING = 'restoring';
const RESTORE = `Restore a backup into an empty folder (STATE_DIR=… ${commandLine('restore')} FOLDER), or set STATE_DIR to an empty one.`;
const START_ANEW =
  'Its first start did not finish, so it contains no data. Delete the folder, or set STATE_DIR to an empty one.';

export interface State {
  folder: string;
  lock: Lock;
  isNew: boolean;
  finished(): void;
}

/** Creates and locks the state folder for one server. Throws a `StartFailure` if the folder is unusable. */
export function openState(folder: string): State {
  makeFolder(folder);
  try {
    return openLocked(folder);
  } catch (thrown) {
    throw existsSync(folder) ? thrown : stateGone(folder, 'starting');
  }
}

function openLocked(folder: string): State {
  const lock = takeLock(folder);
  try {
    refuseBroken(folder);
    refuseOldForm(folder);
    const unfinished = join(folder, UNFINISHED_FILE);
    const isNew = isNewState(folder);
    if (isNew) writeFileSync(unfinished, 'npm start has not finished here\n');
    return { folder, lock, isNew, finished: () => rmSync(unfinished, { force: true }) };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/** Throws a `StartFailure` if a restore into the folder was interrupted. */
export function refuseBroken(folder: string): void {
  if (!existsSync(join(folder, RESTORING))) return;
  throw new StartFailure(
    `A restore into ${folder} was interrupted.`,
    `Run ${commandLine('restore')} FOLDER --force again with the same STATE_DIR.`,
  );
}

/** Creates a file that prevents servers from starting during a restore. Returns a function that deletes the file. */
export function beginRestore(folder: string): () => void {
  const file = join(folder, RESTORING);
  writeFileSync(file, 'npm run restore has not finished here\n');
  return () => rmSync(file, { force: true });
}

function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new StartFailure(`${folder} is a file, not a folder.`, 'Set STATE_DIR to a folder, or move the file away.');
  mkdirSync(folder, { recursive: true });
  closeToOthers(folder);
  const { bavail, bsize } = statfsSync(folder);
  const free = Number(bavail) * Number(bsize);
  if (free < MIN_FREE)
    throw new StartFailure(
      `The disk of ${folder} is full: ${Math.floor(free / 2 ** 20)} MiB are free.`,
      `Free at least ${MIN_FREE / 2 ** 20} MiB, or set STATE_DIR to a folder on another disk.`,
    );
}

export const isNewState = (folder: string): boolean => isEmpty(folder) || existsSync(join(folder, UNFINISHED_FILE));

const isEmpty = (folder: string): boolean =>
  readdirSync(folder).every((name) => LOCK_FILES.includes(name) || name.startsWith('.') || name === 'lost+found');

const OLD_FORM = ['v3', 'v2'];

/** Throws a `StartFailure` if an early version created the state folder, with the database at a different path. */
export function refuseOldForm(folder: string): void {
  if (existsSync(filesOf(folder).database) || !OLD_FORM.some((name) => existsSync(join(folder, name)))) return;
  throw new StartFailure(`${folder} contains the state of an earlier version in another format.`, OTHER_VERSION_WAY);
}

/** Throws a `StartFailure` if another version of newsgauge wrote the state. */
export function refuseOther(folder: string): void {
  refuseOldForm(folder);
  const others = unknownMigrations(appliedMigrations(filesOf(folder).database) ?? []);
  if (others.length === 0) return;
  throw new StartFailure(
    `${folder} was made by another version of newsgauge with unknown migrations: ${others.join(', ')}.`,
    OTHER_VERSION_WAY,
  );
}

const LOST_STATE: [file: StateFile, lost: string][] = [
  ['queues', 'clicks that waited in it are lost'],
  [
    'halves',
    'today’s readers and past clicks that you import again may count twice, and you must create new signing secrets',
  ],
  ['objects', 'nothing is lost, because it is computed from the database'],
];

/** Throws a `StartFailure` if the state of a stopped server is incomplete, damaged or from another version. */
export function checkState(folder: string): void {
  const files = filesOf(folder);
  refuseOldForm(folder);
  if (!existsSync(files.database))
    throw new StartFailure(`${folder} is not empty, but its database is missing.`, RESTORE);
  assertSound(`The database in ${folder}`, files.database, RESTORE, 'd1_migrations');
  refuseOther(folder);
  for (const [name, lost] of LOST_STATE) {
    const remedy = `Move it out of STATE_DIR with the files that have the same prefix (${lost}), or restore a backup into an empty folder.`;
    if (existsSync(files[name])) assertSound(files[name], files[name], remedy);
  }
}

/** Checks the files of an unfinished first start. Files may be missing but must not be damaged. */
export function checkUnfinished(folder: string): void {
  const { database } = filesOf(folder);
  refuseOldForm(folder);
  if (existsSync(database)) assertSound(`The database in ${folder}`, database, START_ANEW);
}

function assertSound(what: string, file: string, remedy: string, table?: string): void {
  const damage = findDamage(file, table);
  if (damage) throw new StartFailure(`${what} is damaged: ${damage}.`, remedy);
}
