import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Front } from '../../../src/selfhost/front/front.ts';
import { freePort, openFront } from '../../support/servers/open-front.ts';
import { sized } from '../../support/size.ts';

/** A server behind the front, which answers when it is released. */
let worker: Server;
let letGo = () => {};
let asked = 0;
let front: Front;
let url = '';

beforeEach(async () => {
  asked = 0;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  worker = createServer((request, response) => {
    asked++;
    if (request.url?.startsWith('/health/')) response.end('alive');
    else void held.then(() => response.end('done'));
  });
  await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  front = await openFront({ host: '127.0.0.1', port, proxies: new BlockList(), token: 'token', holdFor: 2000 });
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  letGo();
  await front.close();
  worker.closeAllConnections();
  worker.close();
});

const serve = () => front.serve(new URL(`http://127.0.0.1:${(worker.address() as AddressInfo).port}`));
const ask = async (path = '/') => {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(5);
};

test('who asks before the runtime is there waits for it', async () => {
  const early = ask();
  await sleep(50);
  serve();
  letGo();
  expect(await early).toMatchObject({ status: 200, text: 'done' });
});

test('who has waited too long for the runtime is asked to come again', async () => {
  const { status, text, headers } = await ask();
  expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
  expect(JSON.parse(text)).toEqual({
    status: 'error',
    code: 503,
    reason: 'unavailable',
    message: 'The server is starting.',
  });
});

test('of many who read documents two are answered at once, and who asks for anything else does not wait for them', async () => {
  serve();
  const readers = ['/docs', '/docs/insights', '/api/v2/openapi.json', '/docs?q=1'].map((path) => ask(path));
  await until(() => asked === 2);
  const other = ask('/api/v2/feed/');
  await until(() => asked === 3);
  await sleep(50);
  expect(asked).toBe(3);
  letGo();
  expect((await other).status).toBe(200);
  const statuses = (await Promise.all(readers)).map(({ status }) => status);
  // On a busy machine the two that waited may have been refused by now.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
});

test('the front itself says that it is alive, and that it is not ready while there is no runtime', async () => {
  expect(await ask('/health/live')).toMatchObject({ status: 200, text: expect.stringContaining('"live":true') });
  expect((await ask('/health/ready')).status).toBe(503);
});

test('what a dying runtime has not answered is asked of the next one: reads and clicks, and nothing else', async () => {
  serve();
  const read = ask('/api/v2/feed/');
  const post = (path: string) => fetch(url + path, { method: 'POST', body: '{}' });
  const click = post('/clicks');
  const change = post('/manage/rebuild');
  await until(() => asked === 3);
  void front.hold();
  worker.closeAllConnections();
  expect((await change).status).toBe(503);
  const later = ask('/later');
  await sleep(100);
  expect(asked).toBe(3);
  serve();
  letGo();
  expect([(await read).status, (await click).status, (await later).status]).toEqual([200, 200, 200]);
  expect(asked).toBe(6);
});

test('a body that is too large is refused in words, however it is framed', async () => {
  serve();
  letGo();
  const large = 'x'.repeat(7 * 2 ** 20);
  const streamed = new Blob([large]).stream();
  for (const body of [large, streamed]) {
    const response = await fetch(`${url}/manage/articles`, { method: 'PUT', body, duplex: 'half' } as RequestInit);
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { data: { body: 'is too large; at most 5 MB' } },
    ]);
  }
  const beacon = await fetch(`${url}/clicks`, { method: 'POST', body: large.slice(0, 65_537) });
  expect([beacon.status, await beacon.json()]).toMatchObject([413, { data: { body: 'is too large; at most 4 KB' } }]);
  expect(asked).toBe(0);
});

/** Sends as much as the server takes, whatever it answers, as most clients do, and reads the answer afterwards. */
const sendWhole = (body: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.once('error', reject).once('close', () => resolve(received));
    socket.on('data', (text) => {
      received += text;
    });
    socket.write(`PUT /manage/articles HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${body.length}\r\n\r\n`);
    for (let at = 0; at < body.length; at += 2 ** 20) socket.write(body.subarray(at, at + 2 ** 20));
  });

test('who sends too much gets the answer, and no reset, each time', { timeout: 60_000 }, async () => {
  serve();
  letGo();
  for (const size of [5 * 2 ** 20 + 1, 12 * 2 ** 20])
    for (let round = 0; round < sized(2, 10); round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => sendWhole(Buffer.alloc(size, 'x'))));
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 .*is too large; at most 5 MB/s);
    }
  expect(asked).toBe(0);
});

test('what the front answers itself is in the log', async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'info').mockImplementation((line) => lines.push(line));
  const { headers } = await ask('/cdn-cgi/anything');
  spy.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'request', requestId: headers.get('X-Request-Id'), method: 'GET', status: 404 },
  ]);
});

test('a stop answers what is under way, and refuses what comes later', async () => {
  serve();
  const first = ask();
  await until(() => asked === 1);
  const closed = front.close();
  const late = await ask().catch((error: Error) => error);
  expect(late instanceof Error || late.status === 503).toBe(true);
  await sleep(50);
  letGo();
  expect(await first).toMatchObject({ status: 200, text: 'done' });
  await closed;
  expect(asked).toBe(1);
});

test('a stop refuses what comes later on a connection whose first request is under way', async () => {
  serve();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  ask('/first');
  await until(() => asked === 1);
  const closed = front.close();
  ask('/second');
  await sleep(50);
  letGo();
  await Promise.all([closed, ended]);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  expect(received).toContain('The server is stopping.');
  expect(asked).toBe(1);
});

/** Requests that the front lets through at once. */
const PLACES = 32;

test('more than can be answered soon are asked to come again, and a busy server says that it is alive', async () => {
  serve();
  const began = performance.now();
  const refused: Awaited<ReturnType<typeof ask>>[] = [];
  const crowd = Array.from({ length: 100 }, async () => {
    const answer = await ask();
    if (answer.status === 503) refused.push(answer);
    return answer.status;
  });
  await until(() => asked + refused.length === 100);
  const entered = asked;
  // Who has waited for a second gives its slot up, so that a slow machine lets more through.
  const seconds = Math.ceil((performance.now() - began) / 1000);
  expect(entered).toBeGreaterThanOrEqual(PLACES);
  expect(entered).toBeLessThanOrEqual(PLACES * seconds);
  expect(refused.every(({ headers }) => headers.get('Retry-After') === '1')).toBe(true);
  expect(refused.every(({ text }) => JSON.parse(text).reason === 'unavailable')).toBe(true);
  expect((await ask('/health/live')).status).toBe(200);
  letGo();
  expect((await Promise.all(crowd)).filter((status) => status === 200)).toHaveLength(entered);
});

test('the simulator’s own doors are closed, however they are spelt', async () => {
  serve();
  for (const path of ['/cdn-cgi/handler/scheduled', '/CDN-CGI/x', '/a/../cdn-cgi/x'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
});

test('a runtime that does not answer in time is answered for', async () => {
  const port = await freePort();
  const options = { host: '127.0.0.1', port, proxies: new BlockList(), token: 'token', answerWithin: 50 };
  const impatient = await openFront(options);
  impatient.serve(new URL(`http://127.0.0.1:${(worker.address() as AddressInfo).port}`));
  for (const init of [{}, { method: 'POST', body: 'click' }]) {
    const response = await fetch(`http://127.0.0.1:${port}/`, init);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1']);
  }
  await impatient.close();
});
