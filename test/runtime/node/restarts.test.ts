/**
 * Workers and servers replace each other under load, behind a socket from systemd. With `WHOLE=1`, each runs ten
 * rounds.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { ROOT } from '../../../src/command/paths.ts';
import { sendValues } from '../../../src/command/send.ts';
import { type Listening, openListening } from '../../../src/node/supervisor/listening.ts';
import { killAll, type Process, stillRunning, treeOf } from '../../support/processes.ts';
import { untilReady } from '../../support/ready.ts';
import { isWorker, makeState, publish, type StateKeys, storedClicks } from '../../verify/crash/newsroom.ts';

const PATIENCE_MS = 120_000;
const RESTART_MS = 120_000;
const TEST_MS = 600_000;
const ROUNDS = process.env.WHOLE ? 10 : 2;
const BETWEEN_MS = 1500;
const POLL_MS = 3000;
/** More connections than Node queues by default, and fewer than a server with 1,024 descriptors may open. */
const WAITING = 700;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-restarts-'));
const state = join(folder, 'state');
const processes: Process[] = [];
let listening: Listening;
let server: ChildProcess;
let lines: readonly string[] = [];
let url = '';
let slow: SlowFeed;
let keys: StateKeys;

/** Starts a server as systemd does with a socket unit: this process keeps the socket open. */
async function start(): Promise<void> {
  const settings: Record<string, string> = {
    ...{ STATE_DIR: state, PORT: String(listening.port), LISTEN_FDS: '1', DEMO: '0' },
    ...{ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error', FEED_ALLOW_HOSTS: new URL(slow.origin).host },
  };
  server = spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$0" src/cli/newsgauge.js start', process.execPath], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', listening.fd],
  });
  lines = await untilReady(server);
  processes.push(...treeOf(server.pid ?? 0));
}

before(async () => {
  slow = await slowFeed();
  listening = await openListening('127.0.0.1', 0);
  url = `http://127.0.0.1:${listening.port}`;
  keys = await makeState(state);
  await start();
  await publish(new URL(url), keys.operator, 1);
});
after(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  listening.close();
  slow.server.close();
  killAll(stillRunning(processes));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const workerPid = () => treeOf(server.pid ?? 0).find(isWorker)?.pid ?? 0;
const linesWith = (event: string) => lines.filter((line) => line.includes(`"event":"${event}"`));

const SENDERS = 16;

interface Outcomes {
  counts: Record<string, number>;
  longest: number;
  accepted: number;
}

async function underLoad(work: () => Promise<void>): Promise<Outcomes> {
  const outcomes: Outcomes = { counts: {}, longest: 0, accepted: 0 };
  let isOver = false;
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    let client = new Client(url);
    while (!isOver) {
      const start = performance.now();
      const outcome = await (sender % 4 === 0 ? click(client) : send(client, '/health/ready'));
      outcomes.counts[outcome] = (outcomes.counts[outcome] ?? 0) + 1;
      outcomes.longest = Math.max(outcomes.longest, performance.now() - start);
      if (outcome === '202') outcomes.accepted++;
      // Half of the senders use each connection once.
      if (sender % 2 === 1) {
        await client.close();
        client = new Client(url);
      }
      await sleep(5);
    }
    await client.close();
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(senders);
  }
  return outcomes;
}

let readers = 0;
const click = (client: Client): Promise<string> => {
  readers++;
  const address = `10.${(readers >> 16) & 255}.${(readers >> 8) & 255}.${readers & 255}`;
  return send(client, '/clicks', JSON.stringify({ key: keys.publishable, contentId: 1 }), address);
};

async function send(client: Client, path: string, body: string | null = null, address = '10.0.0.1'): Promise<string> {
  const headers = { 'User-Agent': BROWSER, 'X-Forwarded-For': address };
  const method = body === null ? 'GET' : 'POST';
  try {
    const answer = await client.request({ path, method, body, headers, headersTimeout: PATIENCE_MS });
    await answer.body.dump();
    return String(answer.statusCode);
  } catch (thrown) {
    return (thrown as { code?: string }).code ?? 'ERROR';
  }
}

const clicks = (): number => storedClicks(state).get(1) ?? 0;

/**
 * Waits until the clicks acknowledged since `before` are counted. Clicks whose response was lost may be counted too.
 */
async function counted(before: number, { accepted, counts }: Outcomes): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; clicks() < before + accepted && Date.now() < end; ) await sleep(200);
  const found = clicks() - before;
  assert.ok(found >= accepted && found <= accepted + resets(counts), `${accepted} accepted, ${found} counted`);
}

const resets = ({ ECONNRESET = 0, UND_ERR_SOCKET = 0 }: Outcomes['counts']): number => ECONNRESET + UND_ERR_SOCKET;

/** Opens a connection that sends `bytes` and then nothing, as browsers do in advance and slow senders do. */
async function openUnused(bytes = ''): Promise<Socket> {
  const socket = connect(listening.port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

interface SlowFeed {
  server: HttpServer;
  origin: string;
  polls: { isOver: boolean; wasRead: boolean }[];
}

/** Serves a feed that is sent only after `POLL_MS`, so that the job that polls it is running for a known time. */
async function slowFeed(): Promise<SlowFeed> {
  const polls: SlowFeed['polls'] = [];
  const feed = createServer(async (_, response) => {
    const poll = { isOver: false, wasRead: false };
    polls.push(poll);
    response.once('close', () => Object.assign(poll, { isOver: true, wasRead: response.writableFinished }));
    await sleep(POLL_MS);
    response.end('<rss version="2.0"><channel><title>Slow</title></channel></rss>');
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  return { server: feed, origin: `http://127.0.0.1:${(feed.address() as AddressInfo).port}`, polls };
}

async function until(isSo: () => boolean, failure: string): Promise<void> {
  for (const end = Date.now() + RESTART_MS; !isSo(); await sleep(20)) assert.ok(Date.now() < end, failure);
}

interface Case {
  round(): Promise<void>;
  mayReset: boolean;
}

const CASES: Record<string, Case> = {
  SIGUSR2: {
    mayReset: false,
    async round() {
      const handovers = linesWith('handedOver').length;
      server.kill('SIGUSR2');
      await until(() => linesWith('handedOver').length > handovers, 'no handover');
    },
  },
  'SIGTERM and a new start': {
    mayReset: true,
    async round() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await start();
    },
  },
  'SIGKILL of the only worker': {
    mayReset: true,
    async round() {
      const restarts = linesWith('workerRestarted').length;
      process.kill(workerPid(), 'SIGKILL');
      await until(() => linesWith('workerRestarted').length > restarts, 'no worker has followed');
    },
  },
};

for (const [name, { round, mayReset }] of Object.entries(CASES))
  test(`${name}, repeated under load, loses no acknowledged click`, { timeout: TEST_MS }, async () => {
    const before = clicks();
    const outcomes = await underLoad(async () => {
      for (let i = 0; i < ROUNDS; i++) {
        await round();
        await sleep(BETWEEN_MS);
      }
    });
    const { counts, longest } = outcomes;
    const pauses = linesWith('handedOver').map((line) => JSON.parse(line).pause);
    console.log(
      `${name}: longest request ${Math.round(longest)} ms, ${JSON.stringify(counts)}, pauses ${pauses.join(', ')} ms`,
    );
    const { 200: ready = 0, 202: taken = 0, ECONNRESET: _, UND_ERR_SOCKET: __, ...others } = counts;
    assert.deepEqual(others, {});
    assert.ok(ready > 0 && taken > 0);
    assert.ok(resets(counts) <= (mayReset ? ROUNDS * SENDERS : 0), `${resets(counts)} requests were reset`);
    await counted(before, outcomes);
  });

test('connections without a whole request do not delay a handover', { timeout: TEST_MS }, async () => {
  const unused = await Promise.all([
    openUnused(),
    openUnused(),
    openUnused('GET /health/live HTTP/1.1\r\nHost: a\r\n'),
  ]);
  await sleep(BETWEEN_MS);
  await CASES.SIGUSR2?.round();
  const { pause } = JSON.parse(linesWith('handedOver').at(-1) ?? '');
  for (const socket of unused) socket.destroy();
  assert.ok(pause < 2000, `a pause of ${pause} ms`);
});

test('while no worker runs, 700 connections wait for the next one', { timeout: TEST_MS }, async () => {
  const restarts = linesWith('workerRestarted').length;
  const count = Math.min(WAITING, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')));
  server.kill('SIGSTOP');
  process.kill(workerPid(), 'SIGKILL');
  const request = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const sockets: Socket[] = [];
  try {
    // A full queue drops packets, and the next attempt to connect follows only after a second.
    const begun = performance.now();
    for (let i = 0; i < count; i++) sockets.push(await openUnused(request));
    assert.ok(performance.now() - begun < count, `${performance.now() - begun} ms`);
  } finally {
    server.kill('SIGCONT');
  }
  await until(() => linesWith('workerRestarted').length > restarts, 'no worker has followed');
  const answers = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])));
  assert.equal(answers.filter((answer) => answer.startsWith('HTTP/1.1 200')).length, count);
});

test('a handover waits for running jobs while requests are answered', { timeout: TEST_MS }, async () => {
  // The jobs of the worker that runs now have ended. A new worker runs all jobs again, and polls the new feed.
  await sleep(2 * POLL_MS);
  await sendValues({ base: new URL(url), key: keys.operator }, 'feeds', [{ url: slow.origin }]);
  await CASES['SIGKILL of the only worker']?.round();
  await until(() => slow.polls.some(({ isOver }) => !isOver), 'no poll has begun');
  const { longest, counts } = await underLoad(async () => CASES.SIGUSR2?.round());
  assert.deepEqual(slow.polls, [{ isOver: true, wasRead: true }]);
  assert.deepEqual(Object.keys(counts).toSorted(), ['200', '202']);
  assert.ok(longest < POLL_MS / 2, `a request took ${longest} ms`);
});
