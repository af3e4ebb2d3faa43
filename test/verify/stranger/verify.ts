/**
 * `npm run verify -- stranger` uses the package as a new user would, on each supported Node, from installation to
 * upgrade. `NODES=24` tests a single Node, `--quick` imports less.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Machine } from './machine.ts';
import { laterReleases, type Release } from './releases.ts';

const SUPPORTED = (process.env.NODES ?? '22.19,24').split(',');
const UNSUPPORTED = '20';
const isQuick = process.argv.includes('--quick');
const ARTICLES = isQuick ? 500 : 10_000;
const PAST_CLICKS = isQuick ? 1000 : 50_000;
const CLICK_PAUSE_MS = 250;
const COUNTED_MS = 60_000;
const DAY_MS = 86_400_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-stranger-'));
const press = createServer((_, response) => {
  const items = Array.from({ length: 5 }, (_, i) => {
    const link = `https://courier.example/${i}`;
    return `<item><title>Story ${i} of the Courier</title><link>${link}</link><pubDate>${new Date(Date.now() - i * 3_600_000).toUTCString()}</pubDate></item>`;
  });
  response.setHeader('Content-Type', 'application/rss+xml');
  response.end(
    `<rss version="2.0"><channel><title>The Courier</title><link>https://courier.example/</link>${items.join('')}</channel></rss>`,
  );
});

async function step(name: string, work: () => Promise<unknown> | unknown): Promise<void> {
  const start = Date.now();
  await work();
  console.log(`  ${name.padEnd(60)} ${((Date.now() - start) / 1000).toFixed(1).padStart(6)} s`);
}

interface Packages {
  tarball: string;
  later: Record<Release, string>;
}

async function hour(release: string, packages: Packages): Promise<void> {
  console.log(`Node ${release}`);
  const place = join(folder, release);
  const port = String(await freePort());
  const host = `127.0.0.1:${(press.address() as AddressInfo).port}`;
  const machine = new Machine(place, { PORT: port, TRUST_PROXY: '127.0.0.1', FEED_ALLOW_HOSTS: host });
  await stepsOn(machine, { release, place, port, host, ...packages }).finally(() => machine.stop());
}

interface Hour extends Packages {
  release: string;
  place: string;
  port: string;
  host: string;
}

async function stepsOn(machine: Machine, { release, place, port, host, tarball, later }: Hour): Promise<void> {
  const well = async (...words: string[]) => {
    const { code, out, err } = await machine.run(words);
    assert.equal(code, 0, `newsgauge ${words.join(' ')}: ${err || out}`);
    assert.doesNotMatch(err, /Warning|\n\s+at /, words.join(' '));
    return out;
  };
  const feed = async (at = port) => {
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(`http://127.0.0.1:${at}/api/v2/feed/?limit=100`, { headers });
    const { items } = (await response.json()) as { items: { id: string }[] };
    return items.map(({ id }) => id).join();
  };
  let secret = '';
  let publishable = '';

  await step('install', () => machine.npm('install', `node@${release}`, tarball));
  await step('doctor before the first start', async () => {
    const { code, out } = await machine.run(['doctor']);
    assert.equal(code, 0, out);
  });
  await step('start with an OPML file', async () => {
    const outline = `<outline type="rss" text="The Courier" xmlUrl="http://${host}/feed.xml"/>`;
    writeFileSync(
      join(machine.folder, 'feeds.opml'),
      `<?xml version="1.0"?><opml version="2.0"><head/><body>${outline}</body></opml>`,
    );
    const keys = await machine.start(['feeds.opml']);
    assert.match(keys.operator ?? '', /^ngo_/);
    assert.match(await well('articles', 'list'), /Story 0 of the Courier/);
    assert.match(await well('feeds', 'list'), /courier|127\.0\.0\.1/);
  });
  await step('keys', async () => {
    secret = (await well('keys', 'create', '--kind', 'secret', '--name', 'Reports')).trim();
    publishable = (await well('keys', 'create', '--kind', 'publishable', '--name', 'Site')).trim();
    assert.match(secret, /^ngs_/);
    assert.match(await well('keys', 'list'), /Reports/);
  });
  await step(`import of ${ARTICLES} articles`, async () => {
    const lines = Array.from({ length: ARTICLES }, (_, i) =>
      JSON.stringify({
        id: 100_000 + i,
        url: `https://www.example.com/${i}`,
        title: `Report number ${i} on ${['floods', 'cyber', 'fleets', 'space'][i % 4]}`,
        contentType: 'article',
        publishedAt: new Date(Date.now() - (i % 600) * 3_600_000).toISOString(),
        topics: [],
      }),
    );
    writeFileSync(join(machine.folder, 'articles.ndjson'), lines.join('\n'));
    assert.match(
      await well('import', 'articles', 'articles.ndjson'),
      new RegExp(`^${ARTICLES} accepted, 0 rejected`, 'm'),
    );
  });
  await step(`import of ${PAST_CLICKS} past clicks`, async () => {
    const lines = Array.from({ length: PAST_CLICKS }, (_, i) =>
      JSON.stringify({
        contentId: 100_000 + (i % 500),
        at: new Date(Date.now() - DAY_MS - (i % 1000) * 900_000).toISOString(),
        reader: `reader-${i}`,
      }),
    );
    writeFileSync(join(machine.folder, 'clicks.ndjson'), lines.join('\n'));
    assert.match(
      await well('import', 'clicks', 'clicks.ndjson'),
      new RegExp(`^${PAST_CLICKS} accepted, 0 rejected`, 'm'),
    );
  });
  await step('status and doctor', async () => {
    assert.match(await well('status'), /^Database +responds$/m);
    await well('doctor');
  });
  await step('backup', () => well('backup', 'backup'));
  await step('restore elsewhere, and serve it', async () => {
    const elsewhere = join(place, 'elsewhere');
    const { code, err } = await machine.run(['restore', 'backup'], { STATE_DIR: elsewhere });
    assert.equal(code, 0, err);
    const other = new Machine(place, {
      ...machine.environment,
      PORT: String(await freePort()),
      STATE_DIR: elsewhere,
      CRONS: '0',
    });
    await other.start();
    assert.equal(await feed(other.environment.PORT ?? ''), await feed());
    await other.stop();
  });
  const counted = async () => Number(JSON.parse(await well('status', '--json')).outcomes?.counted ?? 0);
  const addresses = addressesOf(release);
  /** Upgrades while clicks arrive. None may be lost, rejected or counted twice. */
  const upgrade = async (to: Release, code: number, said: RegExp) => {
    const before = { count: await counted(), feed: await feed() };
    const end = new AbortController();
    const arriving = clicks(port, publishable, { addresses, until: end.signal });
    const ended = await machine.run(['upgrade', '--from', later[to]]).finally(() => end.abort());
    assert.equal(ended.code, code, ended.err || ended.out);
    assert.match(ended.out + ended.err, said);
    assert.ok(!/\n\s+at /.test(ended.err), ended.err);
    const { sent, accepted, slowest } = await arriving;
    assert.equal(accepted, sent, 'clicks that were accepted');
    const late = Date.now() + COUNTED_MS;
    while ((await counted()) < before.count + sent && Date.now() < late) await sleep(500);
    assert.equal((await counted()) - before.count, sent, 'clicks that were counted');
    assert.equal(await feed(), before.feed);
    console.log(`    ${sent} of ${sent} clicks counted, the slowest answer after ${(slowest / 1000).toFixed(1)} s`);
  };
  const versionIs = async (version: string) => assert.equal(await well('--version'), `${version}\n`);
  await step('failed upgrade: a migration fails', async () => {
    await upgrade('1.2.0', 1, /was not installed: .*syntax error/);
    await versionIs('1.0.0');
  });
  await step('failed upgrade: answers differ', async () => {
    await upgrade('1.3.0', 1, /was not installed: \/api\/v2\/feed\/\S* does not list the same items as before/);
    await versionIs('1.0.0');
  });
  await step('failed upgrade: the worker ends', async () => {
    await upgrade('1.4.0', 1, /was not installed: (the new version does not load: )?the worker exited/);
    await versionIs('1.0.0');
  });
  await step('upgrade with a migration', async () => {
    await upgrade('1.1.0', 0, /1\.1\.0 is installed and verified/);
    await versionIs('1.1.0');
  });
  await step('upgrade of a stopped server', async () => {
    const before = await feed();
    await machine.stop();
    assert.match(await well('upgrade', '--from', later['1.5.0']), /1\.5\.0 is installed and verified/);
    await versionIs('1.5.0');
    await machine.start();
    assert.equal(await feed(), before);
  });
  await step('upgrade from a file that is none', async () => {
    const { code, err } = await machine.run(['upgrade', '--from', 'gone.tgz']);
    assert.deepEqual([code, err], [3, 'file not found: gone.tgz\n']);
    const { code: other, err: said } = await machine.run(['upgrade', '--from', 'feeds.opml']);
    assert.equal(other, 2);
    assert.equal(said.trim().split('\n').length, 1, said);
  });
  await step('the state of a later version is refused by the one before', async () => {
    await machine.stop();
    const before = new Machine(join(place, 'before'), machine.environment);
    before.npm('install', `node@${release}`, tarball);
    const { code, err } = await before.run(['start'], { STATE_DIR: join(machine.folder, 'newsgauge-state') });
    assert.equal(code, 1);
    assert.match(err, /was made by another version of newsgauge/);
    const doctor = await before.run(['doctor'], { STATE_DIR: join(machine.folder, 'newsgauge-state') });
    assert.equal(doctor.code, 1);
    assert.match(doctor.out, /^WRONG state +.* was made by another version/m);
  });
  await step('uninstall', () => {
    machine.npm('uninstall', 'newsgauge');
    assert.ok(!machine.isInstalled);
    assert.ok(existsSync(join(machine.folder, 'newsgauge-state/newsgauge.sqlite')), 'the state stays');
  });
}

/** An unsupported Node must be rejected with a one-sentence message before any file is created. */
async function refusal(tarball: string): Promise<void> {
  console.log(`Node ${UNSUPPORTED}`);
  const machine = new Machine(join(folder, UNSUPPORTED), {});
  await step('install and refuse', async () => {
    machine.npm('install', `node@${UNSUPPORTED}`, tarball);
    for (const words of [['start'], ['doctor'], ['upgrade']]) {
      const { code, err } = await machine.run(words);
      assert.equal(code, 1);
      assert.match(
        err,
        /^newsgauge needs Node .*\. Install a suitable version from https:\/\/nodejs\.org and run the command again\.\n$/,
      );
    }
    assert.ok(!existsSync(join(machine.folder, 'newsgauge-state')));
  });
}

interface Arrival {
  addresses: Iterator<string>;
  until: AbortSignal;
}

/** Sends clicks by different readers until the upgrade has ended. Resolves when all clicks have a response. */
async function clicks(port: string, key: string, { addresses, until }: Arrival) {
  let accepted = 0;
  let slowest = 0;
  const sent: Promise<void>[] = [];
  while (!until.aborted) {
    const start = Date.now();
    const headers = { 'User-Agent': BROWSER, 'X-Forwarded-For': addresses.next().value };
    const body = JSON.stringify({ key, contentId: 100_000 + sent.length });
    sent.push(
      fetch(`http://127.0.0.1:${port}/clicks`, { method: 'POST', body, headers }).then(async (response) => {
        await response.text();
        if (response.headers.get('X-Click') === 'accepted') accepted++;
        slowest = Math.max(slowest, Date.now() - start);
      }),
    );
    await sleep(CLICK_PAUSE_MS);
  }
  await Promise.all(sent);
  return { sent: sent.length, accepted, slowest };
}

function* addressesOf(release: string): Generator<string, string> {
  for (let i = 0; ; i++) yield `${30 + (i % 60)}.${Math.floor(i / 60)}.${release.length}.7`;
}

try {
  await new Promise<void>((resolve) => press.listen(0, '127.0.0.1', resolve));
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '');
  const later = laterReleases(tarball, folder);
  await refusal(tarball);
  for (const release of SUPPORTED) await hour(release, { tarball, later });
} finally {
  press.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
