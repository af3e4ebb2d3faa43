import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { memoize } from '../../lib/lazy.ts';

/** D1's limits for one statement, so that a statement that works locally also works on Cloudflare. */
const STATEMENT_LIMITS = {
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  likePatternLength: 50,
  variableNumber: 100,
};

const BUSY_TIMEOUT_MS = 5000;

/** Opens or creates a file whose committed data survives a power failure. */
export function openFile(file: string, more: object = {}): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true, ...more });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
  return database;
}

/** Opens the SQLite file that replaces D1, with D1's limits. */
export function openD1File(file: string): DatabaseSync {
  const database = openFile(file, { limits: STATEMENT_LIMITS });
  // A page cache of 16 MiB is large enough for the index pages that every search reads.
  database.exec('PRAGMA cache_size = -16384');
  // `Generations` copies the write-ahead log to the database, so SQLite's automatic checkpoints are disabled.
  database.exec('PRAGMA wal_autocheckpoint = 0');
  return database;
}

const MAX_STATEMENTS = 100;

/** Returns a function that compiles each statement only once. */
export const statementsOf = (database: DatabaseSync): ((text: string) => StatementSync) =>
  memoize((text) => database.prepare(text), MAX_STATEMENTS);

/** Runs `work` in one transaction, or in the current transaction if there is one. An error rolls everything back. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    // If the disk is full, SQLite has already rolled the transaction back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}
