/**
 * Runs in a network namespace (`unshare -mn`) with its own name server, where the service tries to fetch private
 * addresses. Prints the received connections as JSON.
 */

import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../../../src/db/client.ts';
import { createKey, type NewKey } from '../../../src/keys/key-store.ts';
import { withStores } from '../../../src/node/state/stores.ts';
import { newState } from '../../support/built.ts';
import { startNodeServer } from '../../support/servers/node-server.ts';
import { FORMS, type Form, type Outcome, PUBLIC, type Report } from './forms.ts';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;

/** A DNS server (RFC 1035) with a TTL of zero. `answers` returns undefined if a name does not exist. */
export async function startResolver(host: string, answers: (name: string) => string[] | undefined): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    const addresses = answers(name);
    const records = (addresses ?? [])
      .filter((one) => type === (one.includes(':') ? AAAA : A))
      .map((one) => record(type, bytesOf(one)));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (addresses ? 0 : NO_SUCH_NAME), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(53, host, resolve));
}

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // Compression pointer to the name in the query (RFC 1035, section 4.1.4).
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return Buffer.from(
    [...groups(head), ...zeros, ...groups(tail)].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
}

const PORT = 8000;
const NAME_SERVER = '127.0.0.53';
const ALLOWED = `intranet.example.com:${PORT}`;

const ip = (...args: string[]) => execFileSync('ip', args);
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-outbound-'));
const resolv = join(folder, 'resolv.conf');
writeFileSync(resolv, `nameserver ${NAME_SERVER}\n`);
execFileSync('mount', ['--bind', resolv, '/etc/resolv.conf']);
ip('link', 'set', 'lo', 'up');
const local = new Set(FORMS.flatMap(({ addresses }) => addresses).concat(PUBLIC));
for (const address of local)
  if (!/^(127\.|0\.0\.0\.0$|::1?$|::ffff:)/.test(address))
    ip(
      'address',
      'add',
      `${address}/${address.includes(':') ? 128 : 32}`,
      'dev',
      'lo',
      ...(address.includes(':') ? ['nodad'] : []),
    );

const asked = new Map<string, number>();
const names = new Map(FORMS.map((form) => [form.host, form]));
await startResolver(NAME_SERVER, (name) => {
  const turn = asked.get(name) ?? 0;
  asked.set(name, turn + 1);
  if (name === 'public.example.com') return PUBLIC;
  if (name === 'intranet.example.com') return ['10.0.0.7'];
  const form = names.get(name);
  // A and AAAA records are queried together, so one turn is a pair of queries.
  return form?.rebinds && turn < 2 ? PUBLIC : form?.addresses;
});

const arrived: string[] = [];
const server = createServer((request, response) => {
  const to = /^\/to\/(.+)/.exec(request.url ?? '')?.[1];
  response.writeHead(to ? 302 : 200, { ...(to ? { Location: decodeURIComponent(to) } : {}), Connection: 'close' });
  response.end('<title>A page</title>');
});
server.on('connection', (socket) => arrived.push((socket.localAddress ?? '').replace(/^::ffff:/, '')));
await new Promise<void>((resolve) => server.listen(PORT, '::', resolve));
const other = createServer((_, response) => response.end('<title>Other</title>'));
other.on('connection', (socket) => arrived.push(`other ${socket.localAddress}`));
await new Promise<void>((resolve) => other.listen(PORT + 1, '::', resolve));

/** TLS site with a certificate for `public.example.com`. The operator allows only the one at the first port. */
async function startSecure(port: number): Promise<string> {
  const [key, cert] = [join(folder, `${port}.key`), join(folder, `${port}.pem`)];
  const subject = ['-subj', '/CN=public.example.com', '-addext', 'subjectAltName=DNS:public.example.com'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end('<title>Secure</title>'),
  );
  await new Promise<void>((resolve) => secure.listen(port, '::', resolve));
  return cert;
}
process.env.NODE_EXTRA_CA_CERTS = await startSecure(443);
await startSecure(8443);

const hub = FORMS[0]?.host ?? '';
const state = join(folder, 'state');
newState(state);
const site = await startNodeServer({
  state,
  vars: { FEED_ALLOW_HOSTS: ALLOWED, PUBLIC_URL: 'https://news.example', WEBSUB_HUB: `http://${hub}:${PORT}/hub` },
});
const owner: NewKey = { kind: 'operator', name: 'operator', origins: [], expiresAt: null };
const key = await withStores(state, ({ db }) => createKey(openDb(db), owner, Math.floor(Date.now() / 1000)));
const manage = async <T>(method: string, path: string, body?: unknown) => {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(new URL(`/manage/${path}`, site.url), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await answer.json()) as { code: number; data: T };
};

const propose = async (url: string) => {
  const { code, data } = await manage<{ url: string }>('POST', 'articles/propose', { url });
  return code === 200 ? 'fetched' : data.url;
};
const feed = async (url: string) => {
  const { data } = await manage<{ rejected: { errors: { url: string } }[] }>('PUT', 'feeds', [
    { url, domain: 'example.com', name: 'Example' },
  ]);
  const [refused] = data.rejected;
  if (refused) return refused.errors.url;
  const polled = await manage<{ polled: { reason: string }[] }>('POST', 'feeds/poll', { urls: [url] });
  return String(polled.data.polled[0]?.reason);
};
const webhook = async (url: string) => {
  const fields = { name: url.slice(0, 50), url, events: ['selection.published'] };
  const { code, data } = await manage<{ url: string; stored: { id: number } }>('POST', 'webhooks', fields);
  if (code !== 200) return data.url;
  const test = await manage<{ attempt: { reason: string | null } }>('POST', `webhooks/${data.stored.id}/test`);
  await manage('DELETE', `webhooks/${data.stored.id}`);
  return test.data.attempt.reason ?? 'fetched';
};
const DOORS = { propose, feed, webhook };

async function ask(door: keyof typeof DOORS, url: string): Promise<Outcome> {
  const before = arrived.length;
  const said = await DOORS[door](url);
  return { door, url, said, arrived: arrived.slice(before) };
}

const addressOf = ({ host, redirected }: Form) =>
  redirected
    ? `http://public.example.com:${PORT}/to/${encodeURIComponent(`http://${host}:${PORT}/`)}`
    : `http://${host}:${PORT}/`;

const report: Report = { forms: [], controls: [], hub: [], arrived };
for (const form of FORMS)
  for (const door of ['propose', 'feed', 'webhook'] as const) report.forms.push(await ask(door, addressOf(form)));
for (const url of [
  `http://public.example.com:${PORT}/`,
  `http://${ALLOWED}/`,
  `http://intranet.example.com:${PORT + 1}/`,
  'http://nobody.example.com/',
  'https://public.example.com/',
  'https://public.example.com:8443/',
])
  report.controls.push(await ask('propose', url));
await manage('PUT', 'articles', [
  { url: 'https://example.com/1', title: 'One', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' },
]);
for (const end = Date.now() + 240_000; report.hub.length === 0 && Date.now() < end; await sleep(200)) {
  const { data } = await manage<{ topics: { failure: string | null }[] }>('GET', 'websub');
  report.hub = data.topics.flatMap(({ failure }) => failure ?? []);
}
await site.stop();
process.stdout.write(`REPORT ${JSON.stringify(report)}\n`, () => process.exit());
