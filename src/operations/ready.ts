import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' };
import { ALL_TABLES, INDEXES } from '../collections/collection-tables.ts';
import { ALL } from '../content/index/tokens.ts';
import type { Db } from '../db/client.ts';
import { restoreLock } from '../db/schema.ts';
import { inList, joined, rendered } from '../db/sql.ts';
import { articleIndex, INDEX_TABLES, master, migrations, TRIGGERS } from '../db/tables.ts';
import { MINUTE_MS, type Millis } from '../lib/time.ts';

/** The migrations that this code knows, and needs; a database may be ahead, as it is while a later release is deployed. */
const MIGRATIONS: ReadonlySet<string> = new Set(journal.entries.map(({ tag }) => `${tag}.sql`));
export const NEWEST_MIGRATION = [...MIGRATIONS].at(-1) ?? '';

export type Obstacle = 'databaseUnavailable' | 'databaseDamaged' | 'migrationsMissing' | 'otherVersion' | 'restoring';

/**
 * Why the service cannot answer; null if it can. Reads a row of every table and waits no longer
 * than `patience`.
 */
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

/** Checks for missing migrations, another version's database and an unfinished restore. */
async function findPending(db: Db): Promise<Obstacle | null> {
  const other = otherThanKnown(await appliedMigrations(db));
  if (other) return other;
  const [restore] = await db.select().from(restoreLock);
  return restore ? 'restoring' : null;
}

/** Whether migrations are missing, or those of something else have been applied. */
function otherThanKnown(applied: ReadonlySet<string>): Obstacle | null {
  if (applied.has(NEWEST_MIGRATION)) return null;
  return [...applied].some((name) => !MIGRATIONS.has(name)) ? 'otherVersion' : 'migrationsMissing';
}

async function appliedMigrations(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.select({ name: migrations.name }).from(migrations);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Reads the first row of every table and of the search index; throws if a table or a column is missing or unreadable.
 * Indexes and triggers are looked up once a minute.
 */
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

/** Terms of one sum. */
const TERMS_PER_COLUMN = 10;

/** Conditions as few columns: D1 returns at most 100, and an expression has at most 100 terms. */
const inSums = (conditions: readonly SQL[]): SQL[] =>
  Array.from({ length: Math.ceil(conditions.length / TERMS_PER_COLUMN) }, (_, i) =>
    sql.join(conditions.slice(i * TERMS_PER_COLUMN, (i + 1) * TERMS_PER_COLUMN), sql` + `),
  );

/**
 * Names every column, for no index may hold all that is asked for: SQLite would scan it, and not the table. Of a table without
 * rowids it would all the same, hence the seek by a key of text.
 */
function hasRows(table: SQLiteTable): SQL {
  const columns = Object.values(getTableColumns(table));
  const key = columns.find(({ primary, dataType }) => primary && dataType === 'string');
  const scan = sql`SELECT ${columns.length > 0 ? joined(columns.map((column) => sql`${column}`)) : sql`*`} FROM ${table}`;
  return key ? sql`EXISTS (${scan}) + EXISTS (${scan} WHERE ${key} >= '')` : sql`EXISTS (${scan})`;
}

/** Milliseconds: a look reads a row for each table, index and trigger of the database. */
const SOUND_FOR = MINUTE_MS;
let soundUntil = 0;

/** Whether all indexes and triggers are there: without them rows that must differ need not, and lists of names stop following. */
async function isComplete(db: Db, now: number): Promise<boolean> {
  if (now < soundUntil) return true;
  const needed = new Set([...INDEXES, ...TRIGGERS]);
  const [found] = await db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(master)
    .where(inList(master.name, needed));
  const isSound = found?.count === needed.size;
  soundUntil = isSound ? now + SOUND_FOR : 0;
  return isSound;
}

/** Forgets that all indexes and triggers were there. */
export const forgetSound = (): void => {
  soundUntil = 0;
};

/** A missing table means damage if all migrations were applied, otherwise a missing migration. */
async function causeOf(db: Db, message: string): Promise<Obstacle> {
  if (/malformed|corrupt|not a database/i.test(message)) return 'databaseDamaged';
  if (INTERNAL.test(message)) return (await isUnreadable(db)) ? 'databaseDamaged' : 'databaseUnavailable';
  if (!/no such (table|column|module)/i.test(message)) return 'databaseUnavailable';
  // Before the first migration there is not even a list of migrations.
  const applied = await appliedMigrations(db).catch(() => new Set<string>());
  return otherThanKnown(applied) ?? 'databaseDamaged';
}

/** D1 reports a damaged table like a temporary failure of its own. (docs/decisions.md#O13) */
const INTERNAL = /internal error/i;

/** Whether the tables fail once more while the database itself answers. */
async function isUnreadable(db: Db): Promise<boolean> {
  await db.run(sql`SELECT 1`);
  return readTables(db).then(
    () => false,
    (thrown) => INTERNAL.test(messageOf(thrown)),
  );
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message} ${thrown.cause ? messageOf(thrown.cause) : ''}` : String(thrown);
