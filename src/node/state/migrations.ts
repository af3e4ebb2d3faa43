import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../../command/paths.ts';
import { isLocked } from './sqlite-file.ts';

export const MIGRATIONS = join(ROOT, 'drizzle');

export const knownMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

export const missingMigrations = (names: readonly string[]): string[] =>
  knownMigrations().filter((name) => !names.includes(name));

export function unknownMigrations(names: readonly string[]): string[] {
  const known = new Set(knownMigrations());
  return names.filter((name) => !known.has(name));
}

/** Time in which another process can replay the write-ahead log of a killed worker. */
const LOCK_TIMEOUT_MS = 5000;

/** Returns the names of applied migrations, or `null` if the file has no table of migrations. Throws if it is locked. */
export function appliedMigrations(file: string): string[] | null {
  if (!existsSync(file)) return null;
  const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
  try {
    const rows = database.prepare('SELECT name FROM d1_migrations ORDER BY id').all();
    return rows.map(({ name }) => String(name));
  } catch (thrown) {
    if (isLocked(thrown)) throw thrown;
    return null;
  } finally {
    database.close();
  }
}

/** Remedy for data from another version, from which other versions can read only exports. */
export const OTHER_VERSION_WAY =
  'Export its content with that version (npx newsgauge export > newsroom.ndjson), and import it here into an empty state (npx newsgauge import newsroom.ndjson).';
