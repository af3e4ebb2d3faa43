import { sql } from 'drizzle-orm';
import { type Db, RESTORING } from './client.ts';
import { restoreLock } from './schema.ts';

/** While a backup is being restored whoever works by himself leaves alone what is compared with it, and goes on afterwards. */

export const isRestoring = async (db: Db): Promise<boolean> => (await db.select().from(restoreLock)).length > 0;

/** Statement that makes its transaction fail meanwhile; else it selects null. */
export const unlessRestoring = sql`SELECT CASE WHEN EXISTS (SELECT 1 FROM ${restoreLock}) THEN json_extract('{}', ${RESTORING}) END AS seen`;
