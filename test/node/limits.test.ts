/** Other clients must be served in spite of deliberately slow connections and of many simultaneous ones. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { BodyLimits } from '../../src/node/http/body-limits.ts';
import { limitConnections, maxConnections } from '../../src/node/http/connections.ts';
import { useLightClasses } from '../../src/node/http/light-response.ts';
import { listener } from '../../src/node/http/listener.ts';

useLightClasses();
const WINDOW_MS = 300;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 120_000 });
let server: Server | undefined;
let limits: BodyLimits | undefined;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  limits?.stop();
  server?.closeAllConnections();
  server?.close();
});

async function serve({
  max = 1000,
  isShared = false,
  maxPerAddress = 64,
  headersTimeout = 60_000,
  windowMs = 60_000,
} = {}) {
  limits = new BodyLimits({ windowMs, minBytes: 100, maxPerAddress, maxLargePerAddress: 2, maxLarge: 4 });
  server = createServer(
    { headersTimeout, connectionsCheckingInterval: 100 },
    listener({
      limits,
      fetch: async (request) => new Response(`${(await request.text()).length} bytes`),
      sender: ({ headers }) => ({ address: String(headers['x-sender'] ?? '192.0.2.1'), protocol: 'http', place: {} }),
      failed: () => {},
    }),
  );
  limitConnections(server, { max, isShared: () => isShared });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Opens a connection. `received` is the data received so far. `isClosed` is true if the other end closed it. */
function open(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const state = { socket, received: '', isClosed: false };
  sockets.push(socket);
  socket.on('error', () => {}).on('data', (data) => (state.received += String(data)));
  socket.on('close', () => (state.isClosed = true));
  return state;
}

const post = (length: number, sender = '192.0.2.1') =>
  `POST /manage/articles HTTP/1.1\r\nHost: a\r\nX-Sender: ${sender}\r\nContent-Length: ${length}\r\n\r\n`;
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('a client that sends single bytes slowly is disconnected', async () => {
  const port = await serve({ windowMs: WINDOW_MS });
  const slow = open(port, post(100_000));
  const timer = setInterval(() => slow.socket.write('x'), WINDOW_MS / 3);
  await eventually(() => expect(slow.isClosed).toBe(true));
  clearInterval(timer);
});

test('a client that sends steadily is not disconnected', async () => {
  const port = await serve({ windowMs: WINDOW_MS });
  const steady = open(port, post(2000));
  for (let i = 0; i < 10; i++) {
    steady.socket.write('x'.repeat(200));
    await sleep(WINDOW_MS / 3);
  }
  await eventually(() => expect(steady.received).toMatch(/2000 bytes$/));
});

test('a client is not disconnected while the server delays reading the body', async () => {
  const port = await serve({ windowMs: WINDOW_MS });
  if (!server) throw new Error('no server');
  server.removeAllListeners('request');
  let read = 0;
  server.on(
    'request',
    listener({
      ...(limits ? { limits } : {}),
      fetch: async (request) => {
        await sleep(4 * WINDOW_MS);
        for await (const chunk of request.body ?? []) read += chunk.byteLength;
        return new Response('read');
      },
      sender: () => ({ address: '192.0.2.1', protocol: 'http', place: {} }),
      failed: () => {},
    }),
  );
  const patient = open(port, `${post(3_000_000)}${'x'.repeat(3_000_000)}`);
  await eventually(() => expect(patient.received).toMatch(/read$/));
  expect(read).toBe(3_000_000);
});

test('slow imports from one address do not block those of another', async () => {
  const port = await serve();
  const slow = Array.from({ length: 8 }, () => open(port, post(100_000)));
  await eventually(() =>
    expect(slow.filter(({ received }) => / 503 .*Retry-After: 1/s.test(received))).toHaveLength(6),
  );
  const other = open(port, `${post(100_000, '198.51.100.7')}${'x'.repeat(100_000)}`);
  await eventually(() => expect(other.received).toMatch(/100000 bytes$/));
});

test('concurrent request bodies are limited per address, and further ones get 503 until others are complete', async () => {
  const port = await serve({ maxPerAddress: 3 });
  const held = Array.from({ length: 3 }, () => open(port, post(10)));
  await sleep(50);
  const refused = open(port, `${post(10)}0123456789`);
  await eventually(() => expect(refused.received).toMatch(/^HTTP\/1.1 503 /));
  held[0]?.socket.write('0123456789');
  await eventually(() => expect(held[0]?.received).toMatch(/10 bytes$/));
  const next = open(port, `${post(10)}0123456789`);
  await eventually(() => expect(next.received).toMatch(/10 bytes$/));
});

test('a connection that sends nothing or incomplete headers is closed', async () => {
  const port = await serve({ headersTimeout: 500 });
  const silent = [open(port, ''), open(port, 'GET / HTTP/1.1\r\nHo')];
  await eventually(() => expect(silent.map(({ isClosed }) => isClosed)).toEqual([true, true]));
});

test('idle connections beyond the maximum are closed, oldest first', async () => {
  const port = await serve({ max: 40, isShared: true });
  const crowd = Array.from({ length: 200 }, () => open(port, ''));
  await eventually(() => expect(crowd.filter(({ isClosed }) => isClosed)).toHaveLength(160));
  const reader = open(port, get);
  await eventually(() => expect(reader.received).toMatch(/0 bytes$/));
});

test('one address may use half of all connections', async () => {
  const port = await serve({ max: 40 });
  const crowd = Array.from({ length: 100 }, () => open(port, ''));
  await eventually(() => expect(crowd.filter(({ isClosed }) => isClosed)).toHaveLength(80));
  const reader = open(port, get);
  await eventually(() => expect(reader.received).toMatch(/0 bytes$/));
});

test('a connection with a pending request is not closed', async () => {
  const port = await serve({ max: 4, isShared: true });
  const busy = open(port, post(10));
  await sleep(50);
  const crowd = Array.from({ length: 20 }, () => open(port, ''));
  await eventually(() => expect(crowd.filter(({ isClosed }) => isClosed)).toHaveLength(17));
  busy.socket.write('0123456789');
  await eventually(() => expect(busy.received).toMatch(/10 bytes$/));
});

test.each([
  [64, 40, 12],
  [64, 64, 1],
  [1024, 40, 728],
  [1_048_576, 40, 8192],
])('with %i file descriptors, of which %i are open, %i connections are allowed', (limit, open, connections) => {
  expect(maxConnections(limit, open)).toBe(connections);
});

test('files can be opened while the process uses all connections that it allows', () => {
  const limit = 64;
  const own = 40;
  expect(limit - own - maxConnections(limit, own)).toBeGreaterThanOrEqual(12);
});
