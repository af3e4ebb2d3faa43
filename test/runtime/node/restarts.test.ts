/**
 * A supervisor and its worker under load: no connection is refused while workers follow each other, none hangs, and what was acknowledged is
 * counted.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { buildNodeServer } from '../../../scripts/build/node-server.ts';
import { ROOT } from '../../../src/command/paths.ts';
import { send as publish } from '../../../src/command/send.ts';
import { d1On } from '../../../src/node/d1/database.ts';
import { openD1File } from '../../../src/node/d1/sqlite.ts';
import { type Keys, mintKeys } from '../../../src/node/first-start/keys.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { type Listening, openListening } from '../../../src/node/supervisor/listening.ts';
import { Supervisor } from '../../../src/node/supervisor/supervisor.ts';
import { LISTENING_FD } from '../../../src/node/supervisor/worker-process.ts';
import { Turns } from '../../../src/node/turns.ts';

/** Longest time that a request may take while a worker follows another, and that a start may take on a busy machine. */
const PATIENCE_MS = 20_000;
const RESTART_MS = 30_000;
const TEST_MS = 240_000;
/** Handovers, and kills; `WHOLE=1` makes more of them. */
const ROUNDS = process.env.WHOLE ? 10 : 3;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const state = mkdtempSync(join(tmpdir(), 'newsgauge-restarts-'));
const events: { event: string; pause?: number }[] = [];
const workers: number[] = [];
let listening: Listening;
let supervisor: Supervisor;
let url = '';
let keys: Keys;

before(async () => {
  await buildNodeServer();
  listening = await openListening('127.0.0.1', 0);
  supervisor = new Supervisor({
    script: join(ROOT, 'dist/node/main.js'),
    fd: listening.fd,
    env: {
      ...process.env,
      STATE_DIR: state,
      LISTENING_FD: String(LISTENING_FD),
      CRONS: '0',
      TRUST_PROXY: '127.0.0.1',
      NEWSGAUGE_VARS: JSON.stringify({ LOG_LEVEL: 'error' }),
    },
    silence: { wakeMs: 1500, hangMs: 20_000, workMs: 60_000 },
    report: (event, fields) => events.push({ event, ...fields }),
    begun: (pid) => workers.push(pid),
  });
  url = (await supervisor.start()).url;
  const database = openD1File(filesOf(state).database);
  keys = await mintKeys(d1On(database, { turns: new Turns() }));
  database.close();
  const article = { id: 1, url: 'https://news.example/1', title: 'Article', contentType: 'article' };
  const target = { base: new URL(url), key: keys.operator };
  await publish(target, 'articles', [{ ...article, publishedAt: new Date().toISOString() }]);
});
after(async () => {
  await supervisor.stop();
  listening.close();
  rmSync(state, { recursive: true, force: true, maxRetries: 5 });
});

const countOf = (name: string) => events.filter(({ event }) => event === name).length;

interface Outcomes {
  /** Requests by status, or by the code of the error. */
  counts: Record<string, number>;
  longest: number;
  /** Readers whose clicks were acknowledged. */
  accepted: number;
}

/** Sends clicks and reads until `work` has ended, over kept and over new connections. */
async function underLoad(work: () => Promise<void>): Promise<Outcomes> {
  const outcomes: Outcomes = { counts: {}, longest: 0, accepted: 0 };
  let isOver = false;
  const senders = Array.from({ length: 16 }, async (_, sender) => {
    let client = new Client(url);
    while (!isOver) {
      const start = performance.now();
      const outcome = await (sender % 4 === 0 ? click(client) : send(client, '/health/ready'));
      outcomes.counts[outcome] = (outcomes.counts[outcome] ?? 0) + 1;
      outcomes.longest = Math.max(outcomes.longest, performance.now() - start);
      if (outcome === '202') outcomes.accepted++;
      // Half of them use each connection once.
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

/** Resolves to the status, or to the code of the error. */
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

function clicks(): number {
  const database = new DatabaseSync(filesOf(state).database, { readOnly: true });
  const sum = 'SELECT sum(unsigned_all + signed_all + trusted_all) AS clicks FROM click_hours';
  const found = Number(database.prepare(sum).get()?.clicks ?? 0);
  database.close();
  return found;
}

async function counted(expected: number): Promise<void> {
  for (const end = Date.now() + 30_000; clicks() < expected && Date.now() < end; ) await sleep(200);
  assert.equal(clicks(), expected);
}

test('handovers under load: every request is answered, with a pause that nobody notices', {
  timeout: TEST_MS,
}, async () => {
  const before = clicks();
  const { counts, longest, accepted } = await underLoad(async () => {
    for (let i = 0; i < ROUNDS; i++) {
      await supervisor.handOver();
      await sleep(300);
    }
  });
  const pauses = events.flatMap(({ event, pause }) => (event === 'handedOver' ? (pause ?? 0) : []));
  assert.equal(pauses.length, ROUNDS, JSON.stringify(events));
  console.log(`pauses ${pauses.join(', ')} ms; longest request ${Math.round(longest)} ms; ${JSON.stringify(counts)}`);
  assert.deepEqual(Object.keys(counts).toSorted(), ['200', '202'], JSON.stringify(counts));
  await counted(before + accepted);
});

test('kills of the worker under load: no connection is refused, none hangs, nothing acknowledged is lost', {
  timeout: TEST_MS,
}, async () => {
  const before = clicks();
  const { counts, longest, accepted } = await underLoad(async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const restarts = countOf('workerRestarted');
      process.kill(workers.at(-1) ?? 0, 'SIGKILL');
      const end = Date.now() + RESTART_MS;
      for (; countOf('workerRestarted') === restarts; await sleep(50))
        assert.ok(Date.now() < end, 'no worker has followed');
      // A worker that is killed before it has answered anything would prove little.
      for (const client = new Client(url); (await send(client, '/health/ready')) !== '200'; await sleep(50))
        assert.ok(Date.now() < end, 'the next worker does not answer');
      await sleep(1500);
    }
  });
  console.log(`longest request ${Math.round(longest)} ms; ${JSON.stringify(counts)}`);
  const { 200: ready = 0, 202: taken = 0, ECONNRESET = 0, UND_ERR_SOCKET = 0, ...others } = counts;
  const reset = ECONNRESET + UND_ERR_SOCKET;
  assert.deepEqual(others, {});
  assert.ok(ready > 0 && taken > 0, JSON.stringify(counts));
  assert.ok(reset <= ROUNDS * 16, `${reset} requests were reset`);
  // A click whose response was lost may be counted, too.
  const end = Date.now() + 30_000;
  while (clicks() < before + accepted && Date.now() < end) await sleep(200);
  const found = clicks() - before;
  assert.ok(found >= accepted && found <= accepted + reset, `${accepted} accepted, ${found} counted, ${reset} reset`);
});

test('a worker that a signal has stopped is continued', async () => {
  const pid = workers.at(-1) ?? 0;
  process.kill(pid, 'SIGSTOP');
  assert.equal(await send(new Client(url), '/health/live'), '200');
  assert.equal(workers.at(-1), pid);
});

test('a handover to a program that cannot be loaded changes nothing', async () => {
  const broken = new Supervisor({
    script: join(ROOT, 'dist/node/nothing.js'),
    fd: listening.fd,
    env: process.env,
    report: () => {},
    begun: () => {},
  });
  await assert.rejects(broken.start(), /the worker ended/);
  assert.equal(await send(new Client(url), '/health/ready'), '200');
});
