import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { CLICK_COLUMNS, COUNTER_COLUMNS, counterOf, LOW_BITS } from '../db/click-columns.ts';
import type { CLICK_HOURS } from '../db/schema.ts';
import { joined, listed, plus, rendered } from '../db/sql.ts';
import type { ClickCell } from './cells.ts';
import { ATTRIBUTE_COLUMNS, attributeOf } from './columns.ts';
import { hoursTable } from './partitions.ts';

/** Maximum number of arguments that D1 allows per SQL function. */
const MAX_FUNCTION_ARGUMENTS = 32;

/** SQL expression: counters of a click from the array `value`. Index `first` has the first of `ATTRIBUTE_COLUMNS`. */
export const clickCounters = (value: SQL, first: number): SQL =>
  sql.join(
    ATTRIBUTE_COLUMNS.map((attribute, i) => sql`${value} ->> ${sql.raw(String(first + i))} AS ${sql.raw(attribute)}`),
    sql`, `,
  );

/** Creates a builder of upserts that add counts. LIMIT stops SQLite from merging two queries and reading rows twice. */
export function adderTo(
  tableOf: (partition: number) => SQLiteTable,
  key: readonly string[],
  counts: readonly string[],
): (partition: number, rows: SQL) => SQL {
  const sums = Array.from(
    { length: counts.length / 2 },
    (_, i) => `sum(${counts[2 * i]} + (${counts[2 * i + 1]} << ${LOW_BITS}))`,
  );
  const select = sql.raw(`SELECT ${[...key.map((name) => `c.${name}`), ...sums].join(', ')}`);
  const groups = sql.raw(key.map((_, i) => i + 1).join(', '));
  const parts = new Map<number, { insert: SQL; update: SQL }>();
  const partsOf = (partition: number) => {
    const of = tableOf(partition);
    const columns = Object.values<SQLiteColumn>(getTableColumns(of));
    return {
      insert: rendered(sql`INSERT INTO ${of} (${listed(...columns)}) ${select}`),
      update: rendered(sql`ON CONFLICT DO UPDATE SET ${joined(columns.slice(key.length).map(plus))}`),
    };
  };
  return (partition, rows) => {
    const { insert, update } = parts.get(partition) ?? partsOf(partition);
    parts.set(partition, { insert, update });
    return sql`${insert} FROM (${rows} LIMIT -1) c WHERE true GROUP BY ${groups} ${update}`;
  };
}

/** Adds clicks from a query that returns one row per click: `clickedId`, `clickedHour` and `clickCounters`. */
export const addClicks = adderTo(
  hoursTable,
  ['clickedId', 'clickedHour'],
  COUNTER_COLUMNS.map((_, i) => `(c.${attributeOf(i)} IS ${i})`),
);

export type CellRow = Pick<(typeof CLICK_HOURS)[number]['$inferSelect'], 'contentId' | 'hour'> & { counts: string };

/** Returns the hourly counts of a partition under the alias `h`, which `NONZERO_COUNTERS` expects. */
export function aliasedHours(partition: number) {
  const hours = hoursTable(partition);
  return [hours, alias(hours, 'h')] as const;
}

/** SQL expression: the non-zero columns of row `h` as a string, `,column,low,high,…`. `countsOf` parses the string. */
export const sparse = (columns: readonly string[]): SQL =>
  sql.raw(
    Array.from({ length: Math.ceil(columns.length / MAX_FUNCTION_ARGUMENTS) }, (_, part) => {
      const from = part * MAX_FUNCTION_ARGUMENTS;
      const parts = columns.slice(from, from + MAX_FUNCTION_ARGUMENTS).map((name, i) => {
        const [low, high] = [0, 1].map((n) => counterOf(2 * (from + i) + n, 'h.', columns));
        return `iif(h.${name}, ',${from + i},' || ${low} || ',' || ${high}, '')`;
      });
      return `concat(${parts.join(', ')})`;
    }).join(' || '),
  );

export const NONZERO_COUNTERS: SQL = sparse(CLICK_COLUMNS);

export function countsOf(text: string): number[] {
  const numbers: number[] = JSON.parse(`[${text.slice(1)}]`);
  const counts: number[] = [];
  for (let i = 0; i < numbers.length; i += 3) {
    const [column = 0, low = 0, high = 0] = [numbers[i], numbers[i + 1], numbers[i + 2]];
    if (low > 0) counts.push(2 * column, low);
    if (high > 0) counts.push(2 * column + 1, high);
  }
  return counts;
}

export const toCell = ({ counts, ...of }: CellRow): ClickCell => ({ ...of, counts: countsOf(counts) });

export const cellOfRow = z.object({ contentId: z.int(), hour: z.int(), counts: z.string() }).transform(toCell);

/** Builds a query for hourly counts by article and hour. It reads two rows per article and hour. */
export function selectCells(partition: number, wanted: readonly (readonly [contentId: number, hour: number])[]): SQL {
  const [hours, h] = aliasedHours(partition);
  return sql`SELECT ${h.contentId} AS contentId, ${h.hour} AS hour, ${NONZERO_COUNTERS} AS counts
    FROM json_each(${JSON.stringify(wanted)}) j CROSS JOIN ${hours} h
      ON ${h.contentId} = j.value ->> 0 AND ${h.hour} = j.value ->> 1`;
}

/** Builds a query for the hourly counts of an article from a given hour onwards. It reads one row per hour. */
export const selectArticleCells = (partitions: readonly number[], contentId: number, from: number): SQL =>
  sql.join(
    partitions.map((partition) => {
      const [hours, h] = aliasedHours(partition);
      return sql`SELECT ${h.contentId} AS contentId, ${h.hour} AS hour, ${NONZERO_COUNTERS} AS counts
        FROM ${hours} h WHERE ${h.contentId} = ${contentId} AND ${h.hour} >= ${from}`;
    }),
    sql` UNION ALL `,
  );
