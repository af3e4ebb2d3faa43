import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failAs, failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { isLockedByOther, readServer } from '../../node/state/lock.ts';
import {
  hasRequest,
  takeOutcome,
  takeRequest,
  type UpgradeOutcome,
  type UpgradeRequest,
  writeRequest,
} from '../../node/upgrade/request.ts';

/** Time limits for a server to accept an upgrade, and to complete it. Copying a large database takes long. */
const TAKEN_MS = 20_000;
const DONE_MS = 60 * MINUTE_MS;
const STEP_MS = 200;

export interface UpgradedServer {
  ask(request: UpgradeRequest): Promise<UpgradeOutcome>;
  isRunning: boolean;
  end(): Promise<void>;
}

/** Returns the server that uses the state, or starts a server without jobs. A started server runs until `end`. */
export async function serverOn(state: string): Promise<UpgradedServer> {
  const isRunning = isLockedByOther(state);
  if (isRunning && !readServer(state))
    failAs('closed', `${state} is in use by another process: run the upgrade again after it has exited`);
  const end = isRunning ? async () => {} : await startOn(state);
  return { isRunning, end, ask: (request) => ask(state, request) };
}

async function ask(state: string, request: UpgradeRequest): Promise<UpgradeOutcome> {
  const server = readServer(state);
  if (!server) failCommand(`the server on ${state} has exited`);
  takeOutcome(state);
  writeRequest(state, request);
  process.kill(server.pid, 'SIGUSR2');
  for (let waited = 0; waited < DONE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    const outcome = takeOutcome(state);
    if (outcome) return outcome;
    if (!isLockedByOther(state)) return { isDone: false, reason: 'the server exited' };
    if (waited > TAKEN_MS && hasRequest(state)) {
      takeRequest(state);
      return { isDone: false, reason: 'this version of the server cannot be upgraded while it runs; stop it first' };
    }
  }
  return { isDone: false, reason: 'the switch took more than an hour' };
}

/** Starts a server for an upgrade as the user who owns the state. Resolves to a function that stops the server. */
async function startOn(state: string): Promise<() => Promise<void>> {
  const { uid, gid } = statSync(state);
  const env = { ...process.env, STATE_DIR: state, HOST: '127.0.0.1', PORT: String(await freePort()), COPY_TO: '' };
  const child = spawn(process.execPath, [join(ROOT, 'src/cli/newsgauge.js'), 'start'], {
    cwd: ROOT,
    env: { ...env, CRONS: '0', DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let errors = '';
  child.stderr.on('data', (data) => {
    errors = (errors + data).slice(-10_000);
  });
  const ready = new Promise<true>((resolve) => {
    child.stdout.on('data', (data) => /^(Ready|Running) on /m.test(String(data)) && resolve(true));
  });
  if (!(await Promise.race([ready, ended])))
    failCommand(`the server cannot start, so nothing was changed: ${errors.trim().split('\n')[0] ?? ''}`);
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
