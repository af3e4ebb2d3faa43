/** Only the owner can read a state and its backups, regardless of the umask and the command that creates them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../../../src/command/paths.ts';
import { newState } from '../../support/built.ts';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-private-'));
const all: Process[] = [];
const before = process.umask(0);
after(() => {
  process.umask(before);
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const inside = (path: string): string[] => [path, ...globSync(join(path, '**'))];

function assertPrivate(path: string, least: number): void {
  const found = inside(path);
  assert.ok(found.length >= least, `${path} holds ${found.length}`);
  const open = found.flatMap((one) => {
    const stat = statSync(one, { throwIfNoEntry: false });
    const mode = (stat?.mode ?? 0) & 0o777;
    return !stat || mode === (stat.isFile() ? 0o600 : 0o700) ? [] : [`${mode.toString(8)} ${one}`];
  });
  assert.deepEqual(open, []);
}

function command(state: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, ['src/cli/newsgauge.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, STATE_DIR: state },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

async function serve(state: string): Promise<Server> {
  const server = await Server.start({ state, port: await freePort(), log: join(folder, 'log') });
  all.push(...server.processes());
  return server;
}

async function stop(server: Server): Promise<void> {
  const processes = server.processes();
  server.stop();
  assert.notEqual(await ended(processes, 60_000), null);
}

test('files written by commands without a server are private: key, backup and restore', () => {
  const at = (name: string) => join(folder, name);
  const [state, backup, restored] = [at('made'), at('backup'), at('restored')] as const;
  newState(state);
  command(state, 'keys', 'create', '--kind', 'publishable', '--name', 'site', '--sign');
  assertPrivate(state, 4);
  command(state, 'backup', backup);
  assertPrivate(backup, 10);
  // The restored folder has the default mode of `mkdir`.
  mkdirSync(restored);
  command(restored, 'restore', backup);
  assertPrivate(restored, 4);
});

test('files written by a server are private, even if the state was readable by others', async () => {
  const state = join(folder, 'state');
  const first = await serve(state);
  assert.equal((await fetch(new URL('/health/ready', first.url))).status, 200);
  assertPrivate(state, 10);
  await stop(first);
  for (const path of inside(state)) chmodSync(path, statSync(path).isFile() ? 0o644 : 0o755);
  const second = await serve(state);
  assertPrivate(state, 10);
  await stop(second);
});
