export type Cell = string | number | boolean | null;

/** A table as text: names of the columns, then one line per row. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A table as CSV (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export const toCsv = ({ columns, rows }: Table): string => [columns, ...rows].map(toLine).join('');

export const toLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

function toField(cell: Cell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? cell.replace(/^(?=[=+\-@\t\r])/, "'") : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
