import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-hosts-'));
let server: Server;
before(
  async () => {
    const port = await freePort();
    server = await Server.start({ state: join(folder, 'state'), port, log: join(folder, 'log') });
  },
  { timeout: 900_000 },
);
after(async () => {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the status of a request that is sent as these lines, or null if the connection ends without a response. */
const statusOf = ({ port }: URL, lines: readonly string[]) =>
  new Promise<number | null>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')),
    );
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]) || null);
    };
    socket.setTimeout(20_000, end);
    socket.on('data', (data) => {
      text += data;
      if (text.includes('\r\n')) end();
    });
    socket.on('error', end).on('close', end);
  });

const get = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close'];

const BAD_HOSTS = [
  'a b',
  'localhost:99999',
  'localhost:-1',
  'localhost:x',
  '%00',
  'a%00b',
  'a%2fb',
  'a/b',
  'a/cdn-cgi/handler/scheduled?',
  'a/manage/keys?',
  'a\\b',
  'a?b',
  'a#b',
  'user@host',
  'user:pass@host',
  '[::1',
  '[zz]',
  '::1',
  '1.2.3.4.5:',
  '256.256.256.256',
  'a<b>',
  'a^b',
  'a|b',
  '"',
  'xn--a',
  'a\u00ad'.repeat(1),
  '.'.repeat(300),
  'a'.repeat(20_000),
  `${'a.'.repeat(2000)}example`,
  ':80',
  'http://a',
  'a,b',
  '\u00e9\u00e9',
  '\t',
  '',
];
const PATHS = ['/health', '/api/v2/feed/', '/session', '/manage/keys', '/s/x', '/', '/docs', '/llms.txt', '/nothing'];

describe('the Host header', { concurrency: 1 }, () => {
  for (const host of BAD_HOSTS)
    test(JSON.stringify(host.slice(0, 40)), async () => {
      for (const path of PATHS) {
        const status = await statusOf(server.url, get(path, `Host: ${host}`));
        assert.ok(status === null || status < 500, `${path} with ${host.slice(0, 40)} is ${status}`);
      }
    });
});

test('a malformed Host returns 400', async () => {
  for (const host of ['a b', 'localhost:99999', '%00', 'a/b', 'a/manage/keys?', 'user@host'])
    for (const path of PATHS)
      assert.equal(await statusOf(server.url, get(path, `Host: ${host}`)), 400, `${path} ${host}`);
});

test('a valid Host returns 200', async () => {
  for (const host of ['localhost', 'news.example', 'news.example:8787', '[::1]:80', '127.0.0.1'])
    assert.equal(await statusOf(server.url, get('/llms.txt', `Host: ${host}`)), 200, host);
  assert.equal(await statusOf(server.url, get('http://a%20b/llms.txt', 'Host: news.example')), 400);
});

const VALUES = [
  ...BAD_HOSTS.filter((value) => value.length < 1000),
  'null',
  'https://',
  'https://a b',
  'javascript:x',
  '//',
  'host="a b";proto=zz',
  'for=[::1',
  '%',
];
const HEADERS = [
  ...['Origin', 'Referer', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-For', 'X-Forwarded-Port', 'Forwarded'],
  ...[
    'X-Original-URL',
    'X-Rewrite-URL',
    'MF-Original-URL',
    'CF-Connecting-IP',
    'CF-Visitor',
    'X-Real-IP',
    'True-Client-IP',
  ],
  ...[
    'Accept',
    'Accept-Language',
    'Cookie',
    'If-None-Match',
    'Range',
    'Authorization',
    'X-API-Key',
    'User-Agent',
    'Link',
    'Location',
  ],
];

describe('an arbitrary value of another header causes no error', { concurrency: 2 }, () => {
  for (const header of HEADERS)
    test(header, async () => {
      for (const value of VALUES)
        for (const path of ['/api/v2/feed/', '/session', '/llms.txt']) {
          const status = await statusOf(server.url, get(path, 'Host: news.example', `${header}: ${value}`));
          assert.ok(status === null || status < 500, `${header}: ${value} of ${path} is ${status}`);
        }
    });
});
