import { toLine } from '../../../lib/formats/csv.ts';

export type Cell = string | number | null | undefined;

/** The columns of a table by their headings: what a row has by that name, or what is made of the row. */
export type Columns<R> = readonly ((keyof R & string) | readonly [heading: string, cell: (row: R) => Cell])[];

/** Rows as a table, with the line of headings first. */
export const tableOf = <R extends object>(columns: Columns<R>, rows: readonly R[]): Cell[][] => [
  columns.map((column) => (typeof column === 'string' ? column : column[0])),
  ...rows.map((row) => columns.map((column) => (typeof column === 'string' ? (row[column] as Cell) : column[1](row)))),
];

/** A table as files have it: it begins with a byte order mark, without which Excel takes it for Latin-1. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => toLine(row.map((cell) => cell ?? null))).join('')}`;
