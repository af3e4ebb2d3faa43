import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { ended, killAll, type Process, stillRunning, treeOf } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { isWorker } from '../../verify/crash/newsroom.ts';

const STOP = 60_000;
const PATIENCE = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-interrupted-'));
const all: Process[] = [];
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function starting(state: string) {
  const child = spawn(process.execPath, ['src/cli/newsgauge.js', 'start'], {
    cwd: ROOT,
    env: { ...process.env, STATE_DIR: join(folder, state), PORT: String(await freePort()), DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { pid: child.pid ?? 0, said, closed };
}

/** Resolves while the database of a new server is being created. */
async function preparing(state: string) {
  const { pid, said, closed } = await starting(state);
  const isPreparing = () => treeOf(pid).some(isWorker);
  for (const end = Date.now() + PATIENCE; !isPreparing(); await sleep(50)) assert.ok(Date.now() < end, said.err);
  const processes = treeOf(pid);
  all.push(...processes);
  return { pid, processes, said, closed };
}

test('pressing Ctrl-C twice stops a first start at once with exit code 0', async () => {
  const { pid, processes, said, closed } = await preparing('stopped');
  // A terminal signals every process of its foreground group.
  process.kill(-pid, 'SIGINT');
  process.kill(-pid, 'SIGINT');
  assert.notEqual(await ended(processes, STOP), null);
  assert.equal(await closed, 0);
  assert.equal(said.err, '');
  assert.match(said.out, /^Creating the state in [^\n]+\nStopping\n$/);
});

test('killing a first start leaves no process', async () => {
  const { pid, processes } = await preparing('killed');
  process.kill(pid, 'SIGKILL');
  assert.notEqual(await ended(processes, STOP), null);
});

const GONE = /^\S+ was moved or deleted [^\n]+\nPut it back, or restore a backup [^\n]+\n$/;

test('a first start exits with a two-line message if its state is moved away', async () => {
  const { processes, said, closed } = await preparing('here');
  renameSync(join(folder, 'here'), join(folder, 'there'));
  assert.notEqual(await ended(processes, STOP), null);
  assert.equal(await closed, 1);
  assert.match(said.err, GONE);
});

test('a start exits if its state is moved away at the beginning', async () => {
  const { pid, said, closed } = await starting('early');
  const lock = join(folder, 'early', 'server.lock');
  for (const end = Date.now() + PATIENCE; !existsSync(lock); await sleep(1)) assert.ok(Date.now() < end, said.err);
  const processes = treeOf(pid);
  all.push(...processes);
  renameSync(join(folder, 'early'), join(folder, 'late'));
  assert.equal(await closed, 1);
  assert.notEqual(await ended(processes, STOP), null);
  assert.match(said.err, GONE);
});
