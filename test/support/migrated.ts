import { DatabaseSync } from 'node:sqlite';

/** Tables that a database has without a migration, or with another. */
const INNER = /^(sqlite_|article_index_)/;

/**
 * Statements that make at once what migrations make one after the other: the tables as they are in the end, and the rows that they
 * hold then. A test compares the two.
 */
export function finalStatements(migrations: readonly { queries: string[] }[]): string[] {
  const db = new DatabaseSync(':memory:');
  for (const { queries } of migrations) for (const query of queries) db.exec(query);
  const all = (query: string) => db.prepare(query).all() as Record<string, string>[];
  // In the order in which they were made: tables before what belongs to them.
  const made = all(`SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type <> 'table', rowid`);
  const own = made.filter(({ name = '' }) => !INNER.test(name));
  const isTable = ({ type, sql = '' }: Record<string, string>) => type === 'table' && !/^CREATE VIRTUAL/i.test(sql);
  const inserted = own.filter(isTable).flatMap(({ name = '' }) => insertion(all, name));
  const triggers = own.filter(({ type }) => type === 'trigger').map(({ sql = '' }) => sql);
  const others = own.filter(({ type }) => type !== 'trigger').map(({ sql = '' }) => sql);
  // Rows come before the triggers, which would act on them.
  return [...others, ...inserted, ...triggers, 'DELETE FROM sqlite_sequence', ...insertion(all, 'sqlite_sequence')];
}

/** A statement that inserts all rows of a table; none where it is empty. */
function insertion(all: (query: string) => Record<string, string>[], table: string): string[] {
  const columns = all(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => `"${name}"`);
  const rows = all(`SELECT ${columns.map((column) => `quote(${column})`).join(` || ', ' || `)} AS row FROM "${table}"`);
  if (rows.length === 0) return [];
  return [`INSERT INTO "${table}" (${columns}) VALUES ${rows.map(({ row }) => `(${row})`).join(', ')}`];
}
