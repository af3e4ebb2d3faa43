import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../../command/paths.ts';

/** Where the migrations are. */
export const MIGRATIONS = join(ROOT, 'drizzle');

/** The migrations that this version knows, in their order. */
export const knownMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

/** The migrations of those given that this version does not know. */
export function unknownMigrations(names: readonly string[]): string[] {
  const known = new Set(knownMigrations());
  return names.filter((name) => !known.has(name));
}

/** The migrations that a database file has had; null where it is not there, or has no list of them. */
export function appliedMigrations(file: string): string[] | null {
  if (!existsSync(file)) return null;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare('SELECT name FROM d1_migrations ORDER BY id').all();
    return rows.map(({ name }) => String(name));
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** The tables that a database has after some of the migrations of this version. */
export function tablesAfter(migrations: readonly string[]): Set<string> {
  const database = new DatabaseSync(':memory:');
  try {
    for (const name of migrations) database.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
    return new Set(
      database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .all()
        .map(({ name }) => String(name)),
    );
  } finally {
    database.close();
  }
}
