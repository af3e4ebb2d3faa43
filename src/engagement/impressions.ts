import { type SQL, sql } from 'drizzle-orm';
import { type ClassKind, KIND_NAMES, LOW_BITS } from '../db/click-columns.ts';
import { POSITION_BUCKETS, SURE, VIEW_COLUMNS, VIEW_COUNTERS } from '../db/view-columns.ts';
import { adderTo } from './aggregates.ts';
import { shownTable } from './partitions.ts';

/** Attributes by which a reader at a position is counted. Each attribute increments at most one counter. */
const ATTRIBUTES = ['mark', ...KIND_NAMES, 'sure'] as const;
const firstOf = (kind: ClassKind) => VIEW_COUNTERS.indexOf(`${kind}_0`);

/** Returns the index of a counter for each attribute in `ATTRIBUTES`, or `null` if none applies. */
export const impressionCounters = (mark: number, sender: ImpressionSender): (number | null)[] =>
  sender.origin === 'unsigned'
    ? [mark, ...KIND_NAMES.map((kind) => firstOf(kind) + sender[kind]), null]
    : [mark, ...KIND_NAMES.map(() => null), SURE];

export type ImpressionSender = ({ origin: 'unsigned' } & Record<ClassKind, number>) | { origin: 'signed' | 'trusted' };

export const attributeOf = (counter: number) =>
  counter < POSITION_BUCKETS
    ? 'mark'
    : (KIND_NAMES.findLast((kind) => counter >= firstOf(kind) && counter < SURE) ?? 'sure');
const addReaders = adderTo(
  shownTable,
  ['shownId', 'shownHour', 'shownBy'],
  VIEW_COUNTERS.map((_, i) => `(c.${attributeOf(i)} IS ${i})`),
);

/** Value of `clicked` in the row of network bucket 0. For another bucket, its number is added. */
export const FIRST_NETWORK = 2;

/** Adds readers by position bucket. Unsigned readers who clicked are also added to the row of their network bucket. */
export function addImpressions(partition: number, rows: SQL, first: number): SQL {
  const [mark, ...others] = ATTRIBUTES.map((name, i) => [`v ->> ${first + i}`, name]);
  const network = `v ->> ${first + ATTRIBUTES.indexOf('network')}`;
  const bucket = `iif(byNetwork, ${FIRST_NETWORK - firstOf('network')} + ${network}, shownBy) AS shownBy`;
  const counted = others.map(([value, name]) => `iif(byNetwork, NULL, ${value}) AS ${name}`);
  const values = sql.raw(['shownId', 'shownHour', bucket, mark?.join(' AS '), ...counted].join(', '));
  return addReaders(
    partition,
    sql`SELECT ${values} FROM (${rows}) JOIN (SELECT 0 AS byNetwork UNION ALL SELECT 1)
      ON NOT byNetwork OR (shownBy = 1 AND ${sql.raw(network)} IS NOT NULL)`,
  );
}

/** Maximum number of arguments per SQL function call. D1 allows 32. */
const MAX_FUNCTION_ARGUMENTS = 30;
/** SQL expression: sums of the first `count` columns of `VIEW_COLUMNS`, as a JSON array. */
const summed = (count: number): SQL =>
  sql.raw(
    `'[' || concat_ws(',', ${Array.from({ length: Math.ceil(count / MAX_FUNCTION_ARGUMENTS) }, (_, part) => {
      const columns = VIEW_COLUMNS.slice(
        part * MAX_FUNCTION_ARGUMENTS,
        Math.min(count, (part + 1) * MAX_FUNCTION_ARGUMENTS),
      );
      return `concat_ws(',', ${columns.map((name) => `sum("${name}")`).join(', ')})`;
    }).join(', ')}) || ']'`,
  );
export const SUMMED = summed(VIEW_COLUMNS.length);
export const SUMMED_MARKS = summed(POSITION_BUCKETS / 2);

/** Returns the two counters of each packed column. */
export const unpacked = (columns: readonly number[]): number[] =>
  columns.flatMap((value) => [value % 2 ** LOW_BITS, Math.floor(value / 2 ** LOW_BITS)]);

export const countersIn = (text: string): number[] => unpacked(JSON.parse(text) as number[]);

/** Returns the columns of a `view_hours_N` row for signed readers by position bucket. They are never discounted. */
export function packedShown(readers: readonly number[]): Record<string, number> {
  const counters = VIEW_COUNTERS.map((_, i) => readers[i] ?? 0);
  counters[SURE] = readers.reduce((a, b) => a + b, 0);
  return Object.fromEntries(
    VIEW_COLUMNS.map((name, i) => [name, (counters[2 * i] ?? 0) + (counters[2 * i + 1] ?? 0) * 2 ** LOW_BITS]),
  );
}
