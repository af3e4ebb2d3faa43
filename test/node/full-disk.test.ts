/**
 * If the disk rejects writes, the service returns 503, still serves reads, and reports the cause in the health check.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { d1On } from '../../src/node/d1/database.ts';
import { openD1File } from '../../src/node/d1/sqlite.ts';
import { type FirstKeys, mintKeys } from '../../src/node/first-start/first-keys.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { FaultyMachine } from '../support/servers/faulty-machine.ts';
import { type NodeServer, startNodeServer } from '../support/servers/node-server.ts';

const state = mkdtempSync(join(tmpdir(), 'newsgauge-full-'));
let server: NodeServer;
let keys: FirstKeys;

/** Limits the number of pages that the process may write to a file, like a full disk. 0 removes the limit. */
const FULL = `import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  const opened = [];
  DatabaseSync.prototype.exec = function (text) { if (!opened.includes(this)) opened.push(this); return exec.call(this, text); };
  const all = (pragma) => { for (const each of opened) try { exec.call(each, pragma); } catch {} };
  process.on('SIGPIPE', () => all('PRAGMA max_page_count = 1'));
  process.on('SIGWINCH', () => { all('PRAGMA max_page_count = 1073741823'); all('PRAGMA query_only = OFF'); });
  process.on('SIGTTIN', () => all('PRAGMA query_only = ON'));`;

beforeAll(async () => {
  server = await startNodeServer({ state, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(FULL)}`] });
  const database = openD1File(filesOf(state).database);
  keys = await mintKeys(d1On(database));
  database.close();
});
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const ask = (path: string, key: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.url), { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });

let ids = 0;
/** Stores a topic with a long description, which needs new pages of the database. */
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
/** Runs the jobs that are due every minute once per second. */
const HASTE = `const every = setInterval;
  globalThis.setInterval = (job, ms, ...rest) => every(job, ms === 60_000 ? 1000 : ms, ...rest);`;
const health = async () => {
  // The result of the health check is cached for two seconds.
  await sleep(2100);
  return ((await (await ask('/health/ready', '')).json()) as { data: object }).data;
};

test.each([
  ['a full disk', 'SIGPIPE', 'diskFull'],
  ['a disk that became read-only', 'SIGTTIN', 'readOnly'],
] as const)('writes return 503, and reads succeed, with %s', async (_, signal, fault) => {
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

test('a queue file deleted between two runs raises an alarm', async () => {
  await server.stop();
  for (const end of ['', '-wal', '-shm']) rmSync(`${filesOf(state).queues}${end}`, { force: true });
  server = await startNodeServer({
    state,
    env: { CRONS: '1' },
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(HASTE)}`],
  });
  const status = async () =>
    ((await (await ask('/manage/status', keys.operator)).json()) as { data: { alarms: { alarm: string }[] } }).data;
  await expect
    .poll(async () => (await status()).alarms?.map(({ alarm }) => alarm), { interval: 500 })
    .toContain('filesLost');
  expect(new DatabaseSync(filesOf(state).queues, { readOnly: true }).isOpen).toBe(true);
});

test('a worker started on a read-only disk serves reads and exits once the disk is writable', async () => {
  // A killed server leaves write-ahead logs, without which SQLite could not open files on a read-only disk.
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
  await expect.poll(isRunning).toBe(false);
  server = await startNodeServer({ state, env: machine.env });
  expect((await put()).status).toBe(200);
  rmSync(folder, { recursive: true, force: true });
});
