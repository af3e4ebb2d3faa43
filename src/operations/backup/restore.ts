import { count, getTableName, type SQL, sql } from 'drizzle-orm';
import { makePending } from '../../content/index/entries.ts';
import type { Db } from '../../db/client.ts';
import { articles, changedArticles, computedDays, counts, restoreLock, sequences, stories } from '../../db/schema.ts';
import { bare } from '../../db/sql.ts';
import { articleIndex, migrations } from '../../db/tables.ts';
import { markAllWindows } from '../../engagement/mark-windows.ts';
import { recreateTables, tablesOf } from '../../engagement/partitions.ts';
import { knowMessages } from '../../subscriptions/store.ts';
import {
  type BackupTable,
  lastingRows,
  PARTITIONS,
  REFERENCE,
  SEQUENCE_TABLES,
  TABLES,
  tablesIn,
} from './backup-tables.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { tableLines } from './read-backup.ts';

const STORIES_TABLE = getTableName(stories);

export type Lines = (table: string) => AsyncIterable<string[]>;
export type Hash = (pages: AsyncIterable<string[]>) => Promise<Pick<TableEntry, 'rows' | 'sha256'>>;

export async function findHindrance(db: Db, manifest: Manifest): Promise<string | null> {
  const applied = await db.select({ name: migrations.name }).from(migrations);
  const known = new Set(applied.map(({ name }) => name));
  const ahead = manifest.migrations.filter((name) => !known.has(name));
  return ahead.length > 0
    ? `another version of newsgauge made the backup, and the database lacks ${ahead.join(', ')}`
    : findUnknown(manifest);
}

export function findUnknown({ tables }: Manifest): string | null {
  const unknown = Object.entries(tables).flatMap(([name, { columns }]) => {
    const table = TABLES.find((known) => known.name === name);
    return table
      ? columns.filter((column) => !table.columns.includes(column)).map((column) => `${name}.${column}`)
      : [name];
  });
  return unknown.length > 0
    ? `the backup contains tables or columns unknown to this version: ${unknown.join(', ')}`
    : null;
}

/** Lists the tables that are not empty, with their row counts: `3 articles`. A restore requires empty tables. */
export async function findRows(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of TABLES.filter((table) => !REFERENCE.includes(table.name))) {
    const [row] = await db.select({ rows: count() }).from(sql`${sql.identifier(name)}`);
    if (row && row.rows > 0) found.push(`${row.rows} ${name}`);
  }
  return found;
}

/** Yields the transactions of a restore. The service becomes ready after the last transaction. */
export async function* restoration({ tables }: Manifest, linesOf: Lines, portion: number): AsyncIterable<SQL[]> {
  yield [
    sql`INSERT OR REPLACE INTO ${restoreLock} (${bare(restoreLock.id)}, ${bare(restoreLock.startedAt)}) VALUES (1, unixepoch())`,
    ...[...new Set(PARTITIONS.map(({ n }) => n))].flatMap((n) => recreateTables(tablesOf(n))),
    ...TABLES.filter(isReplaced).map(({ name }) => sql`DELETE FROM ${sql.identifier(name)} WHERE ${lastingRows(name)}`),
    sql`DELETE FROM ${computedDays}`,
    sql`DELETE FROM ${changedArticles}`,
    sql`INSERT INTO ${articleIndex} (${articleIndex}) VALUES ('delete-all')`,
  ];
  for (const [name, { columns }] of Object.entries(tables)) {
    for await (const lines of portions(linesOf(name), portion)) {
      if (SEQUENCE_TABLES.includes(name)) yield raise(name, columns, lines);
      else if (name === getTableName(articles)) yield [insert(name, columns, lines), pending(columns, lines)];
      else
        yield [
          insert(name, columns, lines),
          ...(name === STORIES_TABLE ? [sql`UPDATE ${stories} SET ${bare(stories.copies)} = '{}'`] : []),
        ];
    }
  }
}

/** Returns true if a restore deletes the table's rows. Partitions are recreated instead, and assigned ids stay. */
const isReplaced = (table: BackupTable): boolean =>
  !SEQUENCE_TABLES.includes(table.name) && !PARTITIONS.some((of) => tablesIn(of).includes(table));

export async function findDifferences(db: Db, { tables }: Manifest, hash: Hash): Promise<string[]> {
  const different: string[] = [];
  for (const [name, { columns, rows, sha256 }] of Object.entries(tables)) {
    // Stories change when articles arrive after the backup, so they are not compared.
    if (SEQUENCE_TABLES.includes(name) || name === STORIES_TABLE) continue;
    const table = TABLES.find((known) => known.name === name) as BackupTable;
    const found = await hash(tableLines(db, { ...table, columns }));
    if (found.rows !== rows || found.sha256 !== sha256) different.push(`${name}: ${found.rows} of ${rows} rows`);
  }
  return different;
}

/** Builds the last transaction. It marks all rankings as outdated, so that the watchdog job recomputes them. */
export const finish = (): SQL[] => [
  markAllWindows,
  sql`DELETE FROM ${stories} WHERE ${stories.copies} = '{}'`,
  sql`DELETE FROM ${counts}`,
  ...knowMessages(),
  sql`DELETE FROM ${restoreLock}`,
];

const insert = (table: string, columns: readonly string[], lines: readonly string[]): SQL => {
  const names = columns.map((column) => sql.identifier(column).getSQL());
  const values = columns.map((_, i) => sql.raw(`value ->> ${i}`));
  return sql`INSERT INTO ${sql.identifier(table)} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)}
    FROM json_each(${`[${lines.join(',')}]`})`;
};

function raise(table: string, columns: readonly string[], lines: readonly string[]): SQL[] {
  const list = `[${lines.join(',')}]`;
  const name = sequences.name.name;
  const last = columns.find((column) => column !== name) ?? '';
  const [named, given] = [name, last].map((column) => sql.raw(`v.value ->> ${columns.indexOf(column)}`));
  const [into, key, max] = [table, name, last].map((each) => sql.identifier(each));
  return [
    sql`UPDATE ${into} SET ${max} = max(${max}, ${given}) FROM json_each(${list}) v WHERE ${key} = ${named}`,
    sql`INSERT INTO ${into} (${key}, ${max}) SELECT ${named}, ${given} FROM json_each(${list}) v
      WHERE ${named} NOT IN (SELECT ${key} FROM ${into})`,
  ];
}

function pending(columns: readonly string[], lines: readonly string[]): SQL {
  const place = columns.indexOf(articles.position.name);
  const position = (line: string | undefined) => sql`CAST(${JSON.parse(line ?? '[]')[place]} AS INTEGER)`;
  return makePending(sql`${articles.position} BETWEEN ${position(lines[0])} AND ${position(lines.at(-1))}`);
}

async function* portions(pages: AsyncIterable<string[]>, most: number): AsyncIterable<string[]> {
  let portion: string[] = [];
  let size = 0;
  for await (const lines of pages) {
    for (const line of lines) {
      if (portion.length > 0 && size + line.length > most) {
        yield portion;
        portion = [];
        size = 0;
      }
      portion.push(line);
      size += line.length + 1;
    }
  }
  if (portion.length > 0) yield portion;
}
