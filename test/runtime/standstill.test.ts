import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../src/command/paths.ts';
import { newState } from '../support/built.ts';
import { ended, killAll, type Process, stillRunning, treeOf } from '../support/processes.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';
import { isSupervisor, isWorker } from '../verify/crash/newsroom.ts';
import { EVENTS, LIMITS } from '../verify/standstill/events.ts';

const STOP = 60_000;
const PATIENCE = 120_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-standstill-'));
const options = { state: join(folder, 'state'), port: await freePort(), log: join(folder, 'log') };
const all: Process[] = [];
let server: Server;

/** Duration of a start, in milliseconds. A replaced worker starts as slowly. */
let startMs = 0;

before(async () => {
  newState(options.state);
  const began = Date.now();
  server = await Server.start(options);
  startMs = Date.now() - began;
  all.push(...server.processes());
});
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

for (const name of ['kill', 'stopWorker', 'stopSupervisor'] as const)
  test(`${name}: the next request is answered within the time limit`, async () => {
    const milliseconds = await EVENTS[name](server);
    all.push(...server.processes());
    assert.ok(milliseconds <= LIMITS[name].within + 3 * startMs, `${milliseconds} ms; a start takes ${startMs} ms`);
  });

test('a supervisor stopped by SIGSTOP is resumed', async () => {
  const [supervisor] = server.processes().filter(isSupervisor);
  assert.ok(supervisor);
  const isStopped = () => readFileSync(`/proc/${supervisor.pid}/stat`, 'utf8').split(') ')[1]?.startsWith('T');
  const end = Date.now() + STOP;
  const until = async (holds: () => boolean | undefined) => {
    for (; !holds(); await sleep(5)) assert.ok(Date.now() < end);
  };
  process.kill(supervisor.pid, 'SIGSTOP');
  await until(isStopped);
  await until(() => !isStopped());
});

test('connections opened while the worker is stopped are answered by its replacement', async () => {
  const [worker] = server.processes().filter(isWorker);
  assert.ok(worker);
  process.kill(worker.pid, 'SIGSTOP');
  const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(PATIENCE / 4) };
  const asked = Array.from({ length: 10 }, async () => (await fetch(new URL('/health/live', server.url), init)).status);
  await sleep(500);
  process.kill(worker.pid, 'SIGKILL');
  const answers = await Promise.all(asked);
  all.push(...server.processes());
  assert.deepEqual(new Set(answers), new Set([200]));
});

test('a restart rejects no requests, on either open or new connections', async () => {
  const statuses = new Map<number, number>();
  let over = false;
  const ask = async (connection: 'keep-alive' | 'close') => {
    while (!over) {
      const answer = await fetch(new URL('/api/v2/feed/', server.url), { headers: { connection } }).catch(() => null);
      statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
      await answer?.arrayBuffer();
      await sleep(10);
    }
  };
  const readers = [ask('keep-alive'), ask('keep-alive'), ask('close')];
  for (let i = 0; i < 2; i++) await EVENTS.restart(server);
  over = true;
  await Promise.all(readers);
  all.push(...server.processes());
  assert.deepEqual([...statuses.keys()], [401]);
});

test('SIGTERM terminates a stopped server', async () => {
  const processes = server.processes();
  const supervisor = processes.find(isSupervisor);
  assert.ok(supervisor);
  process.kill(supervisor.pid, 'SIGSTOP');
  process.kill(supervisor.pid, 'SIGTERM');
  assert.notEqual(await ended(processes, STOP), null);
});

test('a log that nobody reads does not block a server', async () => {
  const state = join(folder, 'unread');
  newState(state);
  const port = await freePort();
  const env = { ...process.env, STATE_DIR: state, PORT: String(port), DEMO: '0', NODE: process.execPath };
  // The pipe is full before the server writes its first line.
  const script = '{ head -c 65536 /dev/zero; exec "$NODE" src/cli/newsgauge.js start; } | sleep 600';
  const shell = spawn('sh', ['-c', script], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const end = Date.now() + PATIENCE; !(await isReady()); await sleep(50)) assert.ok(Date.now() < end);
  const processes = treeOf(shell.pid ?? 0);
  all.push(...processes);
  // Selects only Node processes. The shell and the program that does not read are not among them.
  const own = processes.filter(({ command }) => /^\S*node\s/.test(command));
  const supervisor = own.find(isSupervisor);
  assert.ok(supervisor);
  process.kill(supervisor.pid, 'SIGTERM');
  assert.notEqual(await ended(own, STOP), null);
});
