export type Cell = string | number | null | undefined;

/** The columns of a table by their headings: what a row has by that name, or what is made of the row. */
export type Columns<R> = readonly ((keyof R & string) | readonly [heading: string, cell: (row: R) => Cell])[];

/** Rows as a table, with the line of headings first. */
export const tableOf = <R extends object>(columns: Columns<R>, rows: readonly R[]): Cell[][] => [
  columns.map((column) => (typeof column === 'string' ? column : column[0])),
  ...rows.map((row) => columns.map((column) => (typeof column === 'string' ? (row[column] as Cell) : column[1](row)))),
];

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A table as RFC 4180 wants it: lines end in CRLF, a cell with commas, quotes or line breaks is quoted. Text that a spreadsheet
 * would compute gets an apostrophe in front; numbers stay numbers. Begins with a byte order mark, without which Excel takes it
 * for Latin-1.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`;

function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell ?? '') ? `'${cell}` : (cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
