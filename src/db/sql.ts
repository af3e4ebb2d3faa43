import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { integer, type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable, sqliteTable } from 'drizzle-orm/sqlite-core';
import { lazy } from '../lib/lazy.ts';

/**
 * Lists and rows that travel to the database as one JSON text: D1 takes 100 parameters per statement, and a list would use
 * one per element.
 */

/** The values of a list, as a subquery: `${column} IN ${valuesOf(ids)}`. */
export const valuesOf = (list: Iterable<unknown>): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...list])}))`;

/** The ids of rows. */
export const idsOf = <T>(rows: readonly { id: T }[]): T[] => rows.map(({ id }) => id);

/** Whether a column's value is in a list. */
export const inList = (column: SQLWrapper, list: Iterable<unknown>): SQL => sql`${column} IN ${valuesOf(list)}`;

/** A column without its table, as INSERT, SET and `excluded.` need it. */
export const bare = (column: SQLiteColumn): SQL => sql.identifier(column.name).getSQL();

/** Fields of the object `row` (SQL for a JSON object): `field(row, 'title')` as a value, `jsonField` as JSON. */
export const field = (row: SQLWrapper, name: string): SQL => sql`${row} ->> ${sql.raw(`'${name}'`)}`;
export const jsonField = (row: SQLWrapper, name: string): SQL => sql`${row} -> ${sql.raw(`'${name}'`)}`;

/** A column's name in the schema. */
export type ColumnName<T extends SQLiteTable> = keyof T['_']['columns'] & string;

interface Upsert<T extends SQLiteTable, C extends ColumnName<T>> {
  /** The columns to write, by their names in the schema, which are the rows' fields, too. */
  columns: readonly C[];
  /** Columns of the key among them. */
  key: readonly NoInfer<C>[];
}

/** The names of the columns of a table but some, in the order of the schema. */
export const columnNames = <T extends SQLiteTable, Without extends ColumnName<T> = never>(
  table: T,
  ...without: Without[]
) => {
  const names = Object.keys(getTableColumns(table)) as ColumnName<T>[];
  return names.filter((name) => !without.some((one) => one === name)) as Exclude<ColumnName<T>, Without>[];
};

/** Columns of a table by their names in the schema. */
export const columnsOf = <T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]): SQLiteColumn[] => {
  const columns = table as unknown as Record<string, SQLiteColumn>;
  return names.map((name) => columns[name] as SQLiteColumn);
};

/** The same by name, to be selected. */
export const picked = <T extends SQLiteTable, C extends ColumnName<T>>(table: T, ...names: C[]) =>
  Object.fromEntries(names.map((name) => [name, columnsOf(table, [name])[0]])) as Pick<T['_']['columns'], C>;

/** Inserts rows, except those whose key, or whatever else must be unique, exists. A missing field is null. */
export const insertMissing = <T extends SQLiteTable, C extends ColumnName<T>>(
  table: T,
  rows: readonly { [name in C]?: unknown }[],
  columns: readonly C[],
): SQL =>
  sql`INSERT INTO ${table} (${joined(columnsOf(table, columns).map(bare))}) SELECT ${valuesIn(table, columns)}
    FROM json_each(${JSON.stringify(rows)}) v WHERE true ON CONFLICT DO NOTHING`;

/**
 * Inserts rows and updates those whose key exists and whose values differ; an equal row writes nothing. A missing field is
 * null.
 */
export function upsertRows<T extends SQLiteTable, C extends ColumnName<T>>(
  table: T,
  rows: readonly { [name in C]?: unknown }[],
  { columns, key }: Upsert<T, C>,
): SQL {
  const rest = columns.filter((name) => !(key as readonly C[]).includes(name));
  const names = joined(columnsOf(table, columns).map(bare));
  const target = joined(columnsOf(table, key).map(bare));
  const changed = columnsOf(table, rest);
  const after = joined(changed.map((column) => sql`excluded.${bare(column)}`));
  const compare = (fields: readonly C[], operator: SQL) =>
    sql`(${joined(columnsOf(table, fields).map((column) => sql`${column}`))}) ${operator} (${valuesIn(table, fields)})`;
  const equal = sql`${compare(key as readonly C[], sql`=`)} AND ${compare(rest, sql`IS`)}`;
  // Equal rows are filtered out before the insert: a conflicting one would still use up an AUTOINCREMENT id.
  return sql`INSERT INTO ${table} (${names}) SELECT ${valuesIn(table, columns)}
    FROM json_each(${JSON.stringify(rows)}) v WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${equal})
    ON CONFLICT (${target}) DO UPDATE SET (${joined(changed.map(bare))}) = (${after})`;
}

/** The fields of the rows `v` of `json_each`, as the table's columns take them. */
function valuesIn<T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]): SQL {
  const row = sql.raw('v.value');
  return joined(
    columnsOf(table, names).map((column, i) => {
      const name = names[i] ?? '';
      return column.dataType === 'json' ? jsonField(row, name) : field(row, name);
    }),
  );
}

/** Parts of a list, with commas between them. */
export const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** A row as a JSON object, by the columns' names in the schema. */
export const objectOf = <T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]): SQL =>
  sql`json_object(${joined(
    columnsOf(table, names).map((column, i) => {
      return sql`${sql.raw(`'${names[i]}'`)}, ${inJson(column)}`;
    }),
  )})`;

const TRUE = sql.raw(`json('true')`);
const FALSE = sql.raw(`json('false')`);

/** A column as a value inside JSON. */
export const inJson = (column: SQLiteColumn): SQL => {
  if (column.dataType === 'json') return sql`json(${column})`;
  return column.dataType === 'boolean' ? sql`iif(${column}, ${TRUE}, ${FALSE})` : sql`${column}`;
};

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

/** What counts from 0, a column each: by their names alone, which types do not know. */
export const counting = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, integer(name).notNull().default(0)])) as Record<never, never>;

/**
 * The tables of the five partitions of a ring (`src/engagement/partitions.ts`). Each is made when it is first asked for: they have a hundred columns
 * together five times, and most isolates begin with a request that asks for none.
 */
export function ring<T>(table: (partition: number) => T): readonly [T, T, T, T, T] {
  const places = [0, 1, 2, 3, 4].map((n) => [n, { enumerable: true, get: lazy(() => table(n)) }] as const);
  return Object.defineProperties([], Object.fromEntries(places)) as unknown as readonly [T, T, T, T, T];
}
