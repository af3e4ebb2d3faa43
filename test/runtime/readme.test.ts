/** Runs the commands of the README's tour and publishing sections as a reader would copy them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../src/command/paths.ts';
import { killAll, type Process, stillRunning } from '../support/processes.ts';
import { keysIn } from '../support/ready.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';

type Variables = Record<string, string | undefined>;

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-readme-'));
const page = createServer((_, response) =>
  response
    .setHeader('Content-Type', 'text/html')
    .end('<title>Parametric cover</title><meta property="og:site_name" content="Ledger">'),
);
const processes: Process[] = [];
let server: Server;
let environment: Variables = {};

before(async () => {
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  process.env.FEED_ALLOW_HOSTS = `127.0.0.1:${(page.address() as AddressInfo).port}` as '';
  const options = { state: join(folder, 'state'), port: await freePort(), log: join(folder, 'log') };
  server = await Server.start(options);
  processes.push(...server.processes());
  environment = { ...process.env, PORT: String(options.port), STATE_DIR: options.state };
});
after(() => {
  killAll(stillRunning(processes));
  page.closeAllConnections();
  page.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Returns the commands below a heading of the README, adapted to the folder of the test. */
function commandsOf(heading: string): string {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(text.slice(text.indexOf(`\n## ${heading}\n`))) ?? [];
  assert.match(block, /^npx newsgauge /);
  const own = `http://${process.env.FEED_ALLOW_HOSTS}/`;
  return block
    .replaceAll('npx newsgauge', `"${process.execPath}" "${join(ROOT, 'src/cli/newsgauge.js')}"`)
    .replace('https://www.example.com/', own);
}

const run = async (script: string, more: Variables = {}) =>
  (await execute('bash', ['-euc', script], { cwd: folder, env: { ...environment, ...more } as NodeJS.ProcessEnv }))
    .stdout;

function tour(): [commands: string, sample: string][] {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const part = text.slice(text.indexOf('\n## A tour\n'), text.indexOf('\n## Features\n'));
  const blocks = part.matchAll(/```sh\n([^`]*)```\n\n```\n([^`]*)```/g);
  return Array.from(blocks, ([, commands = '', sample = '']) => [commands, sample]);
}

/** Parts of a sample that do not depend on time: names of headers and fields in order, and names of resources. */
const lastingIn = (sample: string): string[] =>
  Array.from(
    sample.matchAll(/^[a-z-]+(?=: )|"\w+":|"(?:name|title|reason|confidence|kind|why)":"[^"]*"/gm),
    ([part]) => part,
  );

test('the commands of the README tour print the output shown there', { timeout: 600_000 }, async () => {
  const port = await freePort();
  const demo = await Server.start({ state: join(folder, 'demo'), port, log: join(folder, 'demo.log'), demo: true });
  processes.push(...demo.processes());
  const { publishable = '', secret = '', operator = '' } = keysIn(demo.lines);
  const keys = { PUBLISHABLE: publishable, SECRET: secret, OPERATOR: operator };
  const samples = tour();
  assert.equal(samples.length, 4);
  for (const [commands, sample] of samples) {
    const script = commands.replaceAll('localhost:8787', `localhost:${port}`).replaceAll('curl', 'curl -s');
    const lasting = lastingIn(sample);
    assert.ok(lasting.length > 5, sample);
    const missing = async () => {
      const printed = await run(script, keys);
      return lasting.filter((part) => !printed.includes(part));
    };
    // Outcomes of clicks are written every 20 seconds.
    for (const end = Date.now() + 60_000; (await missing()).length > 0 && Date.now() < end; ) await sleep(2000);
    assert.deepEqual(await missing(), []);
  }
  demo.stop();
});

test('the publishing section of the README works', { timeout: 600_000 }, async () => {
  const { operator = '' } = keysIn(server.lines);
  assert.match(operator, /^ngo_/);
  const newsgauge = `"${process.execPath}" "${join(ROOT, 'src/cli/newsgauge.js')}"`;
  const key = { NEWSGAUGE_KEY: operator, NEWSGAUGE_SERVICE: `http://localhost:${environment.PORT}` };
  await run(`${newsgauge} topics put 12 --name Regulation --slug regulation --category 2`, key);
  const printed = await run(commandsOf('Publish'), key);
  assert.match(printed, /"title": "Parametric cover"/);
  assert.match(printed, /premiumledger\.example\/1600/);
  assert.match(printed, /"deleted": false/);
  assert.match(printed, /"merged": true/);
  assert.match(printed, / restore$/m);
  const lines = readFileSync(join(folder, 'newsroom.ndjson'), 'utf8').split('\n').filter(Boolean);
  const articles = lines.map((line) => JSON.parse(line)).filter(({ collection }) => collection === 'articles');
  assert.deepEqual(
    articles.map(({ value: { id, title, topics, countries } }) => ({ id, title, topics, countries })),
    [{ id: 1600, title: 'Parametric cover pays', topics: [90], countries: ['JP', 'PH'] }],
  );
  assert.match(await run(`${newsgauge} topics get 90`), /"name": "Parametric cover"/);
  const made = await run(`${newsgauge} keys create --kind secret --name Partner`);
  const trail = await run(`${newsgauge} audit list --kind key --action create -o json`, key);
  assert.match(trail, /"actor": "newsgauge keys"/);
  assert.ok(/^ngs_/.test(made) && !trail.includes(made.trim()));
  const { stdout } = await execute('npx', ['newsgauge', 'topics', '--help'], { cwd: ROOT });
  assert.match(stdout, /put \[options\] \[name\]/);
});
