/** Writes that fail since the disk takes none: 503 with Retry-After, while reads go on and the health check says why. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNodeServer } from '../../scripts/build/node-server.ts';
import { d1On } from '../../src/node/d1/database.ts';
import { openD1File } from '../../src/node/d1/sqlite.ts';
import { type FirstKeys, mintKeys } from '../../src/node/first-start/first-keys.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { Turns } from '../../src/node/turns.ts';
import { FaultyMachine } from '../support/servers/faulty-machine.ts';
import { type NodeServer, startNodeServer } from '../support/servers/node-server.ts';

const PATIENCE = 120_000;
const state = mkdtempSync(join(tmpdir(), 'newsgauge-full-'));
let server: NodeServer;
let keys: FirstKeys;

/** Lets the process fill a file with at most so many pages, as a full disk does; 0: as many as it likes. */
const FULL = `import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  const opened = [];
  DatabaseSync.prototype.exec = function (text) { if (!opened.includes(this)) opened.push(this); return exec.call(this, text); };
  const all = (pragma) => { for (const each of opened) try { exec.call(each, pragma); } catch {} };
  process.on('SIGPIPE', () => all('PRAGMA max_page_count = 1'));
  process.on('SIGWINCH', () => { all('PRAGMA max_page_count = 1073741823'); all('PRAGMA query_only = OFF'); });
  process.on('SIGTTIN', () => all('PRAGMA query_only = ON'));`;

beforeAll(async () => {
  await buildNodeServer();
  server = await startNodeServer({ state, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(FULL)}`] });
  const database = openD1File(filesOf(state).database);
  keys = await mintKeys(d1On(database, { turns: new Turns() }));
  database.close();
}, PATIENCE);
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const ask = (path: string, key: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.url), { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });

let ids = 0;
/** Stores a topic with a long description, which needs pages that no file has left. */
const put = () => {
  ids++;
  const topic = { name: `Topic ${ids}`, slug: `topic-${ids}`, description: 'x'.repeat(900), category: 1 };
  return ask('/manage/topics', keys.operator, {
    method: 'PUT',
    body: JSON.stringify(
      Array.from({ length: 20 }, (_, i) => ({
        ...topic,
        id: 100 * ids + i,
        name: `${topic.name}-${i}`,
        slug: `${topic.slug}-${i}`,
      })),
    ),
    headers: { 'Content-Type': 'application/json' },
  });
};
const health = async () => {
  // What it finds holds for two seconds.
  await sleep(2100);
  return ((await (await ask('/health/ready', '')).json()) as { data: object }).data;
};

test.each([
  ['a full disk', 'SIGPIPE', 'diskFull'],
  ['a disk that became read-only', 'SIGTTIN', 'readOnly'],
] as const)('%s', { timeout: PATIENCE }, async (_, signal, fault) => {
  expect((await put()).status).toBe(200);
  expect(await health()).toEqual({ ready: true });
  process.kill(server.pid, signal);
  await sleep(100);
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) {
    const refused = await put();
    statuses.push(refused.status);
    if (refused.status === 503) expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  }
  expect(statuses.at(-1)).toBe(503);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await ask('/api/v2/feed/', keys.publishable)).status).toBe(200);
  expect((await ask('/api/v2/topics/list/', keys.publishable)).status).toBe(200);
  expect(await health()).toEqual({ ready: true, writes: fault });
  process.kill(server.pid, 'SIGWINCH');
  await sleep(100);
  expect((await put()).status).toBe(200);
  expect(await health()).toEqual({ ready: true });
});

test('a file of queues that is deleted between two runs is an alarm', { timeout: PATIENCE }, async () => {
  await server.stop();
  for (const end of ['', '-wal', '-shm']) rmSync(`${filesOf(state).queues}${end}`, { force: true });
  server = await startNodeServer({ state, env: { CRONS: '1' } });
  const status = async () =>
    ((await (await ask('/manage/status', keys.operator)).json()) as { data: { alarms: { alarm: string }[] } }).data;
  await expect
    .poll(async () => (await status()).alarms?.map(({ alarm }) => alarm), { timeout: 90_000, interval: 1000 })
    .toContain('filesLost');
  expect(new DatabaseSync(filesOf(state).queues, { readOnly: true }).isOpen).toBe(true);
});

test('a worker that starts on a read-only disk answers reads, and ends once it could be written to', {
  timeout: PATIENCE,
}, async () => {
  // A kill leaves logs, with which SQLite opens the files of a read-only disk.
  process.kill(server.pid, 'SIGKILL');
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-machine-'));
  const machine = new FaultyMachine(folder);
  machine.setDisk('readOnly');
  server = await startNodeServer({ state, env: machine.env });
  const isRunning = () =>
    existsSync(`/proc/${server.pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${server.pid}/stat`, 'utf8'));
  expect((await ask('/api/v2/topics/list/', keys.publishable)).status).toBe(200);
  expect((await put()).status).toBe(503);
  await sleep(2500);
  expect(isRunning()).toBe(true);
  machine.setDisk('none');
  await expect.poll(isRunning, { timeout: 10_000 }).toBe(false);
  server = await startNodeServer({ state, env: machine.env });
  expect((await put()).status).toBe(200);
  rmSync(folder, { recursive: true, force: true });
});
