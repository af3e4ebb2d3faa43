import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ROOT } from '../../../src/command/paths.ts';
import { openChromium } from '../support/chromium.ts';
import { visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

/** Feeds with common faults have the same state in imports, in `newsgauge feeds list` and on the operations page. */

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toUTCString();

const item = (n: number, more = '') =>
  `<item><title>Harbour report ${n}</title><link>https://harbour.example/${n}</link><guid>${n}</guid>${more}</item>`;
const dated = (n: number) => item(n, `<pubDate>${hoursAgo(n)}</pubDate>`);
const rss = (items: string, title = 'Harbour', encoding = 'utf-8') =>
  `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><title>${title}</title><link>https://harbour.example/</link>${items}</channel></rss>`;

/** Shift_JIS of 保険ニュース ("insurance news"). */
const JAPANESE = Buffer.from([0x95, 0xdb, 0x8c, 0xaf, 0x83, 0x6a, 0x83, 0x85, 0x81, 0x5b, 0x83, 0x58]);

interface Faulty {
  answer(response: ServerResponse): void;
  state: string;
  reason: RegExp | null;
  added?: number;
}

const sends =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'Content-Type': 'application/rss+xml', ...headers }).end(body);

const FEEDS: Record<string, Faulty> = {
  cp1252: {
    answer: sends(
      Buffer.from(
        rss(dated(1).replace('Harbour', 'Münchner Rück – “Hafen”'), 'Häfen', 'windows-1252').replace(
          /[–“”]/g,
          (c) => ({ '–': '\x96', '“': '\x93', '”': '\x94' })[c] ?? c,
        ),
        'latin1',
      ),
    ),
    state: 'OK',
    reason: null,
    added: 1,
  },
  missing: { answer: sends('Not found', 404), state: '1 failure', reason: /404/ },
  forbidden: { answer: sends('Are you a robot?', 403), state: '1 failure', reason: /403/ },
  slow: { answer: () => undefined, state: '1 failure', reason: /answer|second/ },
  cut: {
    answer: sends(rss(dated(20) + dated(21)).slice(0, -60)),
    state: 'OK',
    reason: /is truncated or malformed/,
    added: 1,
  },
  broken: {
    answer(response) {
      response.writeHead(200, { 'Content-Type': 'application/rss+xml', 'Content-Length': '5000' });
      response.write(rss(dated(30)).slice(0, 150), () => response.destroy());
    },
    state: '1 failure',
    reason: /broke off/,
  },
  long: {
    answer: sends(
      rss(Array.from({ length: 1500 }, (_, i) => item(10_000 + i, `<pubDate>${hoursAgo(i)}</pubDate>`)).join('')),
    ),
    state: 'OK',
    reason: /first 1000/,
    added: 1000,
  },
  'no-links': {
    answer: sends(rss('<item><title>Without an address</title></item><item><title>Another without</title></item>')),
    state: 'OK',
    reason: /without a URL/,
    added: 0,
  },
  dates: {
    answer: sends(
      rss(item(50, '<pubDate>Tue, 31 Feb 2025 25:61:00 GMT</pubDate>') + item(51, '<pubDate>soon</pubDate>')),
    ),
    state: 'OK',
    reason: /2 dates/,
    added: 2,
  },
  moved: { answer: sends('', 302, { Location: '/target' }), state: 'OK', reason: null, added: 1 },
  japanese: {
    answer: sends(
      Buffer.concat([
        Buffer.from(rss('', 'Hoken', 'Shift_JIS').replace('</channel></rss>', '<item><title>')),
        JAPANESE,
        Buffer.from(
          `</title><link>https://harbour.example/jp</link><pubDate>${hoursAgo(5)}</pubDate></item></channel></rss>`,
        ),
      ]),
    ),
    state: 'OK',
    reason: null,
    added: 1,
  },
  podcast: {
    answer: sends(
      rss(
        item(
          60,
          `<pubDate>${hoursAgo(6)}</pubDate><enclosure url="https://harbour.example/60.mp3" length="1" type="audio/mpeg"/>`,
        ),
      ),
    ),
    state: 'OK',
    reason: null,
    added: 1,
  },
  page: {
    answer: sends('<!doctype html><title>Subscribe</title><p>Our feed has moved.', 200, {
      'Content-Type': 'text/html',
    }),
    state: '1 failure',
    reason: /HTML page/,
  },
};

let browser: Browser;
let site: Site;
let press: Server;
let host = '';
let operator = '';
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-faulty-feeds-'));

before(async () => {
  press = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'target') return sends(rss(dated(70)))(response);
    const feed = FEEDS[name];
    return feed ? feed.answer(response) : sends('', 404)(response);
  });
  await new Promise<void>((resolve) => press.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(press.address() as AddressInfo).port}`;
  browser = await openChromium();
  site = await startSite({ FEED_ALLOW_HOSTS: host });
  operator = await site.makeKey('operator');
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  press?.closeAllConnections();
  press?.close();
  rmSync(folder, { recursive: true, force: true });
});

function newsgauge(...args: string[]): Promise<{ status: number | null; output: string; errors: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'src/cli/newsgauge.js'), ...args], {
      cwd: folder,
      env: { ...process.env, NEWSGAUGE_SERVICE: site.url.origin, NEWSGAUGE_KEY: operator },
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (errors += part));
    child.on('close', (status) => resolve({ status, output, errors }));
  });
}

const addressOf = (name: string) => `http://${host}/${name}`;

interface Listed {
  url: string;
  state: string;
  reason: string | null;
  lastFetch: string | null;
}

test('the command, the API and /operate report the same state of thirteen feeds, twelve of them faulty', async () => {
  const names = Object.keys(FEEDS);
  const added = await newsgauge('feeds', 'add', ...names.map(addressOf));
  assert.equal(added.status, 1, added.errors);
  const { output } = await newsgauge('feeds', 'list', '--json');
  const { feeds } = JSON.parse(output) as { feeds: Listed[] };
  const pages = new Map<string, string>();
  await visit(browser, site, { path: '/operate', keys: { operator } }, async (page) => {
    const rows = page.locator('#sources tbody tr');
    await rows.first().waitFor();
    for (const row of await rows.all())
      pages.set(
        (await row.locator('.address').textContent()) ?? '',
        (await row.locator('td').first().textContent()) ?? '',
      );
  });
  const found = names.map((name) => {
    const listed = feeds.find(({ url }) => url === addressOf(name));
    const line = added.output.split('\n').find((text) => text.startsWith(`${addressOf(name)}: `)) ?? '';
    return { name, line, listed, page: pages.get(addressOf(name)) };
  });
  for (const { name, line, listed, page } of found) {
    const { state, reason, added: count } = FEEDS[name] as Faulty;
    const told = `${name}: ${JSON.stringify({ line, listed, page })}`;
    assert.equal(listed?.state, state, told);
    assert.equal(page, state + (listed?.reason ?? ''), told);
    if (reason) assert.match(listed?.reason ?? '', reason, told);
    else assert.equal(listed?.reason, null, told);
    assert.ok(!listed?.reason || line.includes(listed.reason), told);
    assert.equal(line.includes(': failed: '), state !== 'OK', told);
    if (count !== undefined) assert.match(line, new RegExp(`: ${count} new,`), told);
  }
  const read = await fetch(new URL('/api/v2/feed/?limit=100&searchTerms=Hafen,保険', site.url), {
    headers: { Authorization: `Bearer ${operator}` },
  });
  const { items } = (await read.json()) as { items: { title: string }[] };
  assert.deepEqual(items.map(({ title }) => title).sort(), ['Münchner Rück – “Hafen” report 1', '保険ニュース']);
});

test('the import of an OPML file with faulty feeds reports the same reasons as the list of feeds', async () => {
  const file = join(folder, 'feeds.opml');
  const outlines = ['missing', 'page'].map(
    (name) => `<outline type="rss" text="${name}" xmlUrl="${addressOf(name)}"/>`,
  );
  writeFileSync(file, `<opml version="2.0"><head/><body>${outlines.join('')}</body></opml>`);
  const { status, output } = await newsgauge('import', 'opml', file);
  assert.equal(status, 1);
  const { output: list } = await newsgauge('feeds', 'list', '--failing', '--json');
  const { feeds } = JSON.parse(list) as { feeds: Listed[] };
  for (const name of ['missing', 'page']) {
    const reason = feeds.find(({ url }) => url === addressOf(name))?.reason;
    assert.ok(reason && output.includes(`${addressOf(name)}: failed: ${reason}`), `${output}\n${reason}`);
  }
});

test('the command rejects an invalid feed URL before any request', async () => {
  const { status, errors } = await newsgauge('feeds', 'add', 'harbour.example/feed');
  assert.notEqual(status, 0);
  assert.match(errors, /'harbour.example\/feed' is invalid for argument 'urls'\. It must be a URL such as/);
});
