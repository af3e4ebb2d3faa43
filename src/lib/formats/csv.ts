export type CsvCell = string | number | boolean | null;

export interface CsvTable {
  columns: readonly string[];
  rows: readonly (readonly CsvCell[])[];
}

/** Converts a table to CSV (RFC 4180). Adds an apostrophe to text that spreadsheets would run as a formula. */
export const toCsv = ({ columns, rows }: CsvTable): string => [columns, ...rows].map(toLine).join('');

export const toLine = (cells: readonly CsvCell[]): string => `${cells.map(toField).join(',')}\r\n`;

function toField(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? cell.replace(/^(?=[=+\-@\t\r])/, "'") : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
