export type Cell = string | number | null | undefined;

/** What each column says of a row, by the column's heading. */
export type Columns<R> = Record<string, (row: R) => Cell>;

/** Rows as a table, with the line of headings first. */
export const tableOf = <R>(columns: Columns<R>, rows: readonly R[]): Cell[][] => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cell) => cell(row))),
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
