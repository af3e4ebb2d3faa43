import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../db/schema.ts';
import { bare, joined, listed } from '../db/sql.ts';

/** Ledger and aggregates are a ring of five partitions of five days each; the windows of rankings span at most four. */
export const PARTITION_DAYS = 5;
const PARTITION_HOURS = PARTITION_DAYS * 24;
const LEDGERS = [schema.clickIds0, schema.clickIds1, schema.clickIds2, schema.clickIds3, schema.clickIds4] as const;
/** The aggregates of all partitions. */
export const HOURS = [
  schema.clickHours0,
  schema.clickHours1,
  schema.clickHours2,
  schema.clickHours3,
  schema.clickHours4,
] as const;
const SHOWN = [schema.viewHours0, schema.viewHours1, schema.viewHours2, schema.viewHours3, schema.viewHours4] as const;
const READ_LEDGERS = [schema.readIds0, schema.readIds1, schema.readIds2, schema.readIds3, schema.readIds4] as const;
const READS = [schema.readDays0, schema.readDays1, schema.readDays2, schema.readDays3, schema.readDays4] as const;
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
export const ledgerTable = (partition: number) => inPartition(LEDGERS, partition);
/** The aggregates of a partition. */
export const hoursTable = (partition: number) => inPartition(HOURS, partition);
/** The totals of what was shown of a partition. */
export const shownTable = (partition: number) => inPartition(SHOWN, partition);
/** The ledger of reads of a partition, and its aggregates. */
export const readLedger = (partition: number) => inPartition(READ_LEDGERS, partition);
export const readDays = (partition: number) => inPartition(READS, partition);
export type Aggregates = (typeof HOURS)[number] | (typeof READS)[number] | (typeof SHOWN)[number];
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

/** Empties a partition by dropping and recreating its tables: unlike DELETE, this writes no rows. (docs/decisions.md#C3) */
export function recreatePartition(partition: number): SQL[] {
  const [ledger, hours, reads, days, shown] = tablesOf(partition);
  const remade = (table: SQLiteTable, columns: SQL) => [
    sql`DROP TABLE ${table}`,
    sql`CREATE TABLE ${table} (${columns}) WITHOUT ROWID`,
  ];
  return [
    ...[ledger, reads].flatMap((table) => remade(table, ledgerColumns(table))),
    ...[hours, days, shown].flatMap((table) => remade(table, countedColumns(table))),
  ];
}
