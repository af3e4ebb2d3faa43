import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { type SqlText, statementsIn, statementsOf } from '../../scripts/sql/statements.ts';
import { COLLECTIONS } from '../../src/collections/all-collections.ts';
import { articleIndex, migrations, sqliteSequence } from '../../src/db/tables.ts';
import { ALL_TABLES } from '../../src/operations/all-tables.ts';

const tables: readonly SQLiteTable[] = [...ALL_TABLES, articleIndex, sqliteSequence, migrations];
const names = new Set(
  tables.map(getTableConfig).flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]),
);

/** Column names that are also SQL syntax: json_each, rowid, ON CONFLICT and a function. */
const SYNTAX = /\bvalue\b|\bkey\b|\browid\b|\bexcluded[.]|\bcount\s*\(/g;

/** Names of tables and columns written literally in SQL. Aliases after AS do not count. */
function spelledOut({ text }: Pick<SqlText, 'text'>): string[] {
  const code = text
    .replaceAll(/--.*/g, '')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\bAS\s+\w+/gi, '')
    .replaceAll(SYNTAX, '');
  return Array.from(code.matchAll(/\w+/g), ([word]) => word).filter((word) => names.has(word));
}

test('the schema declares the table of every collection', () => {
  expect(ALL_TABLES).toEqual(expect.arrayContaining(COLLECTIONS.map(({ table }) => table)));
});

test('SQL takes the names of tables and columns only from the schema', () => {
  const { texts } = statementsIn(join(import.meta.dirname, '../../src'));
  const others = texts.filter(({ file }) => !file.startsWith('db/schema'));
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter((text) => spelledOut(text).length > 0)).toEqual([]);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are code
/** Writes to the articles table, by the query builder or in SQL. */
const WRITES = /\b(insert|update|delete)\(articles\)|\b(INTO|UPDATE|DELETE FROM) \$\{articles\}/;

test('only the article store and the placement of stories write articles', () => {
  const folder = join(import.meta.dirname, '../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const writers = files.filter((name) => WRITES.test(readFileSync(join(folder, name), 'utf8')));
  expect(writers.map((name) => name.replaceAll('\\', '/')).toSorted()).toEqual([
    ...['drafts', 'positions', 'source', 'tag'].map((name) => `content/articles/store/${name}.ts`),
    'content/stories/place-articles.ts',
  ]);
});

test.each([
  ['db.update(articles).set({ title })', true],
  ['sql`UPDATE ${articles} SET x`', true],
  ['sql`INSERT INTO ${articles} (id)`', true],
  ['sql`SELECT 1 FROM ${articles}`', false],
])('the statement %s is classified as a write: %s', (code, isWrite) => expect(WRITES.test(code)).toBe(isWrite));

describe('spelledOut() finds literal names', () => {
  test.each([
    ['a table', 'sql`SELECT 1 FROM topics`', ['topics']],
    ['a column', 'sql`SELECT ${articles.id} FROM ${articles} WHERE published_at > ${now}`', ['published_at']],
    ['behind an alias', 'sql`SELECT a.published_at FROM ${articles} a`', ['published_at']],
    ['in quotes', 'sql`UPDATE ${feeds} SET "next_at" = NULL`', ['next_at']],
    ['in raw SQL', 'sql.raw(`sum(${name}), click_days`)', ['click_days']],
    ['in a string of raw SQL', "sql.raw('h.content_id')", ['content_id']],
    ['with a type', 'sql<number>`max(topic_id)`', ['topic_id']],
  ])('spelledOut() finds a literal name: %s', (_, code, expected) => {
    expect(statementsOf(code).texts.flatMap(spelledOut)).toEqual(expected);
  });

  test('spelledOut() ignores aliases and functions', () => {
    const code = "sql`SELECT count(*) AS title, j.value ->> 'id' FROM ${articles}, json_each(${list}) j`";
    expect(statementsOf(code).texts.flatMap(spelledOut)).toEqual([]);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are code
