import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' };
import { isIndexOutdated } from '../content/index-format.ts';
import type { Db } from '../db/client.ts';
import { restoreLock } from '../db/schema.ts';
import { ALL_TABLES, articleIndex, INDEX_TABLES, migrations } from '../db/tables.ts';

/** The newest migration that this code needs; a database may be ahead, but not behind. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

export type Obstacle = 'databaseUnavailable' | 'databaseDamaged' | 'migrationsMissing' | 'restoring' | 'indexOutdated';

/**
 * Why the service cannot answer; null if it can. Reads a row of every table and waits no longer
 * than `patience`.
 */
export async function findObstacle(db: Db, patience: () => Promise<unknown>): Promise<Obstacle | null> {
  const timeout = patience().then(() => 'databaseUnavailable' as const);
  try {
    return await Promise.race([inspect(db), timeout]);
  } catch {
    return 'databaseUnavailable';
  }
}

async function inspect(db: Db): Promise<Obstacle | null> {
  try {
    return (await findPending(db)) ?? (await findDamage(db));
  } catch (thrown) {
    return await causeOf(db, messageOf(thrown));
  }
}

const exists = z.object({ found: z.int() }).transform(({ found }) => found > 0);

/** Checks for missing migrations, an unfinished restore and an outdated index. */
async function findPending(db: Db): Promise<Obstacle | null> {
  if (!(await isMigrated(db))) return 'migrationsMissing';
  const [restore] = await db.select().from(restoreLock);
  if (restore) return 'restoring';
  return (await isIndexOutdated(db)) ? 'indexOutdated' : null;
}

async function isMigrated(db: Db): Promise<boolean> {
  const [found] = await db.rows(
    exists,
    sql`SELECT EXISTS (SELECT 1 FROM ${migrations} WHERE ${migrations.name} = ${NEWEST_MIGRATION}) AS found`,
  );
  return found ?? false;
}

/** Reads the first row of every table and of the index; throws if one is missing or unreadable. */
async function findDamage(db: Db): Promise<null> {
  const parts = [...ALL_TABLES, ...INDEX_TABLES, migrations].map(hasRows);
  await db.run(sql`SELECT ${sql.join(parts, sql` + `)}`);
  await db.run(
    sql`SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH 'facets: all0' LIMIT 1`,
  );
  return null;
}

/** Also seeks by a key of text: of a table without rowids SQLite would scan an index that holds every column, and not the table. */
function hasRows(table: SQLiteTable): SQL {
  const key = Object.values(getTableColumns(table)).find(({ primary, dataType }) => primary && dataType === 'string');
  const scan = sql`EXISTS (SELECT * FROM ${table})`;
  return key ? sql`${scan} + EXISTS (SELECT * FROM ${table} WHERE ${key} >= '')` : scan;
}

/** A missing table means damage if all migrations were applied, otherwise a missing migration. */
async function causeOf(db: Db, message: string): Promise<Obstacle> {
  if (/malformed|corrupt|not a database/i.test(message)) return 'databaseDamaged';
  if (INTERNAL.test(message)) return (await isUnreadable(db)) ? 'databaseDamaged' : 'databaseUnavailable';
  if (!/no such (table|column|module)/i.test(message)) return 'databaseUnavailable';
  // Before the first migration there is not even a list of migrations.
  return (await isMigrated(db).catch(() => false)) ? 'databaseDamaged' : 'migrationsMissing';
}

/** D1 reports a damaged table like a temporary failure of its own. */
const INTERNAL = /internal error/i;

/** Whether the tables fail once more while the database itself answers. */
async function isUnreadable(db: Db): Promise<boolean> {
  await db.run(sql`SELECT 1`);
  return findDamage(db).then(
    () => false,
    (thrown) => INTERNAL.test(messageOf(thrown)),
  );
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message} ${thrown.cause ? messageOf(thrown.cause) : ''}` : String(thrown);
