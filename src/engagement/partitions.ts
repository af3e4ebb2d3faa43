import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../db/schema.ts';
import { bare, joined, listed } from '../db/sql.ts';

/** Ledger and aggregates are a ring of five partitions of five days each; the windows of rankings span at most four. */
export const PARTITION_DAYS = 5;
const PARTITION_HOURS = PARTITION_DAYS * 24;
/** The aggregates of all partitions. */
export const HOURS = schema.CLICK_HOURS;
const PARTITIONS = HOURS.length;

/** The partition of an hour (hours since the epoch). Partitions begin and end with UTC days. */
export const partitionOf = (hour: number): number => Math.floor(hour / PARTITION_HOURS) % PARTITIONS;

/** The partitions of the hours from `from` up to, but without, `to`. */
export function partitionsOf({ from, to }: { from: number; to: number }): number[] {
  const all = new Set<number>();
  for (let hour = from; hour < to + PARTITION_HOURS; hour += PARTITION_HOURS) {
    all.add(partitionOf(Math.min(hour, to - 1)));
  }
  return [...all];
}

/** The partition to use next; its contents are at least 15 days old at `hour`. Clicks may be an hour ahead. */
export const expiredPartition = (hour: number): number => (partitionOf(hour + 1) + 1) % PARTITIONS;

/** The ledger of a partition: of clicks, and of what was shown. */
export const ledgerTable = (partition: number) => inPartition(schema.CLICK_IDS, partition);
/** The aggregates of a partition. */
export const hoursTable = (partition: number) => inPartition(HOURS, partition);
/** The totals of what was shown of a partition. */
export const shownTable = (partition: number) => inPartition(schema.VIEW_HOURS, partition);
/** The ledger of reads of a partition, and its aggregates. */
export const readLedger = (partition: number) => inPartition(schema.READ_IDS, partition);
export const readDays = (partition: number) => inPartition(schema.READ_DAYS, partition);
export type Aggregates =
  | (typeof HOURS)[number]
  | (typeof schema.READ_DAYS)[number]
  | (typeof schema.VIEW_HOURS)[number];
/** Columns of the key: article and time, and what it is of. */
const keyColumns = (of: Aggregates): SQLiteColumn[] => columnsOf(of).slice(0, 'clicked' in of ? 3 : 2);
/** Columns of counters: those after the key. */
export const countColumns = (of: Aggregates): SQLiteColumn[] => columnsOf(of).slice(keyColumns(of).length);
export const columnsOf = (of: Aggregates) => Object.values<SQLiteColumn>(getTableColumns(of));

function inPartition<T>(tables: readonly T[], partition: number): T {
  const table = tables[partition];
  if (!table) throw new RangeError(`there is no partition ${partition}`);
  return table;
}

/** Definition of a partition's columns, as in the migrations that made them. */
const ledgerColumns = (ledger: SQLiteTable): SQL => {
  const [id, ...others] = Object.values<SQLiteColumn>(getTableColumns(ledger));
  return joined([
    sql`${bare(id as SQLiteColumn)} text PRIMARY KEY NOT NULL`,
    ...others.map((own) => sql`${bare(own)} integer NOT NULL`),
  ]);
};
const countedColumns = (of: Aggregates): SQL => {
  const key = keyColumns(of);
  return joined([
    ...key.map((column) => sql`${bare(column)} integer NOT NULL`),
    ...countColumns(of).map((column) => sql`${bare(column)} integer DEFAULT 0 NOT NULL`),
    sql`PRIMARY KEY(${listed(...key)})`,
  ]);
};

/** The tables of a partition: ledgers and aggregates of clicks, of what was shown, and of reads. */
export const tablesOf = (partition: number) =>
  [
    ledgerTable(partition),
    hoursTable(partition),
    readLedger(partition),
    readDays(partition),
    shownTable(partition),
  ] as const;

/** Partitions that hold ids of readers. */
export const ledgersOf = (partition: number) => [ledgerTable(partition), readLedger(partition)] as const;

const isAggregates = (table: SQLiteTable): table is Aggregates => 'contentId' in table;

/** Empties tables of a partition by dropping and recreating them: unlike DELETE, this writes no rows. (docs/decisions.md#C3) */
export const recreateTables = (tables: readonly SQLiteTable[]): SQL[] =>
  tables.flatMap((table) => [
    sql`DROP TABLE ${table}`,
    sql`CREATE TABLE ${table} (${isAggregates(table) ? countedColumns(table) : ledgerColumns(table)}) WITHOUT ROWID`,
  ]);
