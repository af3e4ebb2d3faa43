import { isOpml, parseOpml } from '../lib/opml.ts';
import { bylineOf, type InputField, LIST_TYPES, NUMBER_TYPES } from '../ui/form/values.ts';
import type { ApiRecord } from './collections.tsx';

export interface Read {
  /** Kind of file: `rows` are API records. The columns of a `table` must first be assigned to fields. */
  form: 'rows' | 'table' | 'feeds';
  rows: ApiRecord[];
  columns: string[];
  faults: { line: number; reason: string }[];
}

/** Detects the format by content first, because file names may be wrong. Throws an `Error` for the user. */
export function readFile(name: string, text: string): Read {
  const content = text.replace(/^\ufeff/, '');
  const start = content.trimStart();
  if (start === '') throw new Error('The file is empty.');
  if (isOpml(start)) return { form: 'feeds', rows: parseOpml(content), columns: [], faults: [] };
  if (start.startsWith('[')) return readJson(content);
  if (start.startsWith('{')) return readLines(content);
  if (/\.(csv|tsv|txt)$/i.test(name) || /[,;\t]/.test(start.split('\n', 1)[0] ?? '')) return readTable(content);
  throw new Error('This file is not NDJSON, JSON, CSV or OPML.');
}

const rowsOnly = (rows: ApiRecord[], faults: Read['faults'] = []): Read => ({
  form: 'rows',
  rows,
  columns: [],
  faults,
});

function readJson(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`);
  }
  return rowsOnly(value as ApiRecord[]);
}

function readLines(text: string): Read {
  try {
    return rowsOnly([JSON.parse(text) as ApiRecord]);
  } catch {
    // A file that is not a single JSON object contains one object per line.
  }
  const rows: ApiRecord[] = [];
  const faults: Read['faults'] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    try {
      rows.push(JSON.parse(line) as ApiRecord);
    } catch {
      faults.push({ line: i + 1, reason: 'is not JSON' });
    }
  });
  return rowsOnly(rows, faults);
}

function readTable(text: string): Read {
  const [columns = [], ...lines] = cells(text, separatorOf(text));
  const names = columns.map((name, i) => name.trim() || `Column ${i + 1}`);
  const rows = lines
    .filter((line) => line.some((cell) => cell.trim() !== ''))
    .map((line) => Object.fromEntries(names.map((name, i) => [name, line[i] ?? ''])));
  return { form: 'table', rows, columns: names, faults: [] };
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((sign) => [sign, first.split(sign).length] as const);
  return counted.sort((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** Splits CSV into cells (RFC 4180). */
function cells(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const next = new RegExp(`(?:"([^"]*(?:""[^"]*)*)(?:"|$))?([^${separator}\\n]*)(${separator}|\\n|$)`, 'y');
  for (;;) {
    const [, quoted = '', plain = '', end] = next.exec(text) ?? [];
    rows.at(-1)?.push(quoted.replaceAll('""', '"') + (end === '\n' ? plain.replace(/\r$/, '') : plain));
    if (!end) return rows;
    if (end === '\n') rows.push([]);
  }
}

/** Converts a table row to an API record. `mapping` maps columns to fields. List items are separated by `;` or `|`. */
export function mapRow(row: ApiRecord, mapping: Record<string, string>, fields: readonly InputField[]): ApiRecord {
  const entries = Object.entries(mapping).flatMap(([column, field]): [string, unknown][] => {
    const text = String(row[column] ?? '').trim();
    if (field === '' || text === '') return [];
    // The API assigns article ids, so forms have no id field.
    const { type = field === 'id' ? 'number' : 'text', isNumber } = fields.find(({ name }) => name === field) ?? {};
    if (LIST_TYPES.includes(type)) {
      const values = text.split(/[;|]/).map((value) => value.trim());
      return [
        [
          field,
          type === 'authors'
            ? values.filter(Boolean).map(bylineOf)
            : NUMBER_TYPES.includes(type)
              ? values.map(numberOr)
              : values.filter(Boolean),
        ],
      ];
    }
    if (isNumber || type === 'number') return [[field, numberOr(text)]];
    if (type === 'switch') return [[field, /^(1|true|yes|y|x)$/i.test(text)]];
    return [[field, text]];
  });
  return Object.fromEntries(entries);
}

/** Converts digits to a number. Returns any other text unchanged, so that the API reports the error. */
const numberOr = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

export function guessField(column: string, fields: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const wanted = SYNONYMS[plain(column)] ?? plain(column);
  return fields.find((field) => plain(field) === wanted) ?? '';
}

const SYNONYMS: Record<string, string> = {
  headline: 'title',
  link: 'url',
  address: 'url',
  summary: 'introduction',
  description: 'introduction',
  date: 'publishedat',
  published: 'publishedat',
  type: 'contenttype',
  tags: 'topics',
  country: 'countries',
};
