/** Runs the commands of the documents as a reader would copy them. Blocks that are marked `sh no-run` are skipped. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../src/command/paths.ts';
import { type Block, blocksOf, missingIn } from '../project/examples/document-blocks.ts';
import { killAll, type Process, stillRunning } from '../support/processes.ts';
import { keysIn } from '../support/ready.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';

type Variables = Record<string, string | undefined>;

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-documents-'));
const CLI = `"${process.execPath}" "${join(ROOT, 'src/cli/newsgauge.js')}"`;
const LOG_IN = 'NEWSGAUGE_KEY';

const article = (id: number, title: string) => `<item><guid>${id}</guid><link>https://127.0.0.1/${id}</link>
  <title>${title}</title><pubDate>${new Date(Date.now() - id * 60_000).toUTCString()}</pubDate></item>`;
const feed = () => `<rss version="2.0"><channel><title>Ledger</title><link>https://127.0.0.1/</link>
  <item><title>An item without a link</title></item>
  ${Array.from({ length: 12 }, (_, i) => article(i + 1, i < 5 ? `Insurers raise cyber prices ${i}` : `Fleet renewals grow ${i}`)).join('')}
  </channel></rss>`;
const PAGE = '<title>Parametric cover</title><meta property="og:site_name" content="Ledger">';

/** Answers as a feed, a page and a receiver of webhooks. */
const site: HttpServer = createServer((request, response) =>
  request.url === '/feed.xml'
    ? response.setHeader('Content-Type', 'application/rss+xml').end(feed())
    : response.setHeader('Content-Type', 'text/html').end(PAGE),
);
const processes: Process[] = [];

before(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
after(() => {
  killAll(stillRunning(processes));
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Replaces addresses of the examples by those of the test. */
function withAddresses(text: string, origin: string): string {
  const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return text
    .replaceAll(/https:\/\/(?:news|www)\.example\.(?:com|org)\/feed\.xml/g, `${own}/feed.xml`)
    .replaceAll(/https:\/\/(?:www\.)?example\.com\/(hook)?/g, `${own}/$1`)
    .replaceAll('/tmp/restored', join(folder, 'restored'))
    .replaceAll('https://news.example.com', origin)
    .replaceAll('http://localhost:8787', origin);
}

/** Replaces addresses by those of the test, and commands by the program of this folder. */
function adapted({ commands, sample }: Block, origin: string): string {
  const isError = sample.includes('"status":"fail"');
  return withAddresses(commands, origin)
    .replaceAll(/npm run (?:--silent )?(\w+)(?: --)?/g, `${CLI} $1`)
    .replaceAll('npx newsgauge', CLI)
    .replaceAll('curl ', isError ? 'curl -s ' : 'curl -s --fail-with-body ');
}

interface Place {
  origin: string;
  run: (script: string) => Promise<string>;
}

async function startPlace(name: string, demo: boolean): Promise<Place> {
  const [state, port] = [join(folder, `${name}-state`), await freePort()];
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const allowed = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const env = { FEED_ALLOW_HOSTS: allowed };
  const server = await Server.start({ state, port, log: join(folder, `${name}.log`), demo, env });
  processes.push(...server.processes());
  const { publishable = '', secret = '', operator = '' } = keysIn(server.lines);
  const origin = `http://localhost:${port}`;
  const variables: Variables = {
    ...process.env,
    ...env,
    ...{ PUBLISHABLE: publishable, SECRET: secret, OPERATOR: operator, KEY: operator, [LOG_IN]: operator },
    ...{ PORT: String(port), STATE_DIR: state, NEWSGAUGE_SERVICE: origin },
  };
  const run = async (script: string) =>
    (await execute('bash', ['-euc', script], { cwd, env: variables as NodeJS.ProcessEnv })).stdout;
  return { origin, run };
}

interface Outcome {
  count: number;
  failures: string[];
}

/** Runs the blocks of a document. A failure names the commands and what they printed, or what the sample has besides. */
async function runDocument(document: string, { origin, run }: Place): Promise<Outcome> {
  const failures: string[] = [];
  const blocks = blocksOf(readFileSync(join(ROOT, document), 'utf8'));
  for (const block of blocks) {
    const sample = withAddresses(block.sample, origin);
    const problemOf = async (): Promise<string> => {
      try {
        const printed = await run(adapted(block, origin));
        const missing = missingIn(sample, printed);
        return missing.length > 0 ? `is not printed: ${missing.join(', ')}` : '';
      } catch (error) {
        const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
        return `${stdout}${stderr}` || message;
      }
    };
    let problem = await problemOf();
    // Outcomes of clicks are written every 20 seconds.
    for (const end = Date.now() + 240_000; problem.startsWith('is not printed') && Date.now() < end; ) {
      await sleep(5000);
      problem = await problemOf();
    }
    if (problem) failures.push(`${document}: ${block.commands}${problem}`);
  }
  return { count: blocks.length, failures };
}

async function runDocuments(documents: readonly string[], place: Place, least: number): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const document of documents) outcomes.push(await runDocument(document, place));
  assert.deepEqual(
    outcomes.flatMap(({ failures }) => failures),
    [],
  );
  const count = outcomes.reduce((sum, each) => sum + each.count, 0);
  assert.ok(count >= least, `${count} blocks`);
}

/** Documents whose commands begin with an empty newsroom. */
const EMPTY = ['docs/tutorial.md', 'docs/guides/feeds.md'];

const FILES: Record<string, string> = {
  'topics.json': '{"id":61,"name":"Hail","slug":"hail","category":1}',
  'companies.json': '{"id":912,"name":"Acme Re","organisationType":"Carrier"}',
  'articles.ndjson': readFileSync(join(ROOT, 'docs/guides/examples/articles.ndjson'), 'utf8'),
  'rules.ndjson': '{"kind":"topic","ref":12,"words":["claim"],"exclusions":["claims to fame"]}',
  'clicks.ndjson': `{"contentId":1042,"at":"${new Date(Date.now() - 3_600_000).toISOString()}","reader":"one"}`,
};

// Both newsrooms mostly wait for jobs.
describe('commands of the documents', { concurrency: true }, () => {
  test('the commands of the documents work in the demo newsroom', { timeout: 1_500_000 }, async () => {
    const demo = await startPlace('demo', true);
    const page = await fetch(`${demo.origin}/docs/guides/feeds`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
    assert.match(await page.text(), /<h1>Poll feeds<\/h1>/);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, 'demo', name), text);
    const documents = globSync('docs/{guides,reference,explanation}/*.md', { cwd: ROOT }).toSorted();
    await runDocuments(
      documents.filter((document) => !EMPTY.includes(document)),
      demo,
      25,
    );
  });

  test('the commands of the first hour and of feeds work in an empty newsroom', { timeout: 1_500_000 }, async () => {
    const empty = await startPlace('empty', false);
    const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed.xml`;
    writeFileSync(
      join(folder, 'empty/feeds.opml'),
      `<opml version="2.0"><body><outline xmlUrl="${own}"/></body></opml>`,
    );
    await empty.run(`${CLI} sources put paper.example --name "The Paper"`);
    await runDocuments(EMPTY, empty, 10);
  });
});
