import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { filesOf } from '../../../src/node/state/files.ts';
import { MIGRATIONS, missingMigrations } from '../../../src/node/state/migrations.ts';
import { ended } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { answersOf, layOut, type Recorded, readRecorded } from './recorded/recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-recorded-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const RELEASES = readdirSync(join(import.meta.dirname, 'recorded')).filter((name) => name.endsWith('.json.gz'));

async function serve(name: string, recorded: Recorded, change?: (database: DatabaseSync) => void): Promise<Server> {
  const state = join(folder, name);
  layOut(recorded, state);
  if (change) {
    const database = new DatabaseSync(filesOf(state).database);
    change(database);
    database.close();
  }
  return Server.start({ state, port: await freePort(), log: join(folder, `${name}.log`) });
}

/** Schema of a database without the internals of SQLite and D1. */
const schemaOf = (database: DatabaseSync) =>
  database
    .prepare(`SELECT type, name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT GLOB 'd1_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY type, name`)
    .all()
    .map((row) => ({ ...row }));

for (const file of RELEASES)
  test(`the migrations of ${file.replace('.json.gz', '')} still create its recorded schema`, () => {
    const state = join(folder, `schema-${file}`);
    layOut(readRecorded(file), state);
    const [kept, made] = [new DatabaseSync(filesOf(state).database), new DatabaseSync(':memory:')];
    for (const { name } of kept.prepare('SELECT name FROM d1_migrations ORDER BY id').all())
      made.exec(readFileSync(join(MIGRATIONS, String(name)), 'utf8'));
    assert.deepEqual(schemaOf(kept), schemaOf(made));
    kept.close();
    made.close();
  });

/** Prefixes of tables that must contain rows, left by readers, editors and people. */
const HOLDS = [
  'articles',
  'topics',
  'click_hours_',
  'view_hours_',
  'read_ids_',
  'stories',
  'passkeys',
  'subscriptions',
  'api_keys',
];

const CHANGED = ['sqlite_schema', 'computed_days', 'article_cards'];
const INDEX = /^article_index(_|$)/;
/** Derived columns of articles and stories, which a migration may recompute or drop. */
const DERIVED = new Map([
  ['articles', ['position', 'facets', 'url_key']],
  ['stories', ['copies']],
]);
/** Former names of columns that a migration renamed. Their values must stay the same. */
const RENAMED = new Map([['already_told', 'sent_items']]);

function rowsOf(database: DatabaseSync, columnsOf: Map<string, string[]>): Map<string, string[]> {
  const rows = (table: string, columns: string[]) =>
    database
      .prepare(
        `SELECT ${columns.map((name) => `quote("${name}")`).join(` || ',' || `)} AS row FROM "${table}" ORDER BY 1`,
      )
      .all()
      .map(({ row }) => String(row));
  return new Map([...columnsOf].map(([table, columns]) => [table, rows(table, columns)]));
}

for (const file of RELEASES)
  test(`later migrations neither lose nor change a row of ${file.replace('.json.gz', '')}`, () => {
    const state = join(folder, `rows-${file}`);
    layOut(readRecorded(file), state);
    const database = new DatabaseSync(filesOf(state).database);
    const tables = database
      .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
      .all()
      .filter(({ name }) => !CHANGED.includes(String(name)) && !INDEX.test(String(name)));
    const columns = (table: string) =>
      database
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name))
        .filter((name) => !DERIVED.get(table)?.includes(name));
    const columnsOf = new Map(tables.map(({ name }) => [String(name), columns(String(name))]));
    const before = rowsOf(database, columnsOf);
    for (const start of HOLDS)
      assert.ok(
        [...before].some(([table, rows]) => table.startsWith(start) && rows.length > 0),
        `no row in ${start}`,
      );
    const applied = database.prepare('SELECT name FROM d1_migrations').all();
    for (const name of missingMigrations(applied.map(({ name }) => String(name))))
      database.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
    const renamed = [...columnsOf].map(([table, names]): [string, string[]] => [
      table,
      names.map((name) => RENAMED.get(name) ?? name),
    ]);
    assert.deepEqual(rowsOf(database, new Map(renamed)), before);
    const ids = (order: string) => database.prepare(`SELECT id FROM articles ORDER BY ${order}`).all();
    assert.deepEqual(ids('position'), ids('published_at, id'));
    database.close();
  });

/** Returns the part of a response that existed when it was recorded, because later versions may add fields. */
function ofThen(now: unknown, then: unknown): unknown {
  if (typeof now !== 'object' || now === null || typeof then !== 'object' || then === null) return now;
  if (Array.isArray(now)) return now.map((one, i) => ofThen(one, (then as unknown[])[i]));
  const known = Object.entries(now).filter(([name]) => name in then);
  return Object.fromEntries(known.map(([name, value]) => [name, ofThen(value, then[name as keyof typeof then])]));
}

for (const file of RELEASES)
  test(`a state from ${file.replace('.json.gz', '')} returns its recorded responses`, async () => {
    const recorded = readRecorded(file);
    const server = await serve(file, recorded);
    const processes = server.processes();
    try {
      assert.deepEqual(ofThen(await answersOf(server.url, recorded), recorded.answers), recorded.answers);
    } finally {
      server.stop();
      await ended(processes, 60_000);
    }
  });

test('a state from a later version is rejected with advice', async () => {
  const later = (database: DatabaseSync) => database.exec(`INSERT INTO d1_migrations (name) VALUES ('0099_later.sql')`);
  const refused = serve('later', readRecorded(RELEASES.at(-1) ?? ''), later);
  await assert.rejects(refused, /unknown migrations: 0099_later\.sql[\s\S]*Export its content with that version/);
});
