/** Slow senders, large bodies and reserved paths. With `WHOLE=1`, 2,000 slow connections. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { killAll, type Process, stillRunning } from '../../support/processes.ts';
import { FaultyMachine } from '../../support/servers/faulty-machine.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { makeState, publish, type StateKeys } from '../../verify/crash/newsroom.ts';

const SLOW = process.env.WHOLE ? 2000 : 200;
const IMPORTERS = 16;
const BYTE_MS = process.env.WHOLE ? 15_000 : 1000;
const ARTICLES = 500;
const LARGE = 6 * 2 ** 20;
const NEWCOMERS = 300;
const COMMIT_MS = 100;
/** Half of the time needed if each turn of the event loop accepted one connection, in milliseconds. */
const ACCEPT_MS = (NEWCOMERS * COMMIT_MS) / 2;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ANSWER_MS = 30_000;
const CLOSED_MS = 180_000;
const TEST_MS = 900_000;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-senders-'));
const machine = new FaultyMachine(folder);
const sockets: Socket[] = [];
let server: Server;
let keys: StateKeys;
let processes: Process[] = [];

before(async () => {
  const state = join(folder, 'state');
  keys = await makeState(state);
  server = await Server.start({ state, port: await freePort(), log: join(folder, 'log'), env: machine.env });
  processes = server.processes();
});
after(() => {
  for (const socket of sockets) socket.destroy();
  killAll(stillRunning(processes));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** `response` resolves to everything received when the other end closes the connection. */
function open(text: string) {
  const socket = connect(Number(server.url.port), '127.0.0.1');
  sockets.push(socket);
  socket.write(text);
  const received = { text: '', error: '' };
  const response = new Promise<typeof received>((resolve) => {
    socket.on('data', (data) => {
      received.text += data;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      received.error = error.code ?? 'error';
    });
    socket.once('close', () => resolve(received));
  });
  return { socket, response };
}

const head = (method: string, path: string, headers: Record<string, string>) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${keys.operator}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

async function assertAnswers(): Promise<void> {
  const response = await fetch(new URL('/health/ready', server.url), { signal: AbortSignal.timeout(ANSWER_MS) });
  assert.equal(response.status, 200);
}

test('16 connections that send bytes slowly do not block an import', { timeout: TEST_MS }, async () => {
  const length = { 'Content-Length': '5000000', 'X-Forwarded-For': '192.0.2.66' };
  const slow = Array.from({ length: IMPORTERS }, () => open(`${head('PUT', '/manage/articles', length)}[`));
  const timer = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write(' ');
  }, BYTE_MS);
  await sleep(BYTE_MS / 2);
  await publish(server.url, keys.operator, ARTICLES);
  await assertAnswers();
  const closed = await Promise.race([Promise.all(slow.map(({ response }) => response)), sleep(CLOSED_MS, 'late')]);
  clearInterval(timer);
  assert.notEqual(closed, 'late', 'slow senders are never cut off');
});

test('slow connections are closed and do not block other clients', { timeout: TEST_MS }, async () => {
  const halves = ['', 'GET / HT', 'GET /health/live HTTP/1.1\r\nHost: a\r\nX-'];
  const slow = Array.from({ length: SLOW }, (_, i) => open(halves[i % halves.length] ?? ''));
  await sleep(500);
  for (let i = 0; i < 5; i++) await assertAnswers();
  const closed = await Promise.race([Promise.all(slow.map(({ response }) => response)), sleep(CLOSED_MS, 'late')]);
  assert.notEqual(closed, 'late', 'slow connections are never closed');
});

test('new connections are accepted quickly even while every turn of the event loop waits for the disk', {
  timeout: TEST_MS,
}, async () => {
  machine.setDisk('slowSync', COMMIT_MS);
  let isOver = false;
  let reader = 0;
  const click = async () => {
    while (!isOver) {
      const headers = { 'User-Agent': BROWSER, 'X-Forwarded-For': `198.51.${reader >> 8}.${reader++ & 255}` };
      const body = JSON.stringify({ key: keys.publishable, contentId: 1 });
      await (await fetch(new URL('/clicks', server.url), { method: 'POST', headers, body })).arrayBuffer();
    }
  };
  const clickers = Array.from({ length: 8 }, click);
  await sleep(500);
  const start = performance.now();
  const request = `${head('GET', '/health/live', { Connection: 'close' })}`;
  const responses = await Promise.all(Array.from({ length: NEWCOMERS }, () => open(request).response));
  const took = performance.now() - start;
  isOver = true;
  await Promise.all(clickers);
  machine.setDisk('none');
  console.log(`${NEWCOMERS} new connections answered in ${Math.round(took)} ms`);
  assert.deepEqual(new Set(responses.map(({ text }) => text.slice(0, 12))), new Set(['HTTP/1.1 200']));
  assert.ok(took < ACCEPT_MS, `${took} ms`);
});

for (const [what, path, method, allowed] of [
  ['a click', '/clicks', 'POST', '4 KB'],
  ['an import', '/manage/articles', 'PUT', '5 MB'],
] as const)
  for (const kind of ['of a known length', 'in chunks', 'that comes slowly'] as const)
    test(`an oversized body of ${what} ${kind} returns 413 with a reason and no reset`, {
      timeout: TEST_MS,
    }, async () => {
      const framing = kind === 'in chunks' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(LARGE) };
      const headersOfBody = { ...framing, 'Content-Type': 'application/json', Connection: 'close' };
      const { socket, response } = open(head(method, path, headersOfBody));
      const part = Buffer.alloc(LARGE / 12, ' ');
      for (let sent = 0; sent < LARGE; sent += part.length) {
        if (kind === 'in chunks') socket.write(`${part.length.toString(16)}\r\n`);
        socket.write(part);
        if (kind === 'in chunks') socket.write('\r\n');
        if (kind === 'that comes slowly') await sleep(100);
      }
      if (kind === 'in chunks') socket.write('0\r\n\r\n');
      const { text, error } = await response;
      assert.equal(error, '');
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      assert.match(headers, /^HTTP\/1\.1 413 Payload Too Large\r\n/);
      const data = { body: `is too large; the limit is ${allowed}` };
      assert.deepEqual(JSON.parse(body), { status: 'fail', code: 413, reason: 'payloadTooLarge', data });
    });

test('paths reserved by Cloudflare and its simulator return 404', async () => {
  const paths = [
    '/cdn-cgi/trace',
    '/cdn-cgi/handler/scheduled?cron=*',
    '/cdn-cgi/mf/scheduled',
    '/cdn-cgi/platform-proxy',
    '/cdn-cgi/',
  ];
  for (const path of paths)
    for (const method of ['GET', 'POST']) {
      const response = await fetch(new URL(path, server.url), { method, headers: { Accept: 'application/json' } });
      assert.equal(response.status, 404, `${method} ${path}`);
      await response.arrayBuffer();
    }
});
