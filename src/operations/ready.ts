import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' };
import { ALL } from '../content/index/tokens.ts';
import type { Db } from '../db/client.ts';
import { restoreLock } from '../db/schema.ts';
import { inList, joined, rendered } from '../db/sql.ts';
import { articleIndex, INDEX_TABLES, master, migrations, TRIGGERS } from '../db/tables.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';
import { ALL_TABLES, INDEXES } from './all-tables.ts';

/** Migrations that this code needs. The database may contain more while a later release is being deployed. */
const MIGRATIONS: ReadonlySet<string> = new Set(journal.entries.map(({ tag }) => `${tag}.sql`));
export const NEWEST_MIGRATION = [...MIGRATIONS].at(-1) ?? '';

export type Obstacle = 'databaseUnavailable' | 'databaseDamaged' | 'migrationsMissing' | 'otherVersion' | 'restoring';

/** Returns why the service cannot respond, or `null` if it can. Reads one row of every table. */
export async function findObstacle(db: Db, patience: () => Promise<unknown>, now: Millis): Promise<Obstacle | null> {
  const timeout = patience().then(() => 'databaseUnavailable' as const);
  try {
    return await Promise.race([inspect(db, now), timeout]);
  } catch {
    return 'databaseUnavailable';
  }
}

async function inspect(db: Db, now: number): Promise<Obstacle | null> {
  try {
    return (await findPending(db)) ?? (await findDamage(db, now));
  } catch (thrown) {
    return await causeOf(db, messageOf(thrown));
  }
}

async function findPending(db: Db): Promise<Obstacle | null> {
  const other = otherThanKnown(await appliedMigrations(db));
  if (other) return other;
  const [restore] = await db.select().from(restoreLock);
  return restore ? 'restoring' : null;
}

function otherThanKnown(applied: ReadonlySet<string>): Obstacle | null {
  if (applied.has(NEWEST_MIGRATION)) return null;
  return [...applied].some((name) => !MIGRATIONS.has(name)) ? 'otherVersion' : 'migrationsMissing';
}

async function appliedMigrations(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.select({ name: migrations.name }).from(migrations);
  return new Set(rows.map(({ name }) => name));
}

/** Throws if a table, a column or the search index is unreadable. Checks indexes and triggers once per minute. */
async function findDamage(db: Db, now: number): Promise<Obstacle | null> {
  await readTables(db);
  return (await isComplete(db, now)) ? null : 'databaseDamaged';
}

let everyTable: SQL | undefined;

async function readTables(db: Db): Promise<void> {
  everyTable ??= rendered(sql`SELECT ${joined(inSums([...ALL_TABLES, ...INDEX_TABLES, migrations].map(hasRows)))}`);
  await db.run(everyTable);
  await db.run(sql`SELECT ${articleIndex.rowid} FROM ${articleIndex} WHERE ${articleIndex} MATCH ${ALL} LIMIT 1`);
}

const TERMS_PER_COLUMN = 10;

/** Combines conditions into few columns, because D1 allows 100 columns and 100 terms per expression. */
const inSums = (conditions: readonly SQL[]): SQL[] =>
  Array.from({ length: Math.ceil(conditions.length / TERMS_PER_COLUMN) }, (_, i) =>
    sql.join(conditions.slice(i * TERMS_PER_COLUMN, (i + 1) * TERMS_PER_COLUMN), sql` + `),
  );

/** SQL expression that tests whether a table has rows. It reads every column, so that SQLite detects damage. */
function hasRows(table: SQLiteTable): SQL {
  const columns = Object.values(getTableColumns(table));
  const key = columns.find(({ primary, dataType }) => primary && dataType === 'string');
  const scan = sql`SELECT ${columns.length > 0 ? joined(columns.map((column) => sql`${column}`)) : sql`*`} FROM ${table}`;
  return key ? sql`EXISTS (${scan}) + EXISTS (${scan} WHERE ${key} >= '')` : sql`EXISTS (${scan})`;
}

/** Time for which a successful check is valid. The check reads one row per table, index and trigger. */
const CHECK_LIFE_MS = MINUTE_MS;
let checkValidUntil = 0;

/** Returns true if all indexes and triggers exist. Without them, values that must be unique may repeat. */
async function isComplete(db: Db, now: number): Promise<boolean> {
  if (now < checkValidUntil) return true;
  const needed = new Set([...INDEXES, ...TRIGGERS]);
  const [found] = await db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(master)
    .where(inList(master.name, needed));
  const isSound = found?.count === needed.size;
  checkValidUntil = isSound ? now + CHECK_LIFE_MS : 0;
  return isSound;
}

export const forgetCheck = (): void => {
  checkValidUntil = 0;
};

/** Finds the cause of a database error. If all migrations were applied, a missing table means damage. */
async function causeOf(db: Db, message: string): Promise<Obstacle> {
  if (/malformed|corrupt|not a database/i.test(message)) return 'databaseDamaged';
  if (INTERNAL.test(message)) return (await isUnreadable(db)) ? 'databaseDamaged' : 'databaseUnavailable';
  if (!/no such (table|column|module)/i.test(message)) return 'databaseUnavailable';
  // Before the first migration, the table of migrations does not exist either.
  const applied = await appliedMigrations(db).catch(() => new Set<string>());
  return otherThanKnown(applied) ?? 'databaseDamaged';
}

/** Matches an error that D1 reports for both a damaged table and a temporary failure. (docs/decisions.md#O13) */
const INTERNAL = /internal error/i;

/** Returns true if reading the tables fails again although the database responds. */
async function isUnreadable(db: Db): Promise<boolean> {
  await db.run(sql`SELECT 1`);
  return readTables(db).then(
    () => false,
    (thrown) => INTERNAL.test(messageOf(thrown)),
  );
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message} ${thrown.cause ? messageOf(thrown.cause) : ''}` : String(thrown);
