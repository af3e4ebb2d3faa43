import { sql } from 'drizzle-orm';
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' };
import type { Db } from '../db/client.ts';

/** Row of `snapshots` that stands while a backup is being restored. */
export const RESTORING = 'restoring';

/** The migration that this code was written for; databases may be further, never behind. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

export type Obstacle = 'databaseUnavailable' | 'migrationsMissing' | 'restoring';

/**
 * What keeps the service from answering; null where nothing does. Reads two rows at most and waits for them no longer than
 * `patience` does.
 */
export async function findObstacle(db: Db, patience: () => Promise<unknown>): Promise<Obstacle | null> {
  try {
    return await Promise.race([askDatabase(db), patience().then(() => 'databaseUnavailable' as const)]);
  } catch (thrown) {
    // Before the first migration not even the list of migrations is there.
    return /no such table/.test(String(thrown) + String((thrown as Error).cause))
      ? 'migrationsMissing'
      : 'databaseUnavailable';
  }
}

async function askDatabase(db: Db): Promise<Obstacle | null> {
  const [row] = await db.all<{ migrated: number; restoring: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM d1_migrations WHERE name = ${NEWEST_MIGRATION}) AS migrated,
      EXISTS (SELECT 1 FROM snapshots WHERE name = ${RESTORING}) AS restoring`,
  );
  if (!row?.migrated) return 'migrationsMissing';
  return row.restoring ? 'restoring' : null;
}
