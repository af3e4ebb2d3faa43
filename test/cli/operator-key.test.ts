import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { RESOURCES } from '../../src/cli/manage/resource-commands.ts';
import { operatorKey } from '../../src/cli/operator-key.ts';
import { serviceAt } from '../../src/cli/service-address.ts';
import { apiAt } from '../../src/command/api.ts';
import { sendDocument } from '../../src/command/import-feeds.ts';
import { generateKey } from '../../src/keys/key.ts';
import { expectedProof } from '../../src/keys/proof.ts';

const KEY = generateKey('operator');

let received: string[] = [];
beforeEach(() => {
  received = [];
  vi.stubEnv('NEWSGAUGE_KEY', KEY);
});

async function serving(respond: RequestListener): Promise<URL> {
  const server = createServer((request, response) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)}`);
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('NEWSGAUGE_SERVICE', base.origin);
  return base;
}

/** Service that has this key. A relay has the proof of another `host`. */
const service =
  ({ host, key = KEY }: { host?: string; key?: string } = {}): RequestListener =>
  async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.test');
    const { id, proof } = await expectedProof(key, {
      host: host ?? request.headers.host ?? '',
      nonce: searchParams.get('nonce') ?? '',
    });
    const isKnown = id === searchParams.get('id');
    response.writeHead(isKnown ? 200 : 404);
    response.end(JSON.stringify(isKnown ? { data: { proof } } : { reason: 'notFound' }));
  };

test('the operator key is returned for a service that proves that it has the key', async () => {
  expect(await operatorKey(await serving(service()))).toBe(KEY);
});

describe('services that do not receive the key', () => {
  test.each<[string, RequestListener, RegExp]>([
    ['another service', (_, response) => response.end('{"data":{"topics":[]}}'), /could not prove/],
    ['a service that returns HTML', (_, response) => response.end('<html>'), /could not prove/],
    ['a service with an invalid proof', (_, response) => response.end('{"data":{"proof":"00"}}'), /could not prove/],
    ['a service that relays the proof of another host', service({ host: 'news.example.com' }), /could not prove/],
    ['a service that relays the proof of another port', service({ host: '127.0.0.1' }), /could not prove/],
    [
      'a server that does not know the address',
      (_, response) => response.writeHead(404).end('{"reason":"notFound","data":{"host":"is not known"}}'),
      /does not know this address, so the key was not sent; set PUBLIC_URL/,
    ],
    ['a service with other keys', service({ key: generateKey('operator') }), /the key in NEWSGAUGE_KEY does not exist/],
    ['a service that returns 404', (_, response) => response.writeHead(404).end('not found'), /could not prove/],
    [
      'another address by a redirect',
      (_, response) => response.writeHead(307, { Location: 'https://stranger.example/' }).end(),
      /redirects to https:\/\/stranger\.example/,
    ],
    [
      'a service that returns 503',
      (_, response) => response.writeHead(503).end(),
      /responded with 503; try again later/,
    ],
  ])('an operator key is not sent to %s', async (_, respond, refusal) => {
    await expect(operatorKey(await serving(respond))).rejects.toThrow(refusal);
    expect(received).toHaveLength(1);
    expect(received[0]).not.toContain(KEY);
    expect(received[0]).not.toContain('authorization');
  });

  test('an operator key is not sent to a service other than NEWSGAUGE_SERVICE', async () => {
    const base = await serving(service());
    vi.stubEnv('NEWSGAUGE_SERVICE', 'https://news.example.com');
    await expect(operatorKey(base)).rejects.toThrow(/belongs to the service in NEWSGAUGE_SERVICE/);
    vi.stubEnv('NEWSGAUGE_SERVICE', '');
    await expect(operatorKey(base)).rejects.toThrow(/requires NEWSGAUGE_SERVICE/);
    expect(received).toEqual([]);
  });

  test.each<[string, (base: URL) => Promise<unknown>]>([
    ['a request', (base) => apiAt(base, KEY).ask('GET', 'topics')],
    ['an import of a feed file', (base) => sendDocument({ base, key: KEY }, 'feed.xml', new Uint8Array([60]))],
  ])('%s does not follow a redirect after the proof', async (_, send) => {
    const base = await serving((_, response) => response.writeHead(307, { Location: 'http://localhost:1/' }).end());
    await expect(send(base)).rejects.toThrow(/redirects to http:\/\/localhost:1/);
    expect(received).toHaveLength(1);
  });
});

test.each([
  ['http://news.example.com', /must begin with https/],
  ['https://name:secret@news.example.com', /must not contain a user name/],
  ['ftp://news.example.com', /must be a URL/],
  ['nowhere', /must be a URL/],
])('a service at %s is rejected before any request', (address, refusal) => {
  expect(() => serviceAt(address)).toThrow(refusal);
  vi.stubEnv('NEWSGAUGE_SERVICE', address);
  expect(() => serviceAt()).toThrow(refusal);
});

test.each([200, 429, 500, 503])('the stored key file is not changed if the service returns %d', async (status) => {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-key-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  vi.stubEnv('STATE_DIR', state);
  vi.stubEnv('NEWSGAUGE_KEY', '');
  writeFileSync(join(state, 'command.key'), KEY);
  const failing: RequestListener = (_, response) => response.writeHead(status).end();
  const asked = operatorKey(await serving(status === 200 ? service() : failing));
  if (status === 200) expect(await asked).toBe(KEY);
  else await expect(asked).rejects.toThrow(`responded with ${status}`);
  expect(readFileSync(join(state, 'command.key'), 'utf8')).toBe(KEY);
});

test('no resource field has the same name as a command-line option', () => {
  const options = new Set(['service', 'file', 'output', 'json', 'yes', 'help']);
  const taken = Object.entries(RESOURCES).flatMap(([name, { verbs }]) =>
    Object.entries(verbs).flatMap(([verb, { query, body }]) =>
      Object.keys({ ...query, ...body }).flatMap((field) => (options.has(field) ? [`${name} ${verb} --${field}`] : [])),
    ),
  );
  expect(taken).toEqual([]);
});
