import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { listed } from '../db/columns.ts';
import { bare, joined } from '../db/json.ts';
import * as schema from '../db/schema.ts';

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

/** The ledger of a partition. */
export const ledgerTable = (partition: number) => inPartition(LEDGERS, partition);
/** The aggregates of a partition. */
export const hoursTable = (partition: number) => inPartition(HOURS, partition);
/** Its columns of counters. */
export function countColumns(hours: (typeof HOURS)[number]): SQLiteColumn[] {
  const { contentId, hour, ...counted } = getTableColumns(hours);
  return Object.values<SQLiteColumn>(counted);
}

function inPartition<T>(tables: readonly T[], partition: number): T {
  const table = tables[partition];
  if (!table) throw new RangeError(`there is no partition ${partition}`);
  return table;
}

/** Definition of a partition's columns, as in the migrations that made them. */
const ledgerColumns = ({ id, nonce }: (typeof LEDGERS)[number]): SQL =>
  sql`${bare(id)} text PRIMARY KEY NOT NULL, ${bare(nonce)} integer NOT NULL`;
const hoursColumns = (hours: (typeof HOURS)[number]): SQL =>
  joined([
    sql`${bare(hours.contentId)} integer NOT NULL`,
    sql`${bare(hours.hour)} integer NOT NULL`,
    ...countColumns(hours).map((column) => sql`${bare(column)} integer DEFAULT 0 NOT NULL`),
    sql`PRIMARY KEY(${listed(hours.contentId, hours.hour)})`,
  ]);

/** Empties a partition by dropping and recreating its tables: unlike DELETE, this writes no rows. (docs/decisions.md#C3) */
export function recreatePartition(partition: number): SQL[] {
  const [ledger, hours] = [ledgerTable(partition), hoursTable(partition)];
  return [
    sql`DROP TABLE ${ledger}`,
    sql`CREATE TABLE ${ledger} (${ledgerColumns(ledger)}) WITHOUT ROWID`,
    sql`DROP TABLE ${hours}`,
    sql`CREATE TABLE ${hours} (${hoursColumns(hours)}) WITHOUT ROWID`,
  ];
}
