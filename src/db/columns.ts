import { eq, type SQL, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteSyncDialect, sqliteTable } from 'drizzle-orm/sqlite-core';
import { bare, joined } from './json.ts';

/** Column names from the schema, for the places where SQL takes them without their table. */

/** A list of columns: for INSERT, and in brackets for SET. */
export const listed = (...columns: readonly SQLiteColumn[]): SQL => joined(columns.map(bare));

/** Conditions that columns have these values; undefined: any. */
export const equals = (columns: readonly SQLiteColumn[], values: readonly unknown[]): SQL[] =>
  columns.flatMap((column, i) => (values[i] === undefined ? [] : [eq(column, values[i])]));

/** The value that an INSERT would have written, in its ON CONFLICT. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${bare(column)}`;

/** For ON CONFLICT: adds the inserted value to the stored one. */
export const plus = (column: SQLiteColumn): SQL => sql`${bare(column)} = ${bare(column)} + ${excluded(column)}`;

const dialect = new SQLiteSyncDialect();

/** Part of a statement as text, without parameters: made once where a list of columns is long, since making it takes milliseconds. */
export function rendered(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('a part that is rendered once has no parameters');
  return sql.raw(text);
}

/** Names in the order of lists: without regard to capitals. */
export const inOrder = (name: SQLiteColumn): SQL => sql`${name} COLLATE NOCASE`;

/** The tables without rowids: with one each of their rows would be written twice. */
export const ROWLESS: string[] = [];

/** A table without rowids, declared as by `sqliteTable`. */
export const rowlessTable = ((...declared: Parameters<typeof sqliteTable>) => {
  ROWLESS.push(declared[0]);
  return sqliteTable(...declared);
}) as typeof sqliteTable;
