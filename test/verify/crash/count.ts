import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Clicks stored by article id, read from the files of a server that does not run. */
export function storedClicks(state: string): Map<number, number> {
  const [file] = databases(state, 'd1');
  if (!file) throw new Error(`${state} holds no database`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database
      .prepare(
        'SELECT content_id AS id, sum(unsigned_all + signed_all + trusted_all) AS clicks FROM click_hours GROUP BY 1',
      )
      .all();
    return new Map(rows.map(({ id, clicks }) => [Number(id), Number(clicks)]));
  } finally {
    database.close();
  }
}

/**
 * What `PRAGMA integrity_check` finds in any database of a state, as it lies on disk after a kill: in a copy, since opening
 * one repairs what a kill has left half done.
 */
export function findDamage(state: string): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'newsgauge-copy-'));
  try {
    cpSync(state, copy, { recursive: true });
    return databases(copy, '*').flatMap((file) => {
      const database = new DatabaseSync(file);
      try {
        const found = database.prepare('PRAGMA integrity_check').all();
        return found.flatMap((row) =>
          row.integrity_check === 'ok' ? [] : [`${basename(file)}: ${row.integrity_check}`],
        );
      } catch (thrown) {
        return [`${basename(file)}: ${(thrown as Error).message}`];
      } finally {
        database.close();
      }
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const databases = (state: string, kind: string): string[] =>
  globSync(`v3/${kind}/**/*.sqlite`, { cwd: state })
    .filter((name) => !name.endsWith('metadata.sqlite'))
    .map((name) => join(state, name));
