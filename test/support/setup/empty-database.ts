import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

interface SchemaObject {
  type: string;
  name: string;
  sql: string;
}

/**
 * Maximum number of characters that the simulator executes as one statement. Each separate statement would take as
 * long.
 */
const TOGETHER = 60_000;

/**
 * Returns statements that create the database as the migrations leave it. They take a fifth of the migrations' time.
 * Throws if the result differs.
 */
export function emptyDatabase(migrations: readonly { queries: readonly string[] }[]): string[] {
  const migrated = new DatabaseSync(':memory:');
  for (const { queries } of migrations) for (const query of queries) migrated.exec(query);
  const objects = objectsOf(migrated);
  const isTable = ({ type }: SchemaObject) => type === 'table';
  const tables = objects.filter(isTable);
  const statements = [
    ...tables.map(({ sql }) => sql),
    ...tables.flatMap(({ name }) => insertOf(migrated, name)),
    ...tables.filter(isVirtual).flatMap(({ name }) => settingsOf(migrated, name)),
    ...objects.filter((object) => !isTable(object)).map(({ sql }) => sql),
  ];
  const made = new DatabaseSync(':memory:');
  for (const statement of statements) made.exec(statement);
  if (contentOf(made) !== contentOf(migrated)) throw new Error('the empty database differs from a migrated one');
  return statements.reduce<string[]>((texts, statement) => {
    const [text = '', more] = [texts.at(-1), `${statement};\n`];
    return text && text.length + more.length < TOGETHER ? texts.with(-1, text + more) : texts.concat(more);
  }, []);
}

/** Returns tables, indexes and triggers in the order of their creation, without those that SQLite creates itself. */
function objectsOf(database: DatabaseSync): SchemaObject[] {
  const all = database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all();
  const objects = all as unknown as SchemaObject[];
  const virtual = objects.filter(isVirtual);
  return objects.filter(
    ({ name }) => !name.startsWith('sqlite_') && !virtual.some((table) => name.startsWith(`${table.name}_`)),
  );
}

const isVirtual = ({ sql }: SchemaObject) => sql.startsWith('CREATE VIRTUAL');

/** Returns statements that set the options of a full-text index, which its table of settings contains. */
function settingsOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`SELECT k, v FROM "${table}_config" WHERE k <> 'version'`).all();
  return rows.map(
    ({ k = null, v = null }) => `INSERT INTO "${table}" ("${table}", rank) VALUES (${literal(k)}, ${literal(v)})`,
  );
}

function insertOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`SELECT * FROM "${table}"`).all();
  const [first] = rows;
  if (!first) return [];
  const names = Object.keys(first).map((name) => `"${name}"`);
  const values = rows.map((row) => `(${Object.values(row).map(literal).join()})`);
  return [`INSERT INTO "${table}" (${names}) VALUES ${values.join(',\n')}`];
}

function literal(value: SQLInputValue): string {
  if (value === null || typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`no literal for ${typeof value}`);
}

/** Returns all objects and rows as text. */
function contentOf(database: DatabaseSync): string {
  const rows = objectsOf(database)
    .filter(({ type }) => type === 'table')
    .map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  const objects = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  return JSON.stringify([objects, rows, database.prepare('SELECT * FROM sqlite_sequence').all()]);
}
