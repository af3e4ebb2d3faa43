import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../failure.ts';
import { filesOf, type StateFile } from './files.ts';
import { LOCK_FILES, type Lock, takeLock } from './lock.ts';
import { appliedMigrations, OTHER_VERSION_WAY, unknownMigrations } from './migrations.ts';
import { closeToOthers } from './private.ts';
import { findDamage } from './sqlite-file.ts';

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
    refuseOldForm(folder);
    const unfinished = join(folder, UNFINISHED);
    const isNew = isNewState(folder);
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

/** Whether a folder holds nothing yet, or only a first start that did not finish. */
export const isNewState = (folder: string): boolean => isEmpty(folder) || existsSync(join(folder, UNFINISHED));

/** Hidden files, and what a file system keeps in its root, do not make a folder a state. */
const isEmpty = (folder: string): boolean =>
  readdirSync(folder).every((name) => LOCK_FILES.includes(name) || name.startsWith('.') || name === 'lost+found');

/** Folders of versions that ran on the simulator of the platform. */
const OLD_FORM = ['v3', 'v2'];

/** Throws a `StartFailure` if an earlier version stored a state in the folder: this one would not find its database. */
export function refuseOldForm(folder: string): void {
  if (existsSync(filesOf(folder).database) || !OLD_FORM.some((name) => existsSync(join(folder, name)))) return;
  throw new StartFailure(
    `${folder} holds the state of an earlier version, which stored it in another form.`,
    OTHER_VERSION_WAY,
  );
}

/** Throws a `StartFailure` if another version of newsgauge made the state: this one would not understand it. */
export function refuseOther(folder: string): void {
  refuseOldForm(folder);
  const others = unknownMigrations(appliedMigrations(filesOf(folder).database) ?? []);
  if (others.length === 0) return;
  throw new StartFailure(
    `${folder} was made by another version of newsgauge: this one does not know ${others.join(', ')}.`,
    OTHER_VERSION_WAY,
  );
}

/** Consequences of moving a damaged file away. */
const LOST: [file: StateFile, lost: string][] = [
  ['queues', 'clicks that waited in it are lost'],
  [
    'halves',
    'readers of today may count twice, past clicks that are imported again as well, and signing secrets must be made again',
  ],
  ['objects', 'nothing is lost, as it is computed from the database'],
];

/**
 * Checks the files of a state that no server has open. Throws a `StartFailure` if the database is gone or another version's, or if a file
 * is damaged: such a state is never taken for a new one.
 */
export function checkState(folder: string): void {
  const files = filesOf(folder);
  refuseOldForm(folder);
  if (!existsSync(files.database)) throw new StartFailure(`${folder} is not empty, and its database is gone.`, RESTORE);
  assertSound(`The database in ${folder}`, files.database, RESTORE, 'd1_migrations');
  refuseOther(folder);
  for (const [name, lost] of LOST) {
    const remedy = `Move it out of STATE_DIR with the files whose names begin like its own (${lost}), or restore a backup into an empty folder.`;
    if (existsSync(files[name])) assertSound(files[name], files[name], remedy);
  }
}

/** Checks the files of a first start that did not finish: none need be there, but those that are must be sound. */
export function checkUnfinished(folder: string): void {
  const { database } = filesOf(folder);
  refuseOldForm(folder);
  if (existsSync(database)) assertSound(`The database in ${folder}`, database, START_ANEW);
}

/** Throws a `StartFailure` that names what is damaged. `table`: one that the database must have. */
function assertSound(what: string, file: string, remedy: string, table?: string): void {
  const damage = findDamage(file, table);
  if (damage) throw new StartFailure(`${what} is damaged: ${damage}.`, remedy);
}
