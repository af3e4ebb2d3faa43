import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readServer, startOf, takeLock } from '../../src/node/state/lock.ts';

let state = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'newsgauge-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(state, { recursive: true, force: true });
});

const server = (pid: number) => ({ pid, url: 'http://localhost:8787', token: 'secret' });
const record = () => join(state, 'server.json');

/** Writes the lock record that a killed server leaves behind. */
function writeRecord(folder: string, { pid }: { pid: number }, processes: object): void {
  takeLock(folder).release();
  const { ino, dev } = statSync(join(folder, 'server.lock'));
  writeFileSync(join(folder, 'server.json'), JSON.stringify({ ...server(pid), lock: { ino, dev }, processes }));
}

test('a second server is rejected, and its error names the process id of the first', () => {
  const lock = takeLock(state);
  lock.write(server(4711), {});
  expect(() => takeLock(state)).toThrow(/in use by process 4711 on http:\/\/localhost:8787/);
  lock.release();
});

test('a moved state folder is detected, and a new folder in its place is left untouched', () => {
  const lock = takeLock(state);
  expect(lock.isInPlace()).toBe(true);
  renameSync(state, `${state}-moved`);
  expect(lock.isInPlace()).toBe(false);
  mkdirSync(state);
  const other = takeLock(state);
  other.write(server(4712), {});
  expect(lock.isInPlace()).toBe(false);
  lock.release();
  expect(existsSync(record())).toBe(true);
  other.release();
  rmSync(`${state}-moved`, { recursive: true });
});

test('a killed server’s record is not attributed to the next server', () => {
  writeRecord(state, server(4713), {});
  const lock = takeLock(state);
  expect(() => takeLock(state)).toThrow(/in use by another process/);
  lock.release();
});

test('a released lock leaves no record and can be taken again', () => {
  const first = takeLock(state);
  first.write(server(1), {});
  first.release();
  expect(existsSync(record())).toBe(false);
  takeLock(state).release();
});

test('the lock of a killed server can be taken again', async () => {
  const take = `import { takeLock } from './src/node/state/lock.ts'; takeLock(${JSON.stringify(state)}); console.log('taken'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', take], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(holder);
  await once(holder.stdout, 'data');
  expect(() => takeLock(state)).toThrow(/in use by another process/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  takeLock(state).release();
});

/** Starts a process that takes the place of a killed server's worker. `started` is its recorded start time. */
function leftover(started?: string) {
  const runtime = spawn('sleep', ['60'], { stdio: 'ignore' });
  children.push(runtime);
  writeRecord(state, server(1), { runtime: { pid: runtime.pid, started: started ?? startOf(runtime.pid ?? 0) } });
  return runtime;
}

test('taking the lock kills the runtime of a killed server', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const runtime = leftover();
  const lock = takeLock(state);
  const [, signal] = runtime.signalCode ? [null, runtime.signalCode] : await once(runtime, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(said).toHaveBeenCalledWith(expect.stringContaining(`Stopping its runtime (process ${runtime.pid})`));
  lock.release();
});

test('a copy of the state folder does not refer to the processes of the original', async () => {
  const runtime = leftover();
  const copy = `${state}-copy`;
  execFileSync('cp', ['-a', state, copy]);
  expect(readServer(copy)).toBeNull();
  takeLock(copy).release();
  rmSync(copy, { recursive: true });
  await sleep(200);
  expect(runtime.signalCode).toBeNull();
  expect(readServer(state)?.processes.runtime?.pid).toBe(runtime.pid);
});

test('taking the lock does not kill another process with the same PID', async () => {
  const other = leftover('Thu Jan  1 00:00:00 1970');
  takeLock(state).release();
  await sleep(200);
  expect(other.signalCode).toBeNull();
});
