import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../db/schema.ts';
import { bare, joined, listed } from '../db/sql.ts';

/** Days per partition (table). The five partitions are used in turn, and ranking windows span at most four of them. */
export const PARTITION_DAYS = 5;
const PARTITION_HOURS = PARTITION_DAYS * 24;
export const HOURS = schema.CLICK_HOURS;
const PARTITIONS = HOURS.length;

/** Returns the partition of an hour since the epoch. Partitions begin at midnight UTC. */
export const partitionOf = (hour: number): number => Math.floor(hour / PARTITION_HOURS) % PARTITIONS;

/** Returns the partitions that contain the hours from `from` (inclusive) to `to` (exclusive). */
export function partitionsOf({ from, to }: { from: number; to: number }): number[] {
  const all = new Set<number>();
  for (let hour = from; hour < to + PARTITION_HOURS; hour += PARTITION_HOURS) {
    all.add(partitionOf(Math.min(hour, to - 1)));
  }
  return [...all];
}

/** Returns the partition to empty next. Its data is at least 15 days old, even for clicks an hour after `hour`. */
export const expiredPartition = (hour: number): number => (partitionOf(hour + 1) + 1) % PARTITIONS;

export const ledgerTable = (partition: number) => inPartition(schema.CLICK_IDS, partition);
export const hoursTable = (partition: number) => inPartition(HOURS, partition);
export const shownTable = (partition: number) => inPartition(schema.VIEW_HOURS, partition);
export const readLedger = (partition: number) => inPartition(schema.READ_IDS, partition);
export const readDays = (partition: number) => inPartition(schema.READ_DAYS, partition);
export type Aggregates =
  | (typeof HOURS)[number]
  | (typeof schema.READ_DAYS)[number]
  | (typeof schema.VIEW_HOURS)[number];
const keyColumns = (of: Aggregates): SQLiteColumn[] => partitionColumns(of).slice(0, 'clicked' in of ? 3 : 2);
export const countColumns = (of: Aggregates): SQLiteColumn[] => partitionColumns(of).slice(keyColumns(of).length);
export const partitionColumns = (of: Aggregates) => Object.values<SQLiteColumn>(getTableColumns(of));

function inPartition<T>(tables: readonly T[], partition: number): T {
  const table = tables[partition];
  if (!table) throw new RangeError(`there is no partition ${partition}`);
  return table;
}

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

export const tablesOf = (partition: number) =>
  [
    ledgerTable(partition),
    hoursTable(partition),
    readLedger(partition),
    readDays(partition),
    shownTable(partition),
  ] as const;

export const ledgersOf = (partition: number) => [ledgerTable(partition), readLedger(partition)] as const;

const isAggregates = (table: SQLiteTable): table is Aggregates => 'contentId' in table;

/** Empties tables by dropping and creating them. Unlike DELETE, this writes no rows. (docs/decisions.md#C3) */
export const recreateTables = (tables: readonly SQLiteTable[]): SQL[] =>
  tables.flatMap((table) => [
    sql`DROP TABLE ${table}`,
    sql`CREATE TABLE ${table} (${isAggregates(table) ? countedColumns(table) : ledgerColumns(table)}) WITHOUT ROWID`,
  ]);
