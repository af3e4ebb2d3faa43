import { applyD1Migrations, env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';

/** Migrations up to here made the first schema; no older code ever ran over them. */
const FIRST_SCHEMA = '0002_clicks.sql';
/** Migrations that take away what no deployed version needs any more, by name. */
const CONTRACTING = [
  // Splits `snapshots` into tables of their own, and rebuilds tables whose ids are never to be given twice.
  '0004_own_tables.sql',
  // Aggregates by other columns: code of before must not count into what is converted; its messages stay in the queue meanwhile.
  '0008_weights.sql',
];

/** What code that is still deployed could not go on over. */
const UNSAFE: [what: string, pattern: RegExp][] = [
  ['drops', /\bDROP\s+(TABLE|COLUMN|VIEW|INDEX)\b/i],
  ['renames', /\bRENAME\b/i],
  ['demands a column', /\bALTER\s+TABLE\b[^;]*\bADD\b(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i],
  ['demands that old rows be unlike each other', /\bCREATE\s+UNIQUE\s+INDEX\b/i],
  ['deletes', /\bDELETE\s+FROM\b/i],
];

/**
 * What is unsafe in a migration. A unique index over a table that the same migration makes is no demand, and an index that it makes
 * again is not missed.
 */
function unsafe(queries: readonly string[]): string[] {
  const made = queries.flatMap((query) => /CREATE\s+(?:VIRTUAL\s+)?TABLE\s+[`"]?(\w+)/i.exec(query)?.[1] ?? []);
  return queries.flatMap((query) => {
    const statement = query.replace(/--.*$/gm, '');
    const table = /CREATE\s+UNIQUE\s+INDEX\s+\S+\s+ON\s+[`"]?(\w+)/i.exec(statement)?.[1];
    if (table && made.includes(table)) return [];
    const index = /^\s*DROP\s+INDEX\s+[`"]?(\w+)/i.exec(statement)?.[1];
    if (index && queries.some((each) => new RegExp(`CREATE\\s+INDEX\\s+[\`"]?${index}\\b`, 'i').test(each))) return [];
    return UNSAFE.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what);
  });
}

const later = env.MIGRATIONS.filter(({ name }) => name > FIRST_SCHEMA);

test.each(later.map(({ name, queries }) => [name, queries] as const))('%s lets old code go on', (name, queries) => {
  if (!CONTRACTING.includes(name)) expect(unsafe(queries)).toEqual([]);
});

describe('the check', () => {
  test.each<[query: string, found: string[]]>([
    ['DROP TABLE articles', ['drops']],
    ['ALTER TABLE `articles` DROP COLUMN `title`', ['drops']],
    ['ALTER TABLE `articles` RENAME COLUMN `title` TO `headline`', ['renames']],
    ['ALTER TABLE `articles` ADD `tone` text NOT NULL', ['demands a column']],
    ['CREATE UNIQUE INDEX `a` ON `articles` (`title`)', ['demands that old rows be unlike each other']],
    ['DELETE FROM articles', ['deletes']],
    ['ALTER TABLE `articles` ADD `tone` text', []],
    ["ALTER TABLE `articles` ADD `tone` text DEFAULT '' NOT NULL", []],
    ['CREATE INDEX `a` ON `articles` (`title`)', []],
    ['-- DROP TABLE articles\nSELECT 1', []],
  ])('of %s', (query, found) => {
    expect(unsafe([query])).toEqual(found);
  });

  test('allows a unique index over a new table', () => {
    expect(unsafe(['CREATE TABLE `a` (`b` text)', 'CREATE UNIQUE INDEX `c` ON `a` (`b`)'])).toEqual([]);
  });

  test('allows an index that is made again', () => {
    expect(unsafe(['DROP INDEX `a`', 'CREATE INDEX `a` ON `b` (`c`)'])).toEqual([]);
    expect(unsafe(['DROP INDEX `a`', 'CREATE INDEX `ab` ON `b` (`c`)'])).toEqual(['drops']);
  });

  test('looks at every migration since the first schema', () => {
    expect(env.MIGRATIONS.map(({ name }) => name)).toContain(FIRST_SCHEMA);
    expect(later.length).toBeGreaterThan(0);
  });
});

test('the schema that tests begin with is what the migrations make one after the other', async () => {
  const other = (env as unknown as Record<string, D1Database>).MIGRATED as D1Database;
  await applyD1Migrations(other, env.MIGRATIONS);
  const contents = async (db: D1Database) => {
    const read = async (query: string) => (await db.prepare(query).all<Record<string, unknown>>()).results;
    const made = await read(
      `SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 4) <> '_cf_' AND name <> 'd1_migrations' ORDER BY type, name`,
    );
    const tables = made.filter(({ type, name }) => type === 'table' && !/^article_index/.test(String(name)));
    const rows = tables.map(async ({ name }) => [name, await read(`SELECT * FROM "${name}"`)] as const);
    const own = (row: Record<string, unknown>) => row.name !== 'd1_migrations';
    return { made, rows: (await Promise.all(rows)).map(([name, all]) => [name, all.filter(own)]) };
  };
  expect(await contents(env.DB)).toEqual(await contents(other));
});
