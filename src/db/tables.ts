import { is } from 'drizzle-orm';
import { integer, SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import * as schema from './schema.ts';

/** Every table of the schema. */
export const ALL_TABLES: readonly SQLiteTable[] = Object.values<unknown>(schema).filter((value) =>
  is(value, SQLiteTable),
);

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

export const sqliteSequence = sqliteTable('sqlite_sequence', {
  name: text().primaryKey(),
  seq: integer().notNull(),
});

export const migrations = sqliteTable('d1_migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
});
