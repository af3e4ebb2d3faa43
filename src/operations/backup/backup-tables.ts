import { getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { CLICK_TRUSTS, counterOf } from '../../db/click-columns.ts';
import { LEVELS } from '../../db/read-columns.ts';
import * as schema from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { sqliteSequence } from '../../db/tables.ts';
import { POSITION_BUCKETS, VIEW_COLUMNS, VIEW_COUNTERS } from '../../db/view-columns.ts';
import { HOURS, tablesOf } from '../../engagement/partitions.ts';
import { ALL_TABLES } from '../all-tables.ts';

const namesOf = (...tables: readonly SQLiteTable[]): readonly string[] => tables.map((table) => getTableName(table));

export interface BackupTable {
  name: string;
  columns: string[];
  key: string[];
}

/** Tables that are not part of a backup. Reader salts, for example, must be deleted after 48 hours. */
export const EXCLUDED_TABLES = namesOf(
  schema.readerSalts,
  schema.restoreLock,
  schema.counts,
  schema.jobRuns,
  schema.jobFailures,
  // A restored database must use the current clock, not the clock at the time of the backup.
  schema.serviceClock,
  schema.keyDays,
  schema.onceTokens,
  schema.websubTopics,
  schema.feedHubs,
  // If messages to subscribers were restored, those sent after the backup would be sent again.
  schema.dispatches,
  schema.storyWords,
  schema.storyTerms,
  // Triggers rebuild these tables from restored rows.
  schema.nameLists,
  schema.articleCards,
  // After a restore, `computedDays` and `changedArticles` are empty, so that jobs recompute the statistics of all days.
  schema.computedDays,
  schema.changedArticles,
);

/** Tables that already contain rows in a new database, because migrations insert reference data. */
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

/** Tables with the highest assigned ids. A restore may raise these ids but never lowers them. */
export const SEQUENCE_TABLES = namesOf(schema.sequences, sqliteSequence);

export const lastingRows = (table: string): SQL =>
  table === getTableName(sqliteSequence)
    ? inList(
        sqliteSequence.name,
        ALL_TABLES.map((known) => getTableName(known)),
      )
    : sql`true`;

/** Tables that refer to articles. They are copied first, so that no row refers to an article added after the copy. */
const REFERRING_TABLES = namesOf(schema.feedItems, schema.recommended, schema.stories);

const described = (table: SQLiteTable): BackupTable => {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
};

export const TABLES: readonly BackupTable[] = [...ALL_TABLES, sqliteSequence]
  .map(described)
  .filter(({ name }) => !EXCLUDED_TABLES.includes(name))
  .sort((a, b) => Number(REFERRING_TABLES.includes(b.name)) - Number(REFERRING_TABLES.includes(a.name)));

export interface PartitionTotals {
  table: BackupTable;
  counters: readonly string[];
  added(row: readonly number[]): number;
  isSummed(row: readonly number[]): boolean;
  /** SQL expression: the number of counts without a ledger entry. `null` if every count has one. */
  surplus: SQL | null;
}

const byOrigin = (of: readonly string[]) => CLICK_TRUSTS.flatMap((origin) => of.map((name) => `${origin}_${name}`));
const tableOf = (table: SQLiteTable): BackupTable => {
  const { name } = described(table);
  const found = TABLES.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not copied`);
  return found;
};

const totals = (of: SQLiteTable, counters: readonly string[], added: PartitionTotals['added']): PartitionTotals => ({
  table: tableOf(of),
  counters,
  added,
  isSummed: () => true,
  surplus: null,
});

function partition(n: number) {
  const [ids, hours, readIds, days, shown] = tablesOf(n);
  const kindAt = tableOf(ids).columns.indexOf(ids.kind.name);
  const isKind = (kind: (typeof schema.LEDGER_KINDS)[number]) => {
    const wanted = schema.LEDGER_KINDS.indexOf(kind);
    return (row: readonly number[]) => Number(row[kindAt] === wanted);
  };
  const levelAt = tableOf(readIds).columns.indexOf(readIds.level.name);
  const clickedAt = tableOf(shown).columns.indexOf(shown.clicked.name);
  const marks = VIEW_COUNTERS.slice(0, POSITION_BUCKETS);
  const seen = sql.raw(marks.map((_, i) => `sum(${counterOf(i, '', VIEW_COLUMNS)})`).join(' + '));
  const clicks = totals(hours, byOrigin(['all']), isKind('click'));
  const views: PartitionTotals = {
    ...totals(shown, marks, isKind('place')),
    isSummed: (row) => row[clickedAt] === 0,
    // The demo stores impressions without ledger entries.
    surplus: sql`SELECT (SELECT coalesce(${seen}, 0) FROM ${shown} WHERE ${shown.clicked} = 0)
      - (SELECT count(*) FROM ${ids} WHERE ${ids.kind} = ${schema.LEDGER_KINDS.indexOf('place')}) AS surplus`,
  };
  // A reader counts once for each read-depth level, up to the highest level that the reader reached.
  const reads = totals(days, byOrigin(LEVELS), (row) => row[levelAt] ?? 0);
  return [
    // Clicks are copied last, because counting a click also adds an impression.
    { n, ledger: tableOf(ids), totals: [views, clicks] },
    { n, ledger: tableOf(readIds), totals: [reads] },
  ];
}

export const PARTITIONS = HOURS.flatMap((_, n) => partition(n));

export const tablesIn = ({ ledger, totals }: (typeof PARTITIONS)[number]): BackupTable[] => [
  ledger,
  ...totals.map(({ table }) => table),
];
