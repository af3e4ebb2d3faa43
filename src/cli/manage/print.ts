import { toCsv } from '../../lib/formats/csv.ts';
import type { Resource } from './resource-commands.ts';

export const PRINT_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

export function print(
  answer: Record<string, unknown>,
  { list, columns }: Pick<Resource, 'list' | 'columns'>,
  format: PrintFormat,
): void {
  const rows = answer[list];
  if (format === 'json' || !Array.isArray(rows)) {
    console.log(JSON.stringify(answer, null, format === 'ndjson' ? undefined : 2));
    return;
  }
  if (format === 'ndjson') for (const row of rows) console.log(JSON.stringify(row));
  else printTable(rows, columns, format);
  if (answer.next) console.error(`For the next page, add --cursor ${answer.next}`);
}

/** Prints CSV, or a table whose columns are separated by at least two spaces, for tools such as `awk`. */
export function printTable(values: Record<string, unknown>[], columns: readonly string[], format: 'table' | 'csv') {
  const rows = values.map((value) => columns.map((column) => textOf(value[column])));
  if (format === 'csv') {
    process.stdout.write(toCsv({ columns, rows }));
    return;
  }
  if (rows.length === 0) console.error('No results.');
  const lines = rows.length > 0 ? [columns, ...rows] : [];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  for (const line of lines)
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value ?? '').replaceAll(/\s+/g, ' ');
}
