import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from '../failure.ts';

/** Databases above this size are not checked when a server starts, because the check would take minutes. */
const MAX_CHECKED_BYTES = 128 * 2 ** 20;

const LOCK_TIMEOUT_MS = 1000;

export const isLocked = (thrown: unknown): boolean => /locked|busy/i.test(String(thrown));

/** Describes the damage to a file, or returns `null` if it is intact. Throws a `StartFailure` if the file is locked. */
export function findDamage(file: string, table?: string): string | null {
  const { size } = statSync(file);
  // A process that was killed may have left an empty file.
  if (size === 0) return table ? 'its file is empty' : null;
  let database: DatabaseSync | undefined;
  try {
    // SQLite replays the write-ahead log of a killed process, and rejects a truncated file.
    database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
    const tables = database.prepare('SELECT name FROM sqlite_schema').all();
    if (table && !tables.some(({ name }) => name === table)) return 'it has no tables';
    return size > MAX_CHECKED_BYTES ? null : quickCheck(database);
  } catch (thrown) {
    const { message } = thrown as Error;
    if (/unable to open/i.test(message))
      throw new StartFailure(
        `${file} cannot be opened.`,
        'Give this user read permission, or set STATE_DIR to a folder with a shorter path.',
      );
    if (!isLocked(thrown)) return message;
    throw new StartFailure(`${file} is locked by another program.`, 'Close that program and start again.');
  } finally {
    database?.close();
  }
}

function quickCheck(database: DatabaseSync): string | null {
  const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  return found === 'ok' ? null : (String(found).split('\n')[0] ?? 'unknown');
}
