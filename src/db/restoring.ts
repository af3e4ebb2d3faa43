import { sql } from 'drizzle-orm';
import { type Db, RESTORING } from './client.ts';
import { restoreLock } from './schema.ts';

/** Returns whether a backup is being restored. Jobs must not change data during a restore, which verifies the data. */

export const isRestoring = async (db: Db): Promise<boolean> => (await db.select().from(restoreLock)).length > 0;

/** Statement that makes its transaction fail while a backup is being restored. */
export const unlessRestoring = sql`SELECT CASE WHEN EXISTS (SELECT 1 FROM ${restoreLock}) THEN json_extract('{}', ${RESTORING}) END AS seen`;
