import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

interface Seen {
  queue: string;
  id: string;
  body: { n: number };
  attempts: number;
  at: number;
  sent: number;
  size: number;
}

const PATIENCE = 120_000;
const CHILD = join(import.meta.dirname, 'queue/server.ts');

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-queue-'));
const FILE = join(folder, 'queues.sqlite');
let server = await start();
let n = 0;

after(() => {
  kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

beforeEach(() => {
  // Unique numbers identify the messages of each test.
  n = Math.ceil((n + 1) / 1000) * 1000;
});

const jobs = (count: number, body: object = {}, options: object = {}) =>
  Array.from({ length: count }, () => ({ body: { n: n++, ...body }, contentType: 'json', ...options }));

test('messages arrive once, in order, in batches of the configured size', async () => {
  const sent = jobs(95);
  await send(sent);
  const seen = await seenOf(sent, 95);
  assert.deepEqual(
    seen.map(({ body }) => body.n),
    sent.map(({ body }) => body.n),
  );
  assert.ok(seen.every(({ size, attempts, queue }) => size <= 10 && attempts === 1 && queue === 'jobs'));
  assert.equal(new Set(seen.map(({ id }) => id)).size, 95);
});

test('an incomplete batch is delivered after its timeout', async () => {
  const sent = jobs(3);
  await send(sent);
  const seen = await seenOf(sent, 3);
  assert.equal(new Set(seen.map(({ at }) => at)).size, 1);
  for (const { at, sent } of seen) assert.ok(at - sent >= 1000, `after ${at - sent} ms`);
});

test('a retried message is redelivered after its delay, without the rest of its batch', async () => {
  const sent = [...jobs(1, { retryOnce: 3 }), ...jobs(2)];
  await send(sent);
  const seen = await seenOf(sent, 4);
  const [first, second] = seen.filter(({ body }) => body.n === sent[0]?.body.n);
  assert.deepEqual([first?.attempts, second?.attempts], [1, 2]);
  assert.equal(first?.id, second?.id);
  assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 3000);
});

test('acknowledged messages of a failed batch are not redelivered', async () => {
  const sent = [...jobs(1, { failures: 1 }), ...jobs(2, { ack: true }), ...jobs(1)];
  await send(sent);
  const seen = await seenOf(sent, 6);
  const attempts = sent.map(({ body }) => seen.filter((each) => each.body.n === body.n).map((each) => each.attempts));
  assert.deepEqual(attempts, [[1, 2], [1], [1], [1, 2]]);
});

test('a message that keeps failing moves to the dead-letter queue with its id and time', async () => {
  const sent = jobs(1, { failures: 99 });
  await send(sent);
  const seen = await seenOf(sent, 4);
  assert.deepEqual(
    seen.map(({ queue, attempts }) => [queue, attempts]),
    [
      ['jobs', 1],
      ['jobs', 2],
      ['jobs', 3],
      ['dead', 1],
    ],
  );
  assert.equal(new Set(seen.map(({ id, sent }) => `${id} ${sent}`)).size, 1);
});

test('after an outage, all messages are delivered within seconds, whatever their delays, and no attempts are counted', async () => {
  const calm = jobs(25);
  const began = Date.now();
  await send(calm);
  await seenOf(calm, 25);
  const usual = Date.now() - began;
  await post('/out', true);
  const sent = jobs(25);
  await send(sent);
  await sleep(12_000);
  await post('/out', false);
  const end = Date.now();
  await until(async () => (await ask<{ backlogCount: number }>('/metrics')).backlogCount === 0);
  assert.ok(Date.now() - end < 6000 + 4 * usual, `after ${Date.now() - end} ms; usually ${usual} ms`);
  const seen = await mine(sent);
  assert.ok(seen.length > 50, `${seen.length} deliveries`);
  assert.ok(seen.every(({ queue, attempts }) => queue === 'jobs' && attempts <= 2));
});

test('new messages are delivered before those in a long queue, for which a remaining time is estimated', async () => {
  const old = jobs(400, { slow: 20 });
  kill();
  await once(server.child, 'exit');
  putOld(old);
  server = await start();
  await until(async () => (await mine(old)).length > 0);
  const fresh = jobs(1);
  await send(fresh);
  await until(async () => (await mine(fresh)).length > 0);
  const oldOnes = await mine(old);
  assert.ok(oldOnes.length < 300, `${oldOnes.length} old ones before it`);
  await sleep(1500);
  const { secondsLeft } = await ask<{ secondsLeft: number }>('/metrics');
  assert.ok(secondsLeft >= 1 && secondsLeft < 60, `${secondsLeft} s`);
  const order = (await seenOf(old, 400)).map(({ body }) => body.n);
  assert.equal(new Set(order).size, 400);
  const place = (message: { body: { n: number } } | undefined) => order.indexOf(message?.body.n ?? -1);
  assert.ok(place(old[399]) < 10 && place(old[0]) < 50, `${place(old[399])}, ${place(old[0])}`);
});

test('a delayed message is delivered after its delay and counts as queued until then', async () => {
  const before = Date.now();
  const sent = jobs(1, {}, { delaySeconds: 2 });
  await send(sent);
  const after = Date.now();
  const metrics = await ask<{ backlogCount: number; oldestMessageTimestamp: string }>('/metrics');
  assert.equal(metrics.backlogCount, 1);
  const oldest = Date.parse(metrics.oldestMessageTimestamp);
  assert.ok(oldest >= before - 1000 && oldest <= after + 1000, metrics.oldestMessageTimestamp);
  const [seen] = await seenOf(sent, 1);
  assert.ok((seen?.at ?? 0) - before >= 2000);
  assert.equal((await ask<{ backlogCount: number }>('/metrics')).backlogCount, 0);
});

test('accepted messages survive a kill of all processes, even during delivery', async () => {
  const sent = [...jobs(10, { slow: 500 }), ...jobs(50, {}, { delaySeconds: 1 })];
  for (let i = 0; i < sent.length; i += 6) await send(sent.slice(i, i + 6));
  kill();
  server = await start();
  await seenOf(sent, 60);
});

test('messages accepted while the clock was a day ahead are delivered today', async () => {
  const sent = jobs(5, {}, { delaySeconds: 3 });
  await send(sent);
  kill();
  await once(server.child, 'exit');
  const database = new DatabaseSync(FILE);
  database.exec('UPDATE "messages jobs" SET sent_at = sent_at + 86400000, due_at = due_at + 86400000');
  database.close();
  server = await start();
  await seenOf(sent, 5);
});

for (const [what, message, says] of [
  ['another type than JSON', { body: { n: 0 }, contentType: 'text' }, /accepts json only/],
  ['a delay beyond a day', { body: { n: 0 }, delaySeconds: 86_401 }, /delaySeconds/],
  ['a body beyond 128 KB', { body: { n: 0, text: 'x'.repeat(128_001) } }, /128000 bytes/],
] as const)
  test(`${what} is rejected`, async () => {
    const answer = await fetch(new URL('/', server.url), { method: 'POST', body: JSON.stringify([message]) });
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), says);
  });

async function send(messages: object[]): Promise<void> {
  const answer = await fetch(new URL('/', server.url), { method: 'POST', body: JSON.stringify(messages) });
  assert.equal(answer.status, 202, await answer.text());
}

const post = (path: string, value: unknown) =>
  fetch(new URL(path, server.url), { method: 'POST', body: JSON.stringify(value) });

/** Writes messages into the queue of a stopped server, as if they had waited for a minute. */
function putOld(messages: { body: object }[]): void {
  const database = new DatabaseSync(FILE);
  const insert = database.prepare('INSERT INTO "messages jobs" (id, body, sent_at, due_at) VALUES (?, ?, ?, ?)');
  const at = Date.now() - 60_000;
  for (const [i, { body }] of messages.entries()) insert.run(`old${i}`, JSON.stringify(body), at + i, at + i);
  database.close();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await isSo()); await sleep(100)) assert.ok(Date.now() < end);
}

async function mine(messages: { body: { n: number } }[]): Promise<Seen[]> {
  const numbers = new Set(messages.map(({ body }) => body.n));
  return (await ask<Seen[]>('/seen')).filter(({ body }) => numbers.has(body.n));
}

/** Returns the received messages once there are as many as expected and the queue is empty. */
async function seenOf(messages: { body: { n: number } }[], expected: number): Promise<Seen[]> {
  for (const end = Date.now() + PATIENCE; ; await sleep(100)) {
    const seen = await mine(messages);
    const { backlogCount } = await ask<{ backlogCount: number }>('/metrics');
    if ((seen.length >= expected && backlogCount === 0) || Date.now() > end) {
      assert.equal(seen.length, expected);
      return seen;
    }
  }
}

async function ask<T>(path: string): Promise<T> {
  return (await (await fetch(new URL(path, server.url))).json()) as T;
}

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(CHILD, [folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`the server ended: ${code}`)));
  });
  return { url, child };
}

function kill(): void {
  if (server.child.pid) process.kill(server.child.pid, 'SIGKILL');
}
