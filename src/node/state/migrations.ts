import { existsSync, readdirSync } from 'node:fs';
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

/** The migrations that are not among those given. */
export const lacking = (names: readonly string[]): string[] =>
  knownMigrations().filter((name) => !names.includes(name));

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

/** What to do about content of a later version: its backups and databases are not read, its exports are. */
export const OTHER_VERSION_WAY =
  'Export its content with that version (npx newsgauge export > newsroom.ndjson), and import it here into an empty state (npx newsgauge import newsroom.ndjson).';
