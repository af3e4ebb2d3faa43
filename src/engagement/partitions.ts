import { type SQL, sql } from 'drizzle-orm';
import { CLICK_COLUMNS } from '../db/click-columns.ts';

/** Ledger and aggregates lie in partitions of five days, five of them in turn; the windows of rankings span at most four. */
export const PARTITION_DAYS = 5;
const PARTITION_HOURS = PARTITION_DAYS * 24;
const PARTITIONS = 5;

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

/** The partition that will be used next; all in it is at least 15 days old when `hour` runs. Clicks may be an hour ahead. */
export const expiredPartition = (hour: number): number => (partitionOf(hour + 1) + 1) % PARTITIONS;

export const ledgerTable = (partition: number) => sql.identifier(`click_ids_${partition}`);
export const hoursTable = (partition: number) => sql.identifier(`click_hours_${partition}`);

/** Definition of the columns of `click_hours_N`, as in the migration that made them. */
const HOURS_COLUMNS = [
  '`content_id` integer NOT NULL',
  '`hour` integer NOT NULL',
  ...CLICK_COLUMNS.map((name) => `\`${name}\` integer DEFAULT 0 NOT NULL`),
  'PRIMARY KEY(`content_id`, `hour`)',
].join(', ');

/** Empties a partition by dropping its tables and making them again: unlike a delete, this writes no rows. */
export const recreatePartition = (partition: number): SQL[] => [
  sql`DROP TABLE ${ledgerTable(partition)}`,
  sql`CREATE TABLE ${ledgerTable(partition)} (\`id\` text PRIMARY KEY NOT NULL, \`nonce\` integer NOT NULL) WITHOUT ROWID`,
  sql`DROP TABLE ${hoursTable(partition)}`,
  sql`CREATE TABLE ${hoursTable(partition)} (${sql.raw(HOURS_COLUMNS)}) WITHOUT ROWID`,
];
