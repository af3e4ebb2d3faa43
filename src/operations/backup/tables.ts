import { getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { ALL_TABLES } from '../../collections/tables.ts';
import { ORIGINS } from '../../db/click-columns.ts';
import { LEVELS } from '../../db/read-columns.ts';
import * as schema from '../../db/schema.ts';
import { sqliteSequence } from '../../db/tables.ts';

const namesOf = (...tables: readonly SQLiteTable[]): readonly string[] => tables.map((table) => getTableName(table));

/** What a backup holds of a table. */
export interface BackupTable {
  name: string;
  columns: string[];
  /** Columns of the primary key, in its order. */
  key: string[];
}

/**
 * Never copied: salts of readers must be gone after 48 hours, so not even their halves are copied; the other tables describe
 * this installation at this moment.
 */
export const NEVER = namesOf(
  schema.readerSalts,
  schema.restoreLock,
  schema.counts,
  schema.jobRuns,
  schema.jobFailures,
  schema.keyDays,
  schema.onceTokens,
  schema.websubTopics,
  schema.feedHubs,
  // What was sent since the copy must not be sent again.
  schema.dispatches,
  schema.storyWords,
  schema.storyTerms,
  // Triggers make them of what is restored.
  schema.nameLists,
  schema.articleCards,
);

/** Tables with reference data from migrations: they are not empty in a new database. */
export const REFERENCE = namesOf(
  schema.countries,
  schema.geoGroups,
  schema.geography,
  schema.secrets,
  schema.sequences,
  sqliteSequence,
  schema.topics,
  schema.topicWindows,
);

/** Assigned ids, by table: a restore raises them and never lowers them. */
export const RAISED = namesOf(schema.sequences, sqliteSequence);

/** The rows of a table that are copied. */
export const lasting = (table: string): SQL =>
  table === getTableName(sqliteSequence)
    ? sql`${sqliteSequence.name} IN ${ALL_TABLES.map((known) => getTableName(known))}`
    : sql`true`;

/** Tables that refer to articles: read first, so that no copied row refers to a later article. */
const POINTING = namesOf(schema.feedItems, schema.recommended, schema.stories);

const described = (table: SQLiteTable): BackupTable => {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
};

/** All tables in reading order: those that refer to articles come before articles. */
export const TABLES: readonly BackupTable[] = [...ALL_TABLES, sqliteSequence]
  .map(described)
  .filter(({ name }) => !NEVER.includes(name))
  .sort((a, b) => Number(POINTING.includes(b.name)) - Number(POINTING.includes(a.name)));

/** Pairs of ledger and aggregates, which must agree: a row of the ledger is a click, or a reader with a level. */
export const PARTITIONS = TABLES.flatMap((ledger) => {
  const [, kind, n] = /^(click|read)_ids_(\d)$/.exec(ledger.name) ?? [];
  const isRead = kind === 'read';
  const hours = n && TABLES.find(({ name }) => name === `${isRead ? 'read_days' : 'click_hours'}_${n}`);
  // Who got to a level is counted by each up to it.
  const counters = ORIGINS.flatMap((origin) => (isRead ? LEVELS : ['all']).map((of) => `${origin}_${of}`));
  return hours ? [{ n: Number(n), ledger, hours, counters, counted: isRead ? 'level' : null }] : [];
});
