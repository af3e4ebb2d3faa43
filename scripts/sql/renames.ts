/**
 * Shows that the compiler knows where columns are named: renames columns in a copy of the schema, one at a time, and counts the
 * errors of the compiler. Fails where it stops at no column of a table. A column without an error is one that only migrations name.
 *
 *     npm run verify:renames             the last column of each table that is named anywhere; some minutes
 *     npm run verify:renames -- --all    every column of every table
 */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILES = [...globSync('src/db/schema/*.ts', { cwd: ROOT }), 'src/db/tables.ts'];
/** A column's line: `urlKey: text('url_key').notNull(),` */
const COLUMN = /^ +(\w+): (?:text|integer|counter)\(.*$/gm;

interface Column {
  file: string;
  /** The table, or what makes several of the same columns, by its name in TypeScript. */
  table: string;
  column: string;
  /** Where the name begins in the file. */
  at: number;
}

/** The columns of every table, in the order of the file. */
function columnsIn(file: string): Column[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const begins = Array.from(text.matchAll(/^(?:export )?const (\w+) =/gm));
  return begins.flatMap(({ 1: table = '', index }, i) => {
    const part = text.slice(index, begins[i + 1]?.index);
    if (!part.includes('sqliteTable(')) return [];
    return Array.from(part.matchAll(COLUMN), ({ 0: line, 1: column = '', index: inside }) => ({
      file,
      table,
      column,
      at: index + inside + line.indexOf(column),
    }));
  });
}

/** The compiler's errors. Rejects where it did not come to its end. */
function compile(folder: string): Promise<string[]> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, '--pretty', 'false'], { cwd: folder, maxBuffer: 64e6 }, (failure, stdout) => {
      const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
      if (failure && errors.length === 0) reject(failure);
      else resolve(errors);
    });
  });
}

/** What the compiler says where a column has another name. */
async function renamed({ file, column, at }: Column): Promise<string[]> {
  const text = readFileSync(join(ROOT, file), 'utf8');
  writeFileSync(join(folder, file), `${text.slice(0, at)}${column}Renamed${text.slice(at + column.length)}`);
  const errors = await compile(folder);
  writeFileSync(join(folder, file), text);
  return errors;
}

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-renames-'));
try {
  for (const name of ['src', 'drizzle', 'package.json', 'worker-configuration.d.ts'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const config = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  // What the service does with its database; tests would only add to it.
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...config, include: ['src', 'worker-configuration.d.ts'] }),
  );
  const before = await compile(folder);
  if (before.length > 0) throw new Error(`does not compile as it is:\n${before.join('\n')}`);

  const all = process.argv.includes('--all');
  const byTable = Map.groupBy(FILES.flatMap(columnsIn), ({ table }) => table);
  let known = 0;
  for (const [table, columns] of byTable) {
    let isKnown = false;
    // From the end: a table begins with its key, which is named everywhere.
    for (const column of columns.reverse()) {
      if (isKnown && !all) break;
      const errors = await renamed(column);
      const places = new Set(errors.map((line) => line.slice(0, line.indexOf('('))));
      console.log(`${table}.${column.column}: ${errors.length} errors in ${places.size} files`);
      isKnown ||= errors.length > 0;
    }
    if (isKnown) known++;
    else console.error(`${table}: the compiler knows none of its columns`);
  }
  console.log(`${known} of ${byTable.size} tables: the compiler stops at a renamed column`);
  if (known < byTable.size) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
