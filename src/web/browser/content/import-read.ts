import { isOpml, readOpml } from '../lib/opml.ts';
import { authorOf, type Field, LISTS, NUMBERS } from '../ui/form/values.ts';
import type { Row } from './collections.tsx';

/** Reading files that editors drop: NDJSON, JSON, CSV and OPML to rows as the API takes them. Pure but for OPML. */

export interface Read {
  /** `table`: columns have still to be assigned to fields. */
  form: 'rows' | 'table' | 'feeds';
  rows: Row[];
  /** Of a table. */
  columns: string[];
  /** Errors by line. */
  faults: { line: number; reason: string }[];
}

/** Detects the format from the content first, because names of files may be wrong. Throws an `Error` with a message for people. */
export function readFile(name: string, text: string): Read {
  const content = text.replace(/^\ufeff/, '');
  const start = content.trimStart();
  if (start === '') throw new Error('The file is empty.');
  if (isOpml(start)) return { form: 'feeds', rows: readOpml(content), columns: [], faults: [] };
  if (start.startsWith('[')) return readJson(content);
  if (start.startsWith('{')) return readLines(content);
  if (/\.(csv|tsv|txt)$/i.test(name) || /[,;\t]/.test(start.split('\n', 1)[0] ?? '')) return readTable(content);
  throw new Error('This file is not NDJSON, JSON, CSV or OPML.');
}

const rowsOnly = (rows: Row[], faults: Read['faults'] = []): Read => ({ form: 'rows', rows, columns: [], faults });

function readJson(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`);
  }
  return rowsOnly(value as Row[]);
}

/** A line that is no JSON is named; the others are taken. A single object over several lines is JSON. */
function readLines(text: string): Read {
  try {
    return rowsOnly([JSON.parse(text) as Row]);
  } catch {
    // One object a line.
  }
  const rows: Row[] = [];
  const faults: Read['faults'] = [];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    try {
      rows.push(JSON.parse(line) as Row);
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

/** The most frequent separator in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((sign) => [sign, first.split(sign).length] as const);
  return counted.sort((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** RFC 4180: cells in quotes hold separators, line breaks and doubled quotes. */
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

/** A row of a table as the API takes it. `mapping`: field by column; empty: the column is left out. Lists are parted by `;` or `|`. */
export function mapped(row: Row, mapping: Record<string, string>, fields: readonly Field[]): Row {
  const entries = Object.entries(mapping).flatMap(([column, field]): [string, unknown][] => {
    const text = String(row[column] ?? '').trim();
    if (field === '' || text === '') return [];
    // Articles are numbered, though nobody chooses their numbers.
    const { type = field === 'id' ? 'number' : 'text', isNumber } = fields.find(({ name }) => name === field) ?? {};
    if (LISTS.includes(type)) {
      const values = text.split(/[;|]/).map((value) => value.trim());
      return [
        [
          field,
          type === 'authors'
            ? values.filter(Boolean).map(authorOf)
            : NUMBERS.includes(type)
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

/** Passes on what is not a number, so that the service reports it. */
const numberOr = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

/** The field that a column most likely means. */
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
