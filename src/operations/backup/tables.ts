import { is, sql } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../db/schema.ts';
import { ARTICLE_COUNT } from '../counts.ts';
import { RESTORING } from '../ready.ts';
import { RUN_PREFIX } from '../runs.ts';

/** What a backup holds of a table. */
export interface BackupTable {
  name: string;
  columns: string[];
  /** Columns of the primary key, in its order. */
  key: string[];
}

/** Salts are promised to be gone after 48 hours, so they are never copied. */
export const NEVER = ['salts'];

/** Reference data that migrations bring along: there before anything else is. */
export const REFERENCE = ['countries', 'geo_groups', 'snapshots', 'topics', 'topic_windows'];

/** Rows that say something of this installation at this moment. */
export const lasting = (table: string) =>
  table === 'snapshots'
    ? sql`name NOT IN (${RESTORING}, ${ARTICLE_COUNT}) AND substr(name, 1, ${RUN_PREFIX.length}) <> ${RUN_PREFIX}`
    : sql`true`;

/** These name articles: read first, so that none of them names one that came later. */
const POINTING = ['feed_items', 'recommended'];

const described = (table: SQLiteTable): BackupTable => {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
};

/** All tables in the order in which they are read: what names articles, articles, what articles name. */
export const TABLES: readonly BackupTable[] = Object.values<unknown>(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(described)
  .filter(({ name }) => !NEVER.includes(name))
  .sort((a, b) => Number(POINTING.includes(b.name)) - Number(POINTING.includes(a.name)));

/** Pairs of ledger and aggregates: what one says has been counted, the other holds. */
export const PARTITIONS = TABLES.flatMap((ledger) => {
  const [, n] = /^click_ids_(\d)$/.exec(ledger.name) ?? [];
  const hours = n && TABLES.find(({ name }) => name === `click_hours_${n}`);
  return hours ? [{ n: Number(n), ledger, hours }] : [];
});
