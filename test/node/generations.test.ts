import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFile } from '../../src/node/d1/sqlite.ts';
import { type FileName, filesWithLoss, Generations, type OpenFile } from '../../src/node/state/generations.ts';

let folder = '';
let files: Record<FileName, OpenFile>;
let generations: Generations | undefined;
const NAMES: FileName[] = ['database', 'queues'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsgauge-generations-'));
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name: FileName) => join(folder, `${name}.sqlite`);

/** Opens the files. Returns the names of files that have lost data. */
function open(): FileName[] {
  const opened = (name: FileName): OpenFile => ({ file: fileOf(name), database: openFile(fileOf(name)) });
  files = { database: opened('database'), queues: opened('queues') };
  const lost = filesWithLoss(files);
  for (const name of NAMES) files[name].database.exec('CREATE TABLE IF NOT EXISTS t (v)');
  generations = new Generations(files);
  return lost;
}

function close(): void {
  generations?.stop();
  generations = undefined;
  for (const { database } of Object.values(files ?? {})) if (database.isOpen) database.close();
}

/** Leaves the files of the state as a kill does: with their write-ahead logs. */
function crash(): void {
  const parts = NAMES.flatMap((name) => [fileOf(name), `${fileOf(name)}-wal`]).filter((part) => existsSync(part));
  for (const part of parts) copyFileSync(part, `${part}.left`);
  close();
  for (const name of NAMES) for (const end of ['-wal', '-shm']) rmSync(`${fileOf(name)}${end}`, { force: true });
  for (const part of parts) copyFileSync(`${part}.left`, part);
}

const write = (database: DatabaseSync, rows = 1) => {
  const insert = database.prepare('INSERT INTO t VALUES (hex(randomblob(1000)))');
  for (let i = 0; i < rows; i++) insert.run();
};

test('no loss is reported after any sequence of stops, kills and starts', () => {
  for (let i = 0; i < 3; i++) {
    expect(open()).toEqual([]);
    for (const name of NAMES) write(files[name].database);
    if (i === 1) close();
    else crash();
  }
  expect(open()).toEqual([]);
});

test.each(NAMES)('a deleted log of %s is detected after a kill', (name) => {
  open();
  write(files[name].database);
  crash();
  rmSync(`${fileOf(name)}-wal`);
  expect(open()).toEqual([name]);
});

test.each(NAMES)('a deleted log of %s is detected even after a checkpoint has restarted it', async (name) => {
  open();
  write(files[name].database, 5000);
  expect(statSync(`${fileOf(name)}-wal`).size).toBeGreaterThan(4 * 2 ** 20);
  await expect.poll(() => statSync(`${fileOf(name)}-wal`).size).toBeLessThan(2 ** 20);
  crash();
  rmSync(`${fileOf(name)}-wal`);
  expect(open()).toEqual([name]);
});

test('a deleted queue file is reported once', () => {
  open();
  close();
  rmSync(fileOf('queues'));
  expect(open()).toEqual(['queues']);
  close();
  expect(open()).toEqual([]);
});

test('a deleted log is detected even if a reader had delayed its checkpoint', async () => {
  open();
  const reader = openFile(fileOf('queues'));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM t').get();
  write(files.queues.database, 5000);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  write(files.queues.database, 10);
  reader.close();
  write(files.queues.database, 10);
  crash();
  rmSync(`${fileOf('queues')}-wal`);
  expect(open()).toEqual(['queues']);
});
