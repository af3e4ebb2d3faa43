import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { report } from '../report.ts';
import { filesOf } from './files.ts';

const MAX_LOG_BYTES = 4 * 2 ** 20;
const CHECK_MS = 500;

export interface OpenFile {
  file: string;
  database: DatabaseSync;
}

export type FileName = 'database' | 'queues';

/**
 * Detects lost commits, for example after a write-ahead log (`-wal`) was deleted. Each new log of a file increments
 * its `user_version`. The other file stores this number in `application_id`, so a lower `user_version` proves a loss.
 */
export class Generations {
  readonly #files: Record<FileName, OpenFile>;
  readonly #timer: NodeJS.Timeout;
  readonly #due: Record<FileName, number> = { database: MAX_LOG_BYTES, queues: MAX_LOG_BYTES };
  /** Files whose `user_version` could not be incremented, for example because the disk was full. */
  readonly #behind = new Set<FileName>();

  /** Disables SQLite's automatic checkpoints, so that only this object copies logs to their databases. */
  constructor(files: Record<FileName, OpenFile>) {
    this.#files = files;
    for (const name of NAMES) {
      files[name].database.exec('PRAGMA wal_autocheckpoint = 0');
      this.#begin(name);
    }
    this.#timer = setInterval(() => this.#copyLarge(), CHECK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #copyLarge(): void {
    for (const name of NAMES) {
      const size = statSync(`${this.#files[name].file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (size > this.#due[name] || this.#behind.has(name)) this.#begin(name);
    }
  }

  #begin(name: FileName): void {
    const { database, file } = this.#files[name];
    const { database: other } = this.#files[OTHER[name]];
    if (database.isTransaction || other.isTransaction) return;
    this.#behind.add(name);
    try {
      copyLog(database);
      const number = read(database, 'user_version') + 1;
      database.exec(`PRAGMA user_version = ${number}`);
      other.exec(`PRAGMA application_id = ${number}`);
      this.#behind.delete(name);
      this.#due[name] = MAX_LOG_BYTES + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
    } catch (thrown) {
      report('logNotCopied', thrown, { file: name });
    }
  }
}

const NAMES = ['database', 'queues'] as const;
const OTHER: Record<FileName, FileName> = { database: 'queues', queues: 'database' };

/** Returns the files that lost commits. Must run before `Generations` is created. */
export const filesWithLoss = (files: Record<FileName, OpenFile>): FileName[] =>
  NAMES.filter(
    (name) => read(files[OTHER[name]].database, 'application_id') > read(files[name].database, 'user_version'),
  );

/** Clears the number that is stored for the other file, which may be older in a snapshot. */
export function forgetGenerations(database: DatabaseSync): void {
  database.exec('PRAGMA application_id = 0');
}

/** Clears both stored numbers after the database was replaced. No server may be using the state folder. */
export function forgetGenerationsOf(state: string): void {
  const { database, queues } = filesOf(state);
  for (const file of [database, queues].filter((each) => existsSync(each))) {
    const open = new DatabaseSync(file);
    forgetGenerations(open);
    open.close();
  }
}

function read(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

/** Copies a write-ahead log to its database. If a slow reader prevents this, the log continues to grow. */
function copyLog(database: DatabaseSync): void {
  const { timeout } = database.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}
