import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from '../failure.ts';

/** Bytes; larger databases are not read through at every start, which would take minutes. */
const CHECKED = 128 * 2 ** 20;

/** Milliseconds that another program may hold a lock. */
const LOCK_TIMEOUT_MS = 1000;

/** Whether SQLite failed since another connection holds a lock. */
export const isLocked = (thrown: unknown): boolean => /locked|busy/i.test(String(thrown));

/**
 * What is wrong with a database file, in words; null where nothing is. `table`: one that it must have. Throws a `StartFailure`
 * where another program has locked it, or it cannot be opened, which says nothing of its soundness.
 */
export function findDamage(file: string, table?: string): string | null {
  const { size } = statSync(file);
  // A kill may leave a file that is made and not yet written to.
  if (size === 0) return table ? 'its file is empty' : null;
  let database: DatabaseSync | undefined;
  try {
    // SQLite recovers what a kill has left in the write-ahead log, and refuses a file that is shorter than it says.
    database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
    const tables = database.prepare('SELECT name FROM sqlite_schema').all();
    if (table && !tables.some(({ name }) => name === table)) return 'it has no tables';
    return size > CHECKED ? null : quickCheck(database);
  } catch (thrown) {
    const { message } = thrown as Error;
    if (/unable to open/i.test(message))
      throw new StartFailure(
        `${file} cannot be opened.`,
        'Give this user the right to read it, or name a folder with a shorter path by STATE_DIR.',
      );
    if (!isLocked(thrown)) return message;
    throw new StartFailure(`${file} is locked by another program.`, 'End that program, and start again.');
  } finally {
    database?.close();
  }
}

function quickCheck(database: DatabaseSync): string | null {
  const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
  return found === 'ok' ? null : (String(found).split('\n')[0] ?? 'unknown');
}
