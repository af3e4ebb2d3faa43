import { toLine } from '../../../lib/formats/csv.ts';

export type Cell = string | number | null | undefined;

export type Columns<R> = readonly ((keyof R & string) | readonly [heading: string, cell: (row: R) => Cell])[];

export const tableOf = <R extends object>(columns: Columns<R>, rows: readonly R[]): Cell[][] => [
  columns.map((column) => (typeof column === 'string' ? column : column[0])),
  ...rows.map((row) => columns.map((column) => (typeof column === 'string' ? (row[column] as Cell) : column[1](row)))),
];

/** Formats rows as CSV with a byte order mark, without which Excel reads the file as Latin-1. */
export const toExcelCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => toLine(row.map((cell) => cell ?? null))).join('')}`;
