/** `npm run bench -- feeds` polls feeds of several sizes and measures what the platform limits or charges. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { now, run } from '../../src/command/command.ts';
import { sendValues } from '../../src/command/send.ts';
import { createRandom } from '../../src/demo/random.ts';
import { writeResult } from '../support/measured.ts';
import { type RunningWorker, startWorker } from '../support/worker.ts';
import { migrate } from '../support/workerd/runtime.ts';
import { HEAP, type Invocation, pollCounted, readInLittleMemory } from './lib/feeds/in-node.ts';
import { databaseFile, withFile } from './lib/local-d1.ts';
import { companies, topics } from './lib/newsroom.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { sentence } from './lib/searches.ts';
import { benchScript, makeKey } from './lib/server.ts';
import type { Usage } from './meter.ts';

const COUNTRIES = ['Germany', 'the United Kingdom', 'Brazilian', 'Japan', 'French', 'Kenya', 'Norwegian'];

/** Each story of the feed has an introduction, two kilobytes of HTML, a picture and categories. */
function feedOf(slug: string, items: number, now: number): string {
  const random = createRandom(7);
  const story = (n: number) => {
    const place = COUNTRIES[n % COUNTRIES.length];
    const title = `${sentence(random, 8)} in ${place}: Company ${1 + (n % 5000)}`;
    const paragraphs = Array.from({ length: 12 }, () => `<p>${sentence(random, 24)}</p>`).join('');
    return `<item><title>${title}</title><link>https://${slug}.example/${n}?utm_source=rss</link><guid isPermaLink="false">${slug}-${n}</guid>
<pubDate>${new Date((now - n * 600) * 1000).toUTCString()}</pubDate><description>${sentence(random, 40)}</description>
<category>Insurance</category><media:content url="https://${slug}.example/${n}.jpg" width="1200" height="675" medium="image"/>
<content:encoded><![CDATA[${paragraphs}]]></content:encoded></item>`;
  };
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${slug}</title><link>https://${slug}.example/</link>
${Array.from({ length: items }, (_, n) => story(n)).join('\n')}</channel></rss>`;
}

/** Serves documents by name from loopback. Those with an ETag return 304 if it matches. */
async function serveFeeds(documents: ReadonlyMap<string, string>, withEtag: ReadonlySet<string>) {
  const server = createServer(({ url = '', headers }, response) => {
    const name = url.slice(1);
    const etag = withEtag.has(name) ? { ETag: `"${name}"` } : {};
    if (headers['if-none-match'] && headers['if-none-match'] === etag.ETag) response.writeHead(304).end();
    else response.writeHead(documents.has(name) ? 200 : 404, etag).end(documents.get(name) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, close: () => server.close() };
}

const USAGE = 'npm run bench -- feeds [--quick]\n\n--quick  writes nothing';
const MANY = 20;
const WATCHDOG = '*/5 * * * *';

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const time = now();
  const sizes = { small: 20, feed: 200, large: 1000 };
  const documents = new Map(Object.entries(sizes).map(([name, items]) => [name, feedOf(name, items, time)]));
  documents.set('etag', feedOf('etag', 200, time)).set('node', feedOf('node', 200, time));
  for (let i = 0; i < MANY; i++) documents.set(`many-${i}`, feedOf(`many-${i}`, 20, time));
  const served = await serveFeeds(
    documents,
    new Set(['etag', ...[...documents.keys()].filter((name) => name.startsWith('many'))]),
  );
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  migrate(state);
  const start = () =>
    benchScript().then((script) =>
      startWorker({ state, port: 0, script, rateLimit: 1_000_000_000, vars: { FEED_ALLOW_HOSTS: served.host } }),
    );
  try {
    const worker = await start();
    const polls = await measure(worker, `http://${served.host}`).finally(() => worker.dispose());
    const counted = await withFile(databaseFile(state), (db) => pollCounted(db, `http://${served.host}/node`, time));
    const huge = readInLittleMemory(feedOf('huge', 4000, time).slice(0, 10 * 2 ** 20));
    const report = reportOf(polls, counted, huge);
    console.log(`\n${report}`);
    if (!values.quick)
      writeResult({
        command: 'npm run bench -- feeds',
        title: 'Incoming feeds',
        page: 'benchmarks.md',
        summary: `A poll writes at most ${fixed(rowsPerArticle(polls), 2)} rows per new article, and ${fixed(rowsPerUnchanged(polls), 2)} if the feed is unchanged.
          A feed of 10 MB takes ${fixed(huge.cpu, 2)} s of processor time.`,
      });
  } finally {
    served.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
});

interface Poll {
  what: string;
  feeds: number;
  added: number;
  rows: Record<string, number>;
  seconds: number;
}

/** Measures cron runs without due feeds, with new feeds, and with unchanged feeds. */
async function measure(worker: RunningWorker, origin: string): Promise<Poll[]> {
  const target = { base: worker.url, key: await makeKey(worker.db, 'operator') };
  await sendValues(target, 'topics', topics);
  for (let i = 0; i < companies.length; i += 1000) await sendValues(target, 'companies', companies.slice(i, i + 1000));
  const usage = async (): Promise<Usage> => (await fetch(new URL('/bench/usage', worker.url))).json() as Promise<Usage>;
  const cron = async (what: string, feeds: number): Promise<Poll> => {
    const before = await usage();
    const articles = await count(worker.db);
    const start = performance.now();
    await worker.cron(WATCHDOG);
    const seconds = (performance.now() - start) / 1000;
    const after = await usage();
    const rows = Object.fromEntries(
      ['articles', 'article_index', 'feed_items', 'feeds', 'sources'].map((name) => [
        name,
        (after.written[name] ?? 0) - (before.written[name] ?? 0),
      ]),
    );
    return { what, feeds, added: (await count(worker.db)) - articles, rows, seconds };
  };
  const add = (...names: string[]) =>
    sendValues(
      target,
      'feeds',
      names.map((name) => ({ url: `${origin}/${name}`, domain: `${name}.example` })),
    );
  const due = () => worker.db.prepare('UPDATE feeds SET next_at = 0').run();

  await cron('warm-up', 0);
  const polls: Poll[] = [];
  for (const [name, what] of [
    ['small', 'new, 20 items'],
    ['feed', 'new, 200 items'],
    ['large', 'new, 1,000 items'],
    ['etag', 'new, 200 items'],
  ] as const) {
    await add(name);
    polls.push(await cron(what, 1));
  }
  await due();
  polls.push(await cron('unchanged (1 answers 304, 3 the same content)', 4));
  await add(...Array.from({ length: MANY }, (_, i) => `many-${i}`));
  polls.push(await cron(`new, 20 items each`, MANY));
  await due();
  polls.push(await cron('unchanged, 304 (and 4 as above)', MANY + 4));
  return polls;
}

async function count(db: D1Database): Promise<number> {
  return (await db.prepare('SELECT count(*) AS n FROM articles').first<{ n: number }>())?.n ?? 0;
}

function sum(rows: Record<string, number>): number {
  return Object.values(rows).reduce((total, each) => total + each, 0);
}

function rowsPerArticle(polls: readonly Poll[]): number {
  return Math.max(...polls.filter(({ added }) => added > 0).map(({ rows, added }) => sum(rows) / added));
}

function rowsPerUnchanged(polls: readonly Poll[]): number {
  return Math.max(...polls.filter(({ added }) => added === 0).map(({ rows, feeds }) => sum(rows) / feeds));
}

function reportOf(
  polls: readonly Poll[],
  { queries, cpu, added }: Invocation,
  huge: ReturnType<typeof readInLittleMemory>,
): string {
  return `${circumstances('npm run bench -- feeds')}

The newsroom has 300 topics and 5,000 companies. Each item has a text of two kilobytes. The Worker's own cron polls a server on loopback, in one invocation per run.

${table(
  ['a run of the cron', 'feeds', 'new articles', 'rows written', '… an article', 'seconds'],
  polls.map(({ what, feeds, added, rows, seconds }) => [
    what,
    feeds,
    whole(added),
    whole(sum(rows)),
    added > 0 ? fixed(sum(rows) / added, 2) : '–',
    fixed(seconds, 2),
  ]),
)}

|  | figure | target |
| --- | --- | --- |
| rows written for a new article, at most | ${fixed(rowsPerArticle(polls), 2)} | ≤ 40 |
| rows written for an unchanged feed | ${fixed(rowsPerUnchanged(polls), 2)} | ≤ 1 |
| a feed of ${added} items parsed, tagged and stored: queries, at most | ${whole(queries)} | ≤ 1,000 |
| … processor time, SQLite’s included (measured in node) | ${fixed(cpu, 2)} s | ≤ 30 s |
| 10 MB of feed decoded and read, first ${whole(huge.items)} items taken: processor time | ${fixed(huge.cpu, 2)} s | ≤ 30 s |
| … within a heap of | ${HEAP} MB | ≤ 128 MB |
`;
}
