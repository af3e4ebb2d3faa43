import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { chunks } from '../../content/import-lines.ts';
import { type Db, PreparedQuery } from '../../db/client.ts';
import { type BackupTable, lastingRows } from './backup-tables.ts';

/** Returns the number of rows per page of a few megabytes. An article has about 2 KB, and a click has 50 bytes. */
const pageOf = ({ columns }: BackupTable) => (columns.length > 10 ? 2000 : 20_000);

/** Maximum number of function arguments in D1. */
const ARGUMENTS = 32;

const value = (column: string): SQL => sql.identifier(column).getSQL();
const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

/** SQL expression that writes a row as a line of JSON, so that JavaScript never parses its numbers and strings. */
function line(columns: readonly string[]): SQL {
  const arrays = chunks(columns, ARGUMENTS).map((some) => sql`json_array(${list(some.map(value))})`);
  const inner = arrays.map((array) => sql`substr(${array}, 2, length(${array}) - 2)`);
  return sql`'[' || ${sql.join(inner, sql` || ',' || `)} || ']' AS line`;
}

export async function* tableLines(db: Db, table: BackupTable, limit = pageOf(table)): AsyncIterable<string[]> {
  const { name, columns, key } = table;
  const keys = list(key.map((column) => sql.identifier(column).getSQL()));
  let after: SQL | null = null;
  for (;;) {
    const place: SQL = after ? sql`(${keys}) > (${after})` : sql`true`;
    const rows: Record<string, string>[] = await db.all(
      sql`SELECT ${line(columns)}, ${list(key.map((column, i) => sql`${value(column)} AS ${sql.identifier(`key${i}`)}`))}
        FROM ${sql.identifier(name)} WHERE ${place} AND ${lastingRows(name)} ORDER BY ${keys} LIMIT ${limit}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => String(row.line));
    if (rows.length < limit) return;
    after = list(key.map((_, i) => sql`${last[`key${i}`]}`));
  }
}

/** Returns the rows of several tables as of the same moment, one page per table. */
export async function readTogether(db: Db, tables: readonly BackupTable[]): Promise<string[][]> {
  const { pages } = await db.transaction({
    pages: tables.map(
      ({ name, columns, key }) =>
        new PreparedQuery(
          z.object({ line: z.string() }),
          sql`SELECT ${line(columns)} FROM ${sql.identifier(name)} ORDER BY ${list(key.map((column) => sql.identifier(column).getSQL()))}`,
        ),
    ),
  });
  return pages.map((rows) => rows.map((row) => row.line));
}
