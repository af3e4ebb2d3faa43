import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../src/command/paths.ts';
import { FIRST_KEYS } from '../../src/node/state/files.ts';
import { ended, killAll, stillRunning, treeOf } from '../support/processes.ts';
import { keysIn, untilReady } from '../support/ready.ts';
import { freePort } from '../support/servers/free-port.ts';
import { publish } from '../verify/crash/newsroom.ts';

/** Mounts a disk for this server only, which is full while the file `FULL` exists. */
const SCRIPT = `mount -t tmpfs -o size=200m tmpfs "$DISK" || exit 9
  { until [ -e "$FULL" ]; do sleep 0.1; done; head -c 1G /dev/zero > "$DISK/filling"; : > "$FULL.done"
    while [ -e "$FULL" ]; do sleep 0.1; done; rm "$DISK/filling"; } 2> /dev/null &
  exec "$0" src/cli/newsgauge.js start`;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const ROUNDS = 25;
const PATIENCE = 240_000;
const STOP = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-full-'));
const [disk, full] = [join(folder, 'disk'), join(folder, 'full')];
mkdirSync(disk);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// The kernel must allow user namespaces for a private file system.
const lends = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', disk]).status === 0;

test('reads succeed and clicks are rejected on a full disk until there is space', { skip: !lends }, async () => {
  const port = await freePort();
  const env = { ...process.env, STATE_DIR: join(disk, 'state'), PORT: String(port), DEMO: '0', DISK: disk, FULL: full };
  const child = spawn('unshare', ['-Urm', 'sh', '-c', SCRIPT, process.execPath], {
    ...{ cwd: ROOT, env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = new URL(`http://127.0.0.1:${port}`);
  try {
    await untilReady(child);
    const file = join(`/proc/${child.pid}/root`, disk, 'state', FIRST_KEYS);
    const { operator = '', publishable = '' } = keysIn(readFileSync(file, 'utf8').split('\n'));
    await publish(url, operator, 50);
    const click = async (contentId: number) => {
      const init = { method: 'POST', body: JSON.stringify({ key: publishable, contentId }) };
      return (await fetch(new URL('/clicks', url), { ...init, headers: { 'User-Agent': BROWSER } })).status;
    };
    const read = async (path: string) => {
      const answer = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${operator}` } });
      await answer.arrayBuffer();
      return answer.status;
    };
    assert.equal(await click(1), 202);
    writeFileSync(full, '');
    while (!existsSync(`${full}.done`)) await sleep(50);

    const clicks: number[] = [];
    const statuses = new Map<string, number>();
    for (let i = 0; i < ROUNDS; i++) {
      clicks.push(await click(2 + i));
      const paths = [`feed/?searchTerms=article&limit=${1 + i}`, `topics/trending/?limit=${1 + i}`, 'topics/list/'];
      // Each path is requested twice, because a repeated request is looked up in a cache.
      for (const path of [...paths, ...paths]) {
        const status = await read(`/api/v2/${path}`);
        if (status !== 200) statuses.set(`${path}: ${status}`, (statuses.get(`${path}: ${status}`) ?? 0) + 1);
      }
    }
    assert.deepEqual(Object.fromEntries(statuses), {});
    assert.equal(clicks.at(-1), 503);

    rmSync(full);
    for (const end = Date.now() + PATIENCE; (await click(40)) !== 202; await sleep(500))
      assert.ok(Date.now() < end, 'clicks are not taken although there is space again');
  } finally {
    const processes = treeOf(child.pid ?? 0);
    child.kill('SIGTERM');
    await ended(processes, STOP);
    killAll(stillRunning(processes));
  }
});
