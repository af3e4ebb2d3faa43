import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { killAll, type Process, stillRunning, treeOf } from '../../support/processes.ts';
import { untilReady } from '../../support/ready.ts';
import { freePort } from '../../support/servers/free-port.ts';

/** Number of requests whose log lines exceed the buffers of a pipe and its reader several times. */
const REQUESTS = 1500;
const PATIENCE_MS = 60_000;
const COPIER_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-log-'));
const all: Process[] = [];
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('a server with an unread log still responds, even after a handover', async () => {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), STATE_DIR: join(folder, 'state'), DEMO: '0' };
  const server = spawn(process.execPath, ['src/cli/newsgauge.js', 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await untilReady(server);
  await sleep(COPIER_MS);
  all.push(...treeOf(server.pid ?? 0));
  server.stdout.removeAllListeners().pause();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < REQUESTS; i++) {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal });
      await response.arrayBuffer();
      assert.equal(response.status, 200);
    }
    server.kill('SIGUSR2');
    await sleep(COPIER_MS);
    all.push(...treeOf(server.pid ?? 0));
  }
  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  assert.equal(code, 0);
});
