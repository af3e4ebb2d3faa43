import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../paths.ts';

const MIGRATIONS = join(ROOT, 'drizzle');
/** As wrangler keeps its book of them, so that `wrangler d1 migrations` reads the same. */
const BOOK = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Whether the schema of a local database is up to date. */
export function isMigrated(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return missing(database).length === 0;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/**
 * Brings the schema of a local database up to date, making its file where there is none. A migration is applied whole or not at all;
 * nothing may serve the database meanwhile.
 */
export function migrateFile(file: string): void {
  if (isMigrated(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(BOOK);
    for (const name of missing(database)) {
      database.exec('BEGIN; PRAGMA defer_foreign_keys = ON');
      try {
        database.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
        database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
        database.exec('COMMIT');
      } catch (thrown) {
        database.exec('ROLLBACK');
        throw thrown;
      }
    }
  } finally {
    database.close();
  }
}

/** Names of the migrations that were not applied yet, in their order. */
function missing(database: DatabaseSync): string[] {
  const applied = new Set(
    database
      .prepare('SELECT name FROM d1_migrations')
      .all()
      .map(({ name }) => name),
  );
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort();
}
