import type { LookupAddress } from 'node:dns';
import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startCrons } from '../../src/node/cron.ts';
import { connect } from '../../src/node/modules/sockets.ts';
import { guardedFetch, type Lookup } from '../../src/node/outbound.ts';
import { NOT_PUBLIC } from '../../src/syndication/fetch/public-url.ts';

let inside: HttpServer;
let port = 0;
let asked = 0;

beforeAll(async () => {
  inside = createHttp((_, response) => {
    asked++;
    response.end('inside');
  });
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  port = (inside.address() as AddressInfo).port;
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

/** A DNS lookup that resolves every name to these addresses. */
const leadingTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Lookup;

test.each([
  ['http://127.0.0.1', []],
  ['http://[::1]', []],
  ['http://[::ffff:127.0.0.1]', []],
  ['http://2130706433', []],
  ['http://0.0.0.0', []],
  ['http://localhost', ['127.0.0.1', '::1']],
  ['http://news.example', ['127.0.0.1']],
  ['http://news.example', ['10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1']],
])('no connection is made to %s resolving to %j', async (url, addresses) => {
  const fetch = guardedFetch(new Set(), leadingTo(...addresses));
  const before = asked;
  await expect(fetch(`${url}:${port}/`)).rejects.toThrow(NOT_PUBLIC);
  expect(asked).toBe(before);
});

test('an unknown host is rejected with the same error message', async () => {
  const nowhere = ((_name: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))) as unknown as Lookup;
  await expect(guardedFetch(new Set(), nowhere)('http://nobody.example/')).rejects.toThrow(NOT_PUBLIC);
});

test('connections to hosts that the operator permits are allowed only on the given port', async () => {
  const fetch = guardedFetch(new Set([`127.0.0.1:${port}`, `localhost:${port + 1}`]));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('inside');
  await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow(NOT_PUBLIC);
});

test('pending writes are committed before a request is sent', async () => {
  let commits = 0;
  const fetch = guardedFetch(new Set([`127.0.0.1:${port}`]), undefined, () => commits++);
  await fetch(`http://127.0.0.1:${port}/`);
  expect(commits).toBe(1);
});

test('a mail connection can be read from, written to and closed', async () => {
  const server = createTcp((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (data) => socket.end(`250 ${data}`));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect({ hostname: '127.0.0.1', port: (server.address() as AddressInfo).port });
  await socket.opened;
  const reader = socket.readable.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('220 ready\r\n');
  const writer = socket.writable.getWriter();
  await writer.write(new TextEncoder().encode('QUIT'));
  expect((await reader.read()).value).toBe('250 QUIT');
  await socket.close();
  await socket.closed;
  server.close();
});

test('a refused mail connection rejects with ECONNREFUSED', async () => {
  const server = createTcp();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const socket = connect({ hostname: '127.0.0.1', port: free });
  await expect(socket.opened).rejects.toThrow('ECONNREFUSED');
  await expect(socket.closed).rejects.toThrow('ECONNREFUSED');
});

test('cron jobs run every minute even if the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
  const crons: string[] = [];
  const end = startCrons(async (cron) => void crons.push(cron));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.setSystemTime(Date.now() - 7_200_000);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  const count = (cron: string) => crons.filter((each) => each === cron).length;
  expect([count('* * * * *'), count('*/5 * * * *'), count('17 3 * * *')]).toEqual([5, 2, 1]);
});
