import fs, { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StartFailure } from '../../src/node/failure.ts';
import { filesOf, type StateFile } from '../../src/node/state/files.ts';
import { checkState, checkUnfinished, openState, type State } from '../../src/node/state/folder.ts';
import { migrateFile } from '../../src/node/state/migrate.ts';
import { appliedMigrations, knownMigrations } from '../../src/node/state/migrations.ts';
import { findDamage } from '../../src/node/state/sqlite-file.ts';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'newsgauge-state-')), 'state');
});
afterEach(() => {
  rmSync(dirname(folder), { recursive: true, force: true });
});

function makeDatabase(): string {
  const file = filesOf(folder).database;
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE d1_migrations (name TEXT); CREATE TABLE articles (title TEXT)');
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO articles SELECT 'An article with a title of its own, number ' || i FROM n`);
  database.close();
  return file;
}

function open(): State {
  const state = openState(folder);
  try {
    if (!state.isNew) checkState(folder);
  } catch (thrown) {
    state.lock.release();
    throw thrown;
  }
  return state;
}

function refusal(): StartFailure {
  try {
    open().lock.release();
  } catch (thrown) {
    if (thrown instanceof StartFailure) return thrown;
    throw thrown;
  }
  throw new Error('the state was opened');
}

test('a missing or empty folder is treated as a new state until the first start has finished', () => {
  const first = openState(folder);
  expect(first.isNew).toBe(true);
  first.lock.release();
  makeDatabase();
  const second = openState(folder);
  expect(second.isNew).toBe(true);
  second.finished();
  second.lock.release();
  const third = openState(folder);
  expect(third.isNew).toBe(false);
  third.lock.release();
});

test('files created by the file system or by tools do not count as a state', () => {
  mkdirSync(join(folder, 'lost+found'), { recursive: true });
  writeFileSync(join(folder, '.DS_Store'), '');
  const state = openState(folder);
  expect(state.isNew).toBe(true);
  state.lock.release();
});

test('an existing state is opened with its data', () => {
  const file = makeDatabase();
  const before = statSync(file).size;
  const state = open();
  expect(state.isNew).toBe(false);
  state.lock.release();
  expect(statSync(file).size).toBe(before);
});

test('a folder that is deleted before the server locks it is reported as deleted during the start', () => {
  const { statfsSync } = fs;
  const deleting = vi.spyOn(fs, 'statfsSync').mockImplementation(((path: string) => {
    const found = statfsSync(path);
    rmSync(path, { recursive: true });
    return found;
  }) as typeof statfsSync);
  syncBuiltinESMExports();
  try {
    expect(refusal().message).toMatch(/was moved or deleted while the server was starting/);
  } finally {
    deleting.mockRestore();
    syncBuiltinESMExports();
  }
});

test('a locked database is not reported as damaged', () => {
  const other = new DatabaseSync(makeDatabase());
  other.exec('BEGIN EXCLUSIVE');
  const { message, remedy } = refusal();
  other.close();
  expect(message).toMatch(/is locked by another program/);
  expect(remedy).not.toMatch(/restore|delete/i);
});

test('a locked database does not count as a database without migrations', () => {
  const file = filesOf(folder).database;
  migrateFile(file);
  const other = new DatabaseSync(file);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE lock (id); COMMIT');
  expect(() => appliedMigrations(file)).toThrow(/database is locked/);
  other.close();
  expect(appliedMigrations(file)).toEqual(knownMigrations());
});

test('a database whose path is too long for SQLite is not reported as damaged', () => {
  const deep = join(folder, 'x'.repeat(250), 'y'.repeat(250), 'z'.repeat(100));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'database.sqlite'), 'x'.repeat(9000));
  expect(() => findDamage(join(deep, 'database.sqlite'))).toThrow(/cannot be opened/);
});

test('the database of an unfinished first start must be intact if it exists', () => {
  checkUnfinished(folder);
  const file = makeDatabase();
  checkUnfinished(folder);
  truncateSync(file, 0);
  checkUnfinished(folder);
  writeFileSync(file, 'x'.repeat(9000));
  expect(() => checkUnfinished(folder)).toThrow(/is damaged: file is not a database/);
});

test('an empty file left by a killed process does not count as damage', () => {
  writeBeside('objects', '');
  open().lock.release();
});

describe('unusable states', () => {
  test.each<[string, () => void, RegExp]>([
    ['the database is missing', () => withoutDatabase(), /its database is missing/],
    ['only other files exist', () => writeOther(), /its database is missing/],
    ['the database is truncated', () => truncateSync(makeDatabase(), 40_000), /damaged/],
    ['the database is empty', () => truncateSync(makeDatabase(), 0), /damaged: its file is empty/],
    ['the file is not a database', () => writeFileSync(makeDatabase(), 'x'.repeat(9000)), /damaged/],
    ['pages in its middle are overwritten', () => overwrite(makeDatabase()), /damaged/],
    ['the database has no tables', () => withoutTables(), /damaged: it has no tables/],
    ['the queues are overwritten', () => writeBeside('queues'), /queues\.sqlite is damaged: file is not/],
    ['the halves of salts are overwritten', () => writeBeside('halves'), /halves\.sqlite is damaged/],
    ['the objects are overwritten', () => writeBeside('objects'), /objects\.sqlite is damaged/],
    ['a file is in place of the folder', () => writeFileSync(folder, ''), /is a file/],
  ])('a state is rejected with advice if %s', (_, prepare, words) => {
    prepare();
    const { message, remedy } = refusal();
    expect(message).toMatch(words);
    expect(message).toContain(folder);
    expect(remedy).toMatch(/STATE_DIR/);
  });
});

function writeBeside(name: StateFile, text = 'x'.repeat(9000)): void {
  makeDatabase();
  writeFileSync(filesOf(folder)[name], text);
}

function writeOther(): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
}

function overwrite(file: string): void {
  const database = new DatabaseSync(file);
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'articles'").get() ?? {};
  database.close();
  const bytes = Buffer.alloc(4096, 0xa5);
  const whole = readFileSync(file);
  bytes.copy(whole, (Number(rootpage) - 1) * 4096);
  writeFileSync(file, whole);
}

function withoutDatabase(): void {
  writeBeside('queues', '');
  rmSync(filesOf(folder).database);
}

function withoutTables(): void {
  const file = makeDatabase();
  rmSync(file);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 1');
  database.close();
}

test('the state of an earlier version is rejected unchanged', () => {
  const file = join(folder, 'v3', 'd1', 'database.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'as it was');
  const { message, remedy } = refusal();
  expect(message).toMatch(/contains the state of an earlier version/);
  expect(remedy).toMatch(/Export its content with that version .* and import it here/);
  expect(readFileSync(file, 'utf8')).toBe('as it was');
});
