import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { backupCommand } from '../../src/cli/backup.ts';
import { restoreCommand } from '../../src/cli/restore.ts';
import { copiesIn, makeCopy, readCopy } from '../../src/node/copies/copy.ts';
import { isTrialDue, stepAfter } from '../../src/node/copies/copy-times.ts';
import { openFile } from '../../src/node/d1/sqlite.ts';
import { MessageStore } from '../../src/node/queue/message-store.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { filesWithLoss } from '../../src/node/state/generations.ts';
import { takeLock } from '../../src/node/state/lock.ts';
import { migrateFile } from '../../src/node/state/migrate.ts';

const QUEUE = 'newsgauge-clicks';
/** Number of snapshots that are made while clicks move. */
const COPIES = 40;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-copies-'));
let [state, to, number] = ['', '', 0];
const empty = join(folder, 'empty');
beforeAll(() => {
  migrateFile(filesOf(empty).database);
  const queues = openFile(filesOf(empty).queues);
  new MessageStore(queues, QUEUE);
  queues.close();
});
beforeEach(() => {
  number++;
  state = join(folder, `state ${number}`);
  to = join(folder, `copies ${number}`);
  process.env.STATE_DIR = state;
  cpSync(empty, state, { recursive: true });
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Moves clicks as a server does: a click leaves the queue after the database has stored it. */
const MOVER = `
const { parentPort, workerData: { files, queue } } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
const [queues, database] = [files.queues, files.database].map((file) => new DatabaseSync(file, { timeout: 5000 }));
for (const each of [queues, database]) each.exec('PRAGMA synchronous = OFF');
database.exec('CREATE TABLE moved (id INTEGER PRIMARY KEY)');
const send = queues.prepare('INSERT INTO "messages ' + queue + '" (id, body, sent_at, due_at) VALUES (?, ?, 0, 0)');
const take = queues.prepare('DELETE FROM "messages ' + queue + '" WHERE id = ?');
const count = database.prepare('INSERT INTO moved VALUES (?)');
let isOver = false;
parentPort.once('message', () => { isOver = true; });
let id = 0;
const turn = () => {
  for (let i = 0; i < 20; i++) {
    id++;
    send.run(String(id), '{}');
    count.run(id);
    take.run(String(id));
  }
  if (isOver) parentPort.close();
  else setImmediate(turn);
};
parentPort.postMessage('moving');
turn();
`;

/** Returns the clicks, up to the newest one in the snapshot, that neither of its files contains. */
function missingIn(copy: string): number[] {
  const read = (name: string, sql: string) => {
    const file = new DatabaseSync(join(copy, `${name}.sqlite`));
    const ids = file.prepare(sql).all();
    file.close();
    return ids.map(({ id }) => Number(id));
  };
  const all = new Set([
    ...read('queues', `SELECT id FROM "messages ${QUEUE}"`),
    ...read('database', 'SELECT id FROM moved'),
  ]);
  return Array.from({ length: Math.max(0, ...all) }, (_, i) => i + 1).filter((id) => !all.has(id));
}

test('a snapshot contains every click that moves from the queue to the database while it is taken', async () => {
  const mover = new Worker(MOVER, { eval: true, workerData: { files: filesOf(state), queue: QUEUE } });
  await once(mover, 'message');
  const lost: number[] = [];
  for (let i = 0; i < COPIES; i++) {
    const copy = await makeCopy(state, to, Date.now() + i);
    lost.push(...missingIn(copy));
    rmSync(copy, { recursive: true });
  }
  const ended = once(mover, 'exit');
  mover.postMessage('end');
  await ended;
  expect(lost).toEqual([]);
});

/** Simulates days of operation, in which each file's log restarts many times and the other file records it. */
function raiseGenerations(database: number, queues: number): void {
  const files = filesOf(state);
  for (const [file, own, other] of [
    [files.database, database, queues],
    [files.queues, queues, database],
  ] as const) {
    const open = new DatabaseSync(file);
    open.exec(`PRAGMA user_version = ${own}; PRAGMA application_id = ${other}`);
    open.close();
  }
}

function lossIn(place: string) {
  const files = filesOf(place);
  const [database, queues] = [openFile(files.database), openFile(files.queues)];
  const lost = filesWithLoss({
    database: { file: files.database, database },
    queues: { file: files.queues, database: queues },
  });
  database.close();
  queues.close();
  return lost;
}

test('restoring a snapshot whose database is newer than its queues raises no alarm about lost files', async () => {
  raiseGenerations(5, 9);
  const queues = new DatabaseSync(filesOf(state).queues);
  queues.exec('PRAGMA user_version = 8');
  queues.close();
  expect(lossIn(state)).toEqual(['queues']);
  await makeCopy(state, to, Date.now());
  process.env.STATE_DIR = join(folder, 'restored');
  await restoreCommand(to, {});
  expect(lossIn(join(folder, 'restored'))).toEqual([]);
});

test('restoring a backup next to the queues of a previous database raises no alarm about lost files', async () => {
  await backupCommand(join(folder, 'backup'), {});
  raiseGenerations(5, 9);
  for (const end of ['', '-wal', '-shm']) rmSync(filesOf(state).database + end, { force: true });
  await restoreCommand(join(folder, 'backup'), {});
  expect(lossIn(state)).toEqual([]);
});

test('restoring a snapshot replaces the database, queues and objects and keeps the salts', async () => {
  const objects = filesOf(state).objects;
  for (const file of [objects, filesOf(state).halves]) openFile(file).close();
  const halves = new DatabaseSync(filesOf(state).halves);
  halves.exec("CREATE TABLE mark (v); INSERT INTO mark VALUES ('own')");
  halves.close();
  await makeCopy(state, to, Date.now());
  expect(readdirSync(copiesIn(to)[0] ?? '').toSorted()).toEqual(['copy.json', 'database.sqlite', 'queues.sqlite']);
  const database = new DatabaseSync(filesOf(state).database);
  database.exec("INSERT INTO job_failures (job, at, reason) VALUES ('later', 0, '')");
  database.close();
  await restoreCommand(to, { force: true });
  expect(existsSync(objects)).toBe(false);
  const restored = new DatabaseSync(filesOf(state).database);
  expect(restored.prepare("SELECT count(*) AS rows FROM job_failures WHERE job = 'later'").get()).toEqual({ rows: 0 });
  restored.close();
  const kept = new DatabaseSync(filesOf(state).halves);
  expect(kept.prepare('SELECT v FROM mark').all()).toEqual([{ v: 'own' }]);
  kept.close();
});

test('a restore is rejected without changes while a server is running', async () => {
  await makeCopy(state, to, Date.now());
  const lock = takeLock(state);
  lock.write({ pid: 4711, url: 'http://localhost:8787', token: 'secret' }, {});
  const { mtimeMs } = statSync(filesOf(state).database);
  await expect(restoreCommand(to, { force: true })).rejects.toThrow(
    /is in use by process 4711 on http:\/\/localhost:8787/,
  );
  lock.release();
  expect(statSync(filesOf(state).database).mtimeMs).toBe(mtimeMs);
});

test.each([
  ['one of its files is missing', (copy: string) => rmSync(join(copy, 'queues.sqlite')), /queues\.sqlite is missing/],
  [
    'it lists an unknown file',
    (copy: string) => {
      const { files, ...rest } = JSON.parse(readFileSync(join(copy, 'copy.json'), 'utf8'));
      writeFileSync(join(copy, 'copy.json'), JSON.stringify({ ...rest, files: { ...files, '../x': files.queues } }));
    },
    /copy\.json: /,
  ],
  [
    'it does not list the queues',
    (copy: string) => {
      const { files, ...rest } = JSON.parse(readFileSync(join(copy, 'copy.json'), 'utf8'));
      writeFileSync(join(copy, 'copy.json'), JSON.stringify({ ...rest, files: { database: files.database } }));
    },
    /copy\.json: /,
  ],
])('a snapshot is rejected if %s', async (_, damage, words) => {
  const copy = await makeCopy(state, to, Date.now());
  damage(copy);
  await expect(readCopy(copy)).rejects.toThrow(words);
});

describe('times of snapshots', () => {
  const at = (time: string) => Date.parse(`2026-01-${time}Z`);

  describe('isTrialDue()', () => {
    test.each<[string | null, string, boolean]>([
      [null, '10T12:00:00', true],
      ['10T12:00:00', '11T03:29:59', false],
      ['10T12:00:00', '11T03:30:00', true],
      ['11T03:30:20', '11T23:59:59', false],
      ['11T03:30:20', '12T03:30:00', true],
      ['11T00:10:00', '11T03:31:00', true],
      ['01T12:00:00', '11T12:00:00', true],
    ])('isTrialDue() with the last restore test at %s and the current time %s is %s', (last, now, isDue) =>
      expect(isTrialDue(last === null ? null : at(last), at(now))).toBe(isDue),
    );
  });

  test('the steps of a restore test start on schedule and use at most a quarter of the time', () => {
    expect(stepAfter(200, 30_000)).toBe(29_800);
    expect(stepAfter(20_000, 30_000)).toBe(60_000);
  });
});
