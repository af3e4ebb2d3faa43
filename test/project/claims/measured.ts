import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../docs/measured');

export const pageOf = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

/** Rows of all tables on a page of docs/measured/, keyed by column name. `section`: the heading above the table. */
export function rowsOf(name: string): (Record<string, string> & { section: string })[] {
  const rows: (Record<string, string> & { section: string })[] = [];
  let [section, head]: [string, string[] | null] = ['', null];
  for (const line of pageOf(name).split('\n')) {
    section = /^#+ (.*)/.exec(line)?.[1] ?? section;
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : null;
    if (cells && head)
      rows.push(Object.assign(Object.fromEntries(head.map((column, i) => [column, cells[i] ?? ''])), { section }));
    head = cells && (head ?? cells);
  }
  return rows.filter((row) => !Object.values(row).some((cell) => /^:?-+:?$/.test(cell)));
}

/** Returns a cell of the only row that matches. Throws if no row or several rows match. */
export function cellOf(name: string, where: Record<string, string>, column: string): string {
  const found = rowsOf(name).filter((row) => Object.entries(where).every(([key, value]) => row[key] === value));
  const cell = found[0]?.[column];
  if (found.length !== 1 || cell === undefined)
    throw new Error(
      `docs/measured/${name}.md has ${found.length} rows with ${JSON.stringify(where)} and column ${column}`,
    );
  return cell;
}
