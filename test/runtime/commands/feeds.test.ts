import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT } from '../../../src/command/paths.ts';
import { killAll, type Process, stillRunning } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-feeds-'));
const state = join(folder, 'state');
const site = createServer(({ url }, response) => {
  const item = `<item><title>Cyber premiums level off</title><link>${origin}/a</link><guid>a</guid></item>`;
  if (url === '/good.xml')
    response.end(`<rss version="2.0"><channel><title>Premium Ledger</title>${item}</channel></rss>`);
  else response.writeHead(404).end('no');
});
const all: Process[] = [];
let [origin, port] = ['', 0];

before(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  port = await freePort();
  const env = { FEED_ALLOW_HOSTS: new URL(origin).host };
  const server = await Server.start({ state, port, log: join(folder, 'log'), env });
  all.push(...server.processes());
});
after(() => {
  killAll(stillRunning(all));
  site.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function feeds(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const own = { STATE_DIR: state, PORT: String(port), FEED_ALLOW_HOSTS: new URL(origin).host };
  const env = { ...process.env, ...own } as NodeJS.ProcessEnv;
  const args = ['src/cli/newsgauge.js', 'feeds', ...words];
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

test('feeds list and poll show the fetches and failures, and exit with 1 if a feed fails', async () => {
  const none = await feeds('list');
  assert.deepEqual(none, { code: 0, out: '', err: 'No results.\n' });
  for (const name of ['good.xml', 'gone.xml']) assert.equal((await feeds('put', `${origin}/${name}`)).code, 0);
  const polled = await feeds('poll', `${origin}/good.xml`, `${origin}/gone.xml`, '--json');
  assert.equal(polled.code, 1, polled.err);
  const list = await feeds('list');
  assert.equal(list.code, 1, list.err);
  assert.match(list.out, /^source +state +lastFetch +lastNew +nextPoll +url +reason$/m);
  assert.match(list.out, /^127\.0\.0\.1:\d+ +1 failure .* http:\S+\/gone\.xml +\S.*404/m);
  assert.match(list.out, /^127\.0\.0\.1:\d+ +OK .* http:\S+\/good\.xml/m);
  assert.equal((await feeds('pause', `${origin}/gone.xml`)).code, 0);
  const paused = await feeds('list', '--json');
  const states = (JSON.parse(paused.out) as { feeds: { url: string; state: string }[] }).feeds.map(
    ({ url, state }) => [url, state] as const,
  );
  assert.deepEqual(Object.fromEntries(states), { [`${origin}/good.xml`]: 'OK', [`${origin}/gone.xml`]: 'Paused' });
});

test('feeds test prints the items of a feed and stores nothing', async () => {
  const good = await feeds('test', `${origin}/good.xml`);
  assert.deepEqual(good, { code: 0, out: 'Premium Ledger: 1 item\n  Cyber premiums level off\n', err: '' });
  const gone = await feeds('test', `${origin}/other.xml`);
  assert.equal(gone.code, 1);
  assert.match(gone.out, /\/other\.xml cannot be read: .*404/);
  const list = await feeds('list', '--json');
  assert.ok(!list.out.includes('other.xml'));
});
