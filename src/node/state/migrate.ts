import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { appliedMigrations, knownMigrations, MIGRATIONS } from './migrations.ts';

/** Schema of wrangler's migrations table, so that `wrangler d1 migrations` lists the same migrations. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Creates or updates the schema of a database that no other process uses. Each migration is atomic. */
export function migrateFile(file: string): void {
  const applied = new Set(appliedMigrations(file));
  const missing = knownMigrations().filter((name) => !applied.has(name));
  if (missing.length === 0) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(MIGRATIONS_TABLE);
    for (const name of missing) {
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
