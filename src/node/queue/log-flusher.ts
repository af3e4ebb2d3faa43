import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

const flushFile = promisify(fdatasync);

/** Writes the commits of a file to the disk on another thread, because a disk may take longer than all other work. */
export class LogFlusher {
  readonly #database: DatabaseSync;
  #log: number | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec('PRAGMA synchronous = NORMAL');
  }

  /** Resolves when all commits before this call are on disk. */
  flush(): Promise<void> {
    const flushed = this.idle().then(() => this.#flush());
    this.#last = flushed;
    return flushed;
  }

  /** Resolves when no flush is running. */
  idle(): Promise<void> {
    return this.#last.catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.idle();
    if (this.#log !== undefined) closeSync(this.#log);
  }

  async #flush(): Promise<void> {
    const file = this.#database.location();
    if (file === null) return;
    this.#log ??= openSync(`${file}-wal`, 'r');
    await flushFile(this.#log);
  }
}
