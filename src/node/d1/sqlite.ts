import { DatabaseSync } from 'node:sqlite';

/** Limits of D1 for one statement, so that a statement that passes here passes there. */
const STATEMENT_LIMITS = {
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  likePatternLength: 50,
  variableNumber: 100,
};

/** Time that another process may hold the lock of a file, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** Opens a file whose commits survive a loss of power; creates it if it is missing. */
export function openFile(file: string, more: object = {}): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true, ...more });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
  return database;
}

/** Opens the database that stands in for D1, with its limits. */
export function openD1File(file: string): DatabaseSync {
  const database = openFile(file, { limits: STATEMENT_LIMITS });
  // 32 MiB: the pages of a newsroom's index that every search reads.
  database.exec('PRAGMA cache_size = -32768');
  // A server copies the log by itself (`Generations`), and notices by it whether the log is missing.
  database.exec('PRAGMA wal_autocheckpoint = 0');
  return database;
}

/** Runs `work` in one transaction; a throw leaves nothing of it. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    // SQLite has rolled back by itself after a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}
