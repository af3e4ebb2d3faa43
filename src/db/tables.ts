import { integer, type SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Full-text index, which drizzle-kit does not manage. Its `rowid` is the `position` of an article. */
export const articleIndex = sqliteTable('article_index', { rowid: integer().notNull(), tokens: text().notNull() });

export const INDEX_TABLES: readonly SQLiteTable[] = ['data', 'idx', 'docsize', 'config'].map((part) =>
  sqliteTable(`article_index_${part}`, {}),
);

export const sqliteSequence = sqliteTable('sqlite_sequence', { name: text().primaryKey(), seq: integer().notNull() });

export const migrations = sqliteTable('d1_migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: text('applied_at'),
});

export const master = sqliteTable('sqlite_master', { name: text().notNull() });

const of = (prefix: string, ...events: string[]): string[] => events.map((event) => `${prefix}_${event}`);

/** Names of the triggers. Migrations create them, and drizzle-kit does not manage them. */
export const TRIGGERS: readonly string[] = [
  ...of('articles', 'carded', 'changed', 'gone', 'told', 'retold', 'untold', 'repositioned'),
  ...of('articles', 'added_to_days', 'changed_in_days', 'gone_from_days', 'url_added', 'url_changed'),
  ...of('feeds', 'added', 'dropped', 'moved'),
  ...of('sources', 'added', 'named', 'renamed', 'unnamed'),
  ...of('topics', 'named', 'renamed', 'unnamed'),
  ...of('companies', 'named', 'renamed', 'unnamed'),
  ...of('tag_rules', 'named', 'renamed', 'unnamed'),
];
