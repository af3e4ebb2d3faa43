import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { killAll, type Process, stillRunning } from '../support/processes.ts';
import { freePort } from '../support/servers/free-port.ts';
import { askManage, type Got, type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { Server } from '../support/started.ts';

const PATIENCE = 240_000;

/** Behaviour of the receiver by path, for the first request and for all later ones. */
const MANNERS: Record<string, (request: IncomingMessage, response: ServerResponse, isFirst: boolean) => void> = {
  '/good': (_, response) => response.writeHead(204).end(),
  '/garbage': (_, response) => response.end('\u0000\u0001 <html>{"not": json'),
  '/flood': (_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(100_000)), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/reset': (request, response, isFirst) => (isFirst ? request.socket.destroy() : response.end()),
  '/error': (_, response, isFirst) => response.writeHead(isFirst ? 500 : 200).end('out of order'),
  '/redirect': (_, response, isFirst) =>
    response.writeHead(isFirst ? 307 : 200, isFirst ? { Location: '/secret' } : {}).end(),
  '/secret': (_, response) => response.end(),
};

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-webhooks-'));
const all: Process[] = [];
let receiver: Receiver;
let options: Parameters<typeof Server.start>[0];
let server: Server;
let operator = '';

before(async () => {
  receiver = await startReceiver((request, response, isFirst) =>
    MANNERS[request.url ?? '']?.(request, response, isFirst),
  );
  process.env.FEED_ALLOW_HOSTS = new URL(receiver.origin).host as '';
  options = { state: join(folder, 'state'), port: await freePort(), log: join(folder, 'log') };
  server = await start();
  operator = /ngo_\w+/.exec(server.lines.join('\n'))?.[0] ?? '';
  await manage('PUT', 'articles', [
    { id: 1, url: 'https://example.com/1', title: 'One', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' },
    { id: 2, url: 'https://example.com/2', title: 'Two', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' },
  ]);
});

after(() => {
  killAll(stillRunning(all));
  receiver?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<Server> {
  const started = await Server.start(options);
  all.push(...started.processes());
  return started;
}

const manage = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  askManage({ url: server.url, key: operator }, method, path, body);

const create = (path: string) =>
  manage<{ secret: string; stored: { id: number } }>('POST', 'webhooks', {
    name: path,
    url: receiver.origin + path,
    events: ['selection.published'],
  });

const today = new Date().toISOString().slice(0, 10);
const select = (articles: number[]) => manage('PUT', `recommended/${today}`, { articles });

async function until(what: string, isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE; !isTrue(); await sleep(100))
    assert.ok(Date.now() < end, `${what}; got ${JSON.stringify(receiver.paths())}`);
}

const verify = (secret: string, { body, headers }: Got) =>
  new Webhook(secret).verify(body, headers) as { type: string; data: { version: number } };

test('misbehaving receivers get each event signed, and redirects are not followed', async () => {
  const paths = ['/good', '/garbage', '/flood', '/reset', '/error', '/redirect'];
  const secrets = new Map<string, string>();
  for (const path of paths) secrets.set(path, (await create(path)).secret);
  await select([1]);
  await select([1, 2]);
  const needed: Record<string, number> = { '/reset': 3, '/error': 3, '/redirect': 3 };
  for (const path of paths) await until(path, () => receiver.at(path).length >= (needed[path] ?? 2));
  for (const path of paths) {
    const versions = receiver.at(path).map((each) => verify(secrets.get(path) ?? '', each).data.version);
    assert.deepEqual([...new Set(versions)], [1, 2], `${path}: ${versions}`);
    assert.deepEqual(versions, versions.toSorted(), 'in order');
  }
  assert.deepEqual(receiver.at('/secret'), []);
  for (const { id } of (await manage<{ webhooks: { id: number }[] }>('GET', 'webhooks')).webhooks)
    await manage('DELETE', `webhooks/${id}`);
});

test('an acknowledged selection is delivered after a kill of all processes', async () => {
  const { secret } = await create('/good');
  const before = receiver.at('/good').length;
  const processes = server.processes();
  all.push(...processes);
  await select([2]);
  killAll(stillRunning(processes));
  server = await start();
  await until('after the kill', () => receiver.at('/good').length > before);
  assert.equal(verify(secret, receiver.at('/good').at(-1) as Got).data.version, 3);
});
