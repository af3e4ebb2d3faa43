import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../src/command/paths.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { ended, killAll, type Process, stillRunning } from '../support/processes.ts';
import { keysIn as printedKeys } from '../support/ready.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';
import { isSupervisor, isWorker, publish, storedClicks } from '../verify/crash/newsroom.ts';

const STOP = 60_000;
const RESTART = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-processes-'));
const options = { state: join(folder, 'state'), port: await freePort(), log: join(folder, 'log') };
const all: Process[] = [];

after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<Server> {
  const server = await Server.start(options);
  all.push(...server.processes());
  return server;
}

let keys: Record<string, string> = {};

const keysIn = ({ lines }: Server) => lines.filter((line) => /ng[spo]_\w{28}/.test(line)).length;

test('five runs of a server print keys once, allow only one server per state, and leave no process behind', async () => {
  const first = await start();
  assert.ok(keysIn(first) > 0);
  const processes = first.processes();
  assert.equal(processes.filter(isWorker).length, 1);
  keys = printedKeys(first.lines);
  const { operator = '', publishable = '' } = keys;
  await publish(first.url, operator, 3);
  const clicked = await Promise.all([1, 2, 3].map((contentId) => click(first.url, publishable, contentId)));
  assert.deepEqual(clicked, ['accepted', 'accepted', 'accepted']);
  first.stop();
  assert.notEqual(await ended(processes, STOP), null, names(stillRunning(processes)));
  assert.equal(existsSync(join(options.state, 'server.json')), false);

  const second = await start();
  const stored = () => JSON.stringify([...storedClicks(options.state)].toSorted());
  for (const end = Date.now() + STOP; Date.now() < end && stored() !== '[[1,1],[2,1],[3,1]]'; ) await sleep(100);
  assert.equal(stored(), '[[1,1],[2,1],[3,1]]');
  assert.equal(keysIn(second), 0);

  const third = await Server.start({ ...options, port: await freePort() }).catch((error: Error) => error);
  assert.match(String(third), new RegExp(`in use by process ${second.processes().find(isSupervisor)?.pid} on http`));

  const key = execFileSync(
    process.execPath,
    ['src/cli/newsgauge.js', 'keys', 'create', '--kind', 'secret', '--name', 'test'],
    { cwd: ROOT, env: { ...process.env, STATE_DIR: options.state }, encoding: 'utf8' },
  ).trim();
  const answer = await fetch(new URL('/api/v2/geography/list/', second.url), { headers: { 'X-API-Key': key } });
  assert.equal(answer.status, 200);

  const runtime = second.processes().filter(isWorker);
  killAll(runtime);
  const next = () => second.processes().filter((one) => isWorker(one) && one.pid !== runtime[0]?.pid);
  for (const end = Date.now() + RESTART; Date.now() < end && next().length === 0; ) await sleep(10);
  killAll(next());
  for (const end = Date.now() + RESTART; Date.now() < end && !second.hasSaid(/workerRestarted/); ) await sleep(100);
  assert.ok(second.hasSaid(/"event":"workerRestarted"/));
  assert.equal((await fetch(new URL('/health/ready', second.url))).status, 200);
  all.push(...second.processes());

  const rest = second.processes();
  killAll(rest.filter(isSupervisor));
  assert.notEqual(await ended(rest.filter(isWorker), STOP), null, 'a worker outlives its server');

  const fourth = await start();
  const last = fourth.processes();
  // A stopped worker does not notice the end of its supervisor. The next start finds and kills it.
  const worker = last.find(isWorker);
  assert.ok(worker);
  process.kill(worker.pid, 'SIGSTOP');
  killAll(last.filter((one) => !isWorker(one)));
  const left = stillRunning(last);
  assert.deepEqual(
    left.map(({ pid }) => pid),
    [worker.pid],
  );
  const fifth = await start();
  assert.equal(stillRunning(left).length, 0);
  assert.ok(fifth.hasSaid(/Stopping its worker \(process \d+\)/));
  const end = fifth.processes();
  const server = end.find(isSupervisor);
  assert.ok(server);
  process.kill(server.pid, 'SIGINT');
  assert.notEqual(await ended(end, STOP), null, names(stillRunning(end)));
  assert.equal(existsSync(join(options.state, 'server.json')), false);
});

test('at startup, salts whose halves were lost with their file are replaced', async () => {
  for (const end of ['', '-wal', '-shm']) rmSync(filesOf(options.state).halves + end, { force: true });
  const server = await start();
  assert.ok(server.hasSaid(/^Halves of some salts are missing/));
  assert.equal(await click(server.url, keys.publishable ?? '', 2), 'accepted');
  const processes = server.processes();
  server.stop();
  assert.notEqual(await ended(processes, STOP), null, names(stillRunning(processes)));
});

test('a server exits if its state is moved away, because accepted clicks would be lost', async () => {
  const server = await start();
  assert.equal(server.hasSaid(/^Halves of some salts/), false);
  const processes = server.processes();
  renameSync(options.state, `${options.state}-moved`);
  assert.notEqual(await ended(processes, STOP), null, names(stillRunning(processes)));
  const hasSaid = () => server.hasSaid(/was moved or deleted while the server/);
  for (const end = Date.now() + STOP; Date.now() < end && !hasSaid(); ) await sleep(10);
  assert.ok(hasSaid());
});

async function click(url: URL, key: string, contentId: number): Promise<string | null> {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    'X-Forwarded-For': `192.0.2.${contentId}`,
  };
  const init = { method: 'POST', headers, body: JSON.stringify({ key, contentId }) };
  return (await fetch(new URL('/clicks', url), init)).headers.get('X-Click');
}

const names = (processes: readonly Process[]) => `there run on: ${processes.map(({ command }) => command).join(', ')}`;
