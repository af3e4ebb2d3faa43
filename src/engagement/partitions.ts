import { sql } from 'drizzle-orm';

/** Ledger and aggregates lie in partitions of five days, five of them in turn; two weeks of windows span at most four. */
const PARTITION_HOURS = 5 * 24;
const PARTITIONS = 5;

/** The partition of an hour (hours since the epoch). */
export const partitionOf = (hour: number): number => Math.floor(hour / PARTITION_HOURS) % PARTITIONS;

/** The partition that will be used next; all in it is at least 15 days old when `hour` runs. Clicks may be an hour ahead. */
export const expiredPartition = (hour: number): number => (partitionOf(hour + 1) + 1) % PARTITIONS;

export const ledgerTable = (partition: number) => sql.identifier(`click_ids_${partition}`);
export const hoursTable = (partition: number) => sql.identifier(`click_hours_${partition}`);

/** Empties a partition by dropping its tables and making them anew: unlike a delete, this writes no rows. */
export const recreatePartition = (partition: number) => [
  sql`DROP TABLE ${ledgerTable(partition)}`,
  sql`CREATE TABLE ${ledgerTable(partition)} (\`id\` text PRIMARY KEY NOT NULL, \`nonce\` integer NOT NULL) WITHOUT ROWID`,
  sql`DROP TABLE ${hoursTable(partition)}`,
  sql`CREATE TABLE ${hoursTable(partition)} (\`content_id\` integer NOT NULL, \`hour\` integer NOT NULL, \`company_type\` text NOT NULL,
    \`seniority\` text NOT NULL, \`region\` text NOT NULL, \`clicks\` integer NOT NULL,
    PRIMARY KEY(\`content_id\`, \`hour\`, \`company_type\`, \`seniority\`, \`region\`)) WITHOUT ROWID`,
];
