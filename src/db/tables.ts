import { integer, type SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Tables that drizzle-kit does not know: the full-text index (its rows are read by `rowid`, which is an article's
 * position, and matched as `articleIndex`), SQLite's own list of AUTOINCREMENT ids, wrangler's list of migrations.
 */
export const articleIndex = sqliteTable('article_index', {
  rowid: integer().notNull(),
  title: text().notNull(),
  introduction: text().notNull(),
  facets: text().notNull(),
});

/** Tables in which the full-text index keeps itself. */
export const INDEX_TABLES: readonly SQLiteTable[] = ['data', 'idx', 'docsize', 'config'].map((part) =>
  sqliteTable(`article_index_${part}`, {}),
);

export const sqliteSequence = sqliteTable('sqlite_sequence', { name: text().primaryKey(), seq: integer().notNull() });

export const migrations = sqliteTable('d1_migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: text('applied_at'),
});

/** SQLite's own list of what the database holds. */
export const master = sqliteTable('sqlite_master', { name: text().notNull() });

const of = (prefix: string, ...events: string[]): string[] => events.map((event) => `${prefix}_${event}`);

/** Every trigger of the migrations, which drizzle-kit does not know either. */
export const TRIGGERS: readonly string[] = [
  ...of('articles', 'carded', 'changed', 'gone', 'told', 'retold', 'untold'),
  ...of('articles', 'added_to_days', 'changed_in_days', 'gone_from_days'),
  ...of('feeds', 'added', 'dropped', 'moved'),
  ...of('sources', 'added', 'named', 'renamed', 'unnamed'),
  ...of('topics', 'named', 'renamed', 'unnamed'),
  ...of('companies', 'named', 'renamed', 'unnamed'),
  ...of('tag_rules', 'named', 'renamed', 'unnamed'),
];
