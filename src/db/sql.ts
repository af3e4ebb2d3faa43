import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { integer, type SQLiteColumn, SQLiteSyncDialect, type SQLiteTable, sqliteTable } from 'drizzle-orm/sqlite-core';
import { lazy } from '../lib/lazy.ts';

/** Lists and rows are passed as a single JSON parameter, because D1 allows only 100 parameters per statement. */

/** SQL subquery: the values of a list, as in `${column} IN ${valuesOf(ids)}`. */
export const valuesOf = (list: Iterable<unknown>): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...list])}))`;

export const idsOf = <T>(rows: readonly { id: T }[]): T[] => rows.map(({ id }) => id);

export const inList = (column: SQLWrapper, list: Iterable<unknown>): SQL => sql`${column} IN ${valuesOf(list)}`;

/** Returns a column name without its table, as required in INSERT lists, SET and `excluded.`. */
export const bare = (column: SQLiteColumn): SQL => sql.identifier(column.name).getSQL();

/** SQL expression: a field of the JSON object `row` as an SQL value. `jsonField` returns the same field as JSON. */
export const jsonValue = (row: SQLWrapper, name: string): SQL => sql`${row} ->> ${sql.raw(`'${name}'`)}`;
export const jsonField = (row: SQLWrapper, name: string): SQL => sql`${row} -> ${sql.raw(`'${name}'`)}`;

export type ColumnName<T extends SQLiteTable> = keyof T['_']['columns'] & string;

interface Upsert<T extends SQLiteTable, C extends ColumnName<T>> {
  columns: readonly C[];
  key: readonly NoInfer<C>[];
}

export const columnNames = <T extends SQLiteTable, Without extends ColumnName<T> = never>(
  table: T,
  ...without: Without[]
) => {
  const names = Object.keys(getTableColumns(table)) as ColumnName<T>[];
  return names.filter((name) => !without.some((one) => one === name)) as Exclude<ColumnName<T>, Without>[];
};

export const columnsOf = <T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]): SQLiteColumn[] => {
  const columns = table as unknown as Record<string, SQLiteColumn>;
  return names.map((name) => columns[name] as SQLiteColumn);
};

export const pickColumns = <T extends SQLiteTable, C extends ColumnName<T>>(table: T, ...names: C[]) =>
  Object.fromEntries(names.map((name) => [name, columnsOf(table, [name])[0]])) as Pick<T['_']['columns'], C>;

/** Builds a statement that inserts rows and skips those whose unique key exists. Missing fields become null. */
export const insertMissing = <T extends SQLiteTable, C extends ColumnName<T>>(
  table: T,
  rows: readonly { [name in C]?: unknown }[],
  columns: readonly C[],
): SQL =>
  sql`INSERT INTO ${table} (${joined(columnsOf(table, columns).map(bare))}) SELECT ${valuesIn(table, columns)}
    FROM json_each(${JSON.stringify(rows)}) v WHERE true ON CONFLICT DO NOTHING`;

/** Builds a statement that inserts or updates rows. It does not write unchanged rows. Missing fields become null. */
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
  // Unchanged rows are filtered out first, because each insert attempt uses up an AUTOINCREMENT id.
  return sql`INSERT INTO ${table} (${names}) SELECT ${valuesIn(table, columns)}
    FROM json_each(${JSON.stringify(rows)}) v WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${equal})
    ON CONFLICT (${target}) DO UPDATE SET (${joined(changed.map(bare))}) = (${after})`;
}

function valuesIn<T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]): SQL {
  const row = sql.raw('v.value');
  return joined(
    columnsOf(table, names).map((column, i) => {
      const name = names[i] ?? '';
      return column.dataType === 'json' ? jsonField(row, name) : jsonValue(row, name);
    }),
  );
}

export const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** SQL expression: a row as a JSON object with the field names of the schema. */
export const objectOf = <T extends SQLiteTable>(table: T, names: readonly ColumnName<T>[]): SQL =>
  sql`json_object(${joined(
    columnsOf(table, names).map((column, i) => {
      return sql`${sql.raw(`'${names[i]}'`)}, ${inJson(column)}`;
    }),
  )})`;

const TRUE = sql.raw(`json('true')`);
const FALSE = sql.raw(`json('false')`);

export const inJson = (column: SQLiteColumn): SQL => {
  if (column.dataType === 'json') return sql`json(${column})`;
  return column.dataType === 'boolean' ? sql`iif(${column}, ${TRUE}, ${FALSE})` : sql`${column}`;
};

export const listed = (...columns: readonly SQLiteColumn[]): SQL => joined(columns.map(bare));

/** Builds one equality condition per column. If a value is `undefined`, its column may have any value. */
export const equals = (columns: readonly SQLiteColumn[], values: readonly unknown[]): SQL[] =>
  columns.flatMap((column, i) => (values[i] === undefined ? [] : [eq(column, values[i])]));

/** SQL expression for ON CONFLICT: the new value, which the insert could not store. */
export const excluded = (column: SQLiteColumn): SQL => sql`excluded.${bare(column)}`;

/** SQL assignment for ON CONFLICT: adds the new value to the stored value. */
export const plus = (column: SQLiteColumn): SQL => sql`${bare(column)} = ${bare(column)} + ${excluded(column)}`;

const dialect = new SQLiteSyncDialect();

/** Converts a part of a statement to SQL text once, because converting long lists of columns takes milliseconds. */
export function rendered(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('a part that is rendered once has no parameters');
  return sql.raw(text);
}

export const inColumnOrder = (name: SQLiteColumn): SQL => sql`${name} COLLATE NOCASE`;

export const ROWLESS: string[] = [];

/** Declares a table WITHOUT ROWID. An insert into such a table writes one row instead of two. */
export const rowlessTable = ((...declared: Parameters<typeof sqliteTable>) => {
  ROWLESS.push(declared[0]);
  return sqliteTable(...declared);
}) as typeof sqliteTable;

/** Declares integer columns that default to 0. The type of the table does not contain their names. */
export const counterColumns = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, integer(name).notNull().default(0)])) as Record<never, never>;

/** Declares five tables with the same columns. Each has hundreds of columns, so it is declared on first use. */
export function ring<T>(table: (partition: number) => T): readonly [T, T, T, T, T] {
  const places = [0, 1, 2, 3, 4].map((n) => [n, { enumerable: true, get: lazy(() => table(n)) }] as const);
  return Object.defineProperties([], Object.fromEntries(places)) as unknown as readonly [T, T, T, T, T];
}
