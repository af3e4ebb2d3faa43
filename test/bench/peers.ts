/** `npm run bench -- peers` compares `npm start` with bare Node, bare workerd, and Hono with Postgres, in one run. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now, run } from '../../src/command/command.ts';
import { openDb } from '../../src/db/client.ts';
import { CLICK_IDS } from '../../src/db/schema/clicks.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { migrateFile } from '../../src/node/state/migrate.ts';
import { withStores } from '../../src/node/state/stores.ts';
import { writeMeasured } from '../support/measured.ts';
import { killAll, type Process, stillRunning, treeOf } from '../support/processes.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';
import { fillNewsroom } from './lib/build.ts';
import { percentile } from './lib/http.ts';
import { articlePortions, topics } from './lib/newsroom.ts';
import { closedLoad, openLoad, type RawRequest } from './lib/raw-client.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { WORDS } from './lib/searches.ts';
import { fillPostgres, startPostgres } from './peers/postgres.ts';
import { type Peer, startBareNode, startHono, startWorkerd } from './peers/start.ts';

const USAGE = `npm run bench -- peers [--articles 104000] [--seconds 10] [--quick]
--quick: 2,000 articles, 1 s of each kind, and nothing is written`;
const CONNECTIONS = 16;
/** Number of keys of each kind, so that none reaches its limit of 6,000 requests or 30,000 clicks per minute. */
const KEYS = 40;
const TYPES = ['article', 'podcast', 'video', 'report'];
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** Clicks and reads per second, and the number of cached reads out of ten. */
const MIX = { clicks: 2000, reads: 300, cached: 9 };
const COUNTED_MS = 10_000;

interface Keys {
  secret: string[];
  publishable: string[];
}

interface Filled {
  keys: Keys;
  /** Articles imported per second, including the time to generate them, as for Postgres. */
  importRate: number;
  bytesPerArticle: number;
}

async function makeState(state: string, size: number, at: number): Promise<Filled> {
  const { database } = filesOf(state);
  migrateFile(database);
  return withStores(state, async (stores) => {
    const db = openDb(stores.db);
    const began = performance.now();
    await fillNewsroom(db, size, at);
    const importRate = (1000 * size) / (performance.now() - began);
    await stores.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    const bytesPerArticle = statSync(database).size / size;
    const make = (kind: 'secret' | 'publishable') =>
      Promise.all(
        Array.from({ length: KEYS }, (_, i) =>
          createKey(db, { kind, name: `bench ${i}`, origins: [], expiresAt: null }, now()),
        ),
      );
    const keys = { secret: await make('secret'), publishable: await make('publishable') };
    return { keys, importRate, bytesPerArticle };
  });
}

const one = <T>(list: readonly T[], i: number) => list[i % list.length] as T;
let serial = 0;
/** Returns a unique parameter, which bypasses the cache. */
const fresh = () => `accent=${(serial++ % 0x1000000).toString(16).padStart(6, '0')}`;

function requests({ secret, publishable }: Keys, size: number) {
  const from = (i: number) => ({ 'X-Forwarded-For': `198.${18 + ((i >> 16) & 1)}.${(i >> 8) & 255}.${i & 255}` });
  const get = (path: string, i: number, keys: string[]): RawRequest => ({
    path,
    headers: { ...from(i), Authorization: `Bearer ${one(keys, i)}` },
  });
  const topic = (i: number) => 1 + (i % 40);
  let clicks = 0;
  return {
    trivial: (): RawRequest => ({ path: '/health/live' }),
    cached: (i: number) => get(`/api/v2/feed/?includeTopics=${topic(i)}`, i, publishable),
    plain: (i: number) => get(`/api/v2/feed/?${fresh()}`, i, publishable),
    topicAndType: (i: number) =>
      get(`/api/v2/feed/?includeTopics=${topic(i)}&articleTypes=${one(TYPES, i)}&${fresh()}`, i, publishable),
    words: (i: number) =>
      get(
        `/api/v2/feed/?searchTerms=${one(WORDS, 20 + i)}&includeTopics=${topic(i)}&includeCountries=GB&${fresh()}`,
        i,
        publishable,
      ),
    ranking: (i: number) => get(`/api/v2/insights/topics/${topic(i)}/content/?limit=${1 + (i % 50)}`, i, secret),
    click: (): RawRequest => {
      const i = clicks++;
      const contentId = size - (i % Math.min(500, size));
      return {
        method: 'POST',
        path: '/clicks',
        headers: { ...from(i), 'User-Agent': READER, 'Content-Type': 'application/json' },
        body: JSON.stringify({ key: one(publishable, i), contentId }),
      };
    },
  };
}

function counted(state: string): number {
  const database = new DatabaseSync(filesOf(state).database, { readOnly: true, timeout: 5000 });
  const tables = CLICK_IDS.map((_, n) => `SELECT count(*) AS n FROM click_ids_${n} WHERE kind = 1`);
  const { n } = database.prepare(`SELECT sum(n) AS n FROM (${tables.join(' UNION ALL ')})`).get() as { n: number };
  database.close();
  return n;
}

/** Memory of processes in MiB, with shared pages counted once. */
function memoryOf(processes: readonly Process[]): number {
  const kilobytes = stillRunning(processes).map(({ pid }) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}

interface Figures {
  p50: number;
  p99: number;
  /** Number of requests per second over 16 connections. */
  rate: number;
}

async function measure(url: URL, seconds: number, next: (i: number) => RawRequest): Promise<Figures> {
  await closedLoad(url, { connections: 1, seconds: seconds / 5 }, next);
  const single = await closedLoad(url, { connections: 1, seconds }, next);
  const { rate, statuses } = await closedLoad(url, { connections: CONNECTIONS, seconds }, next);
  const wrong = [...single.statuses, ...statuses].filter(([status]) => status >= 300 && status !== 503);
  if (wrong.length > 0) throw new Error(`${next(0).path} was answered ${wrong.map(([status]) => status).join(', ')}`);
  return { p50: percentile(single.times, 0.5), p99: percentile(single.times, 0.99), rate };
}

async function startMeasured(options: Parameters<typeof Server.start>[0]) {
  const began = performance.now();
  const server = await Server.start(options);
  return { server, seconds: (performance.now() - began) / 1000 };
}

async function mix(url: URL, seconds: number, state: string, of: ReturnType<typeof requests>) {
  const before = counted(state);
  const next = (i: number) => (i % 10 < MIX.cached ? of.cached(i) : of.plain(i));
  const [clicks, reads] = await Promise.all([
    openLoad(url, { rate: MIX.clicks, seconds, connections: 128 }, of.click),
    openLoad(url, { rate: MIX.reads, seconds, connections: 32 }, next),
  ]);
  await sleep(COUNTED_MS);
  return {
    acknowledged: clicks.times.length / seconds,
    counted: (counted(state) - before) / seconds,
    p99: percentile(clicks.times, 0.99),
    readsP99: percentile(reads.times, 0.99),
    refused: clicks.statuses.get(503) ?? 0,
    statuses: [...new Set([...clicks.statuses.keys(), ...reads.statuses.keys()])].toSorted(),
  };
}

const peerFeed = (i: number, query: string): RawRequest => ({ path: `/feed?${query}&i=${i}` });

async function startTimed(start: () => Promise<Peer>): Promise<{ peer: Peer; start: number }> {
  const began = performance.now();
  const peer = await start();
  return { peer, start: (performance.now() - began) / 1000 };
}

/** Measures a peer that answers everything with `hello`. */
async function measureBare(start: () => Promise<Peer>, seconds: number) {
  const started = await startTimed(start);
  try {
    const memory = memoryOf(treeOf(started.peer.pid));
    return { ...(await measure(started.peer.url, seconds, () => ({ path: '/' }))), start: started.start, memory };
  } finally {
    await started.peer.stop();
  }
}

async function measurePostgres(size: number, at: number, seconds: number) {
  const postgres = startPostgres();
  let hono: Peer | undefined;
  try {
    const began = performance.now();
    const bytes = await fillPostgres(postgres, topics, articlePortions(size, at));
    const importRate = (1000 * size) / (performance.now() - began);
    const { peer, start } = await startTimed(() => startHono(postgres));
    hono = peer;
    const { url, pid } = hono;
    const memory = () => memoryOf([...treeOf(postgres.pid()), ...treeOf(pid)]);
    const rest = memory();
    let clicks = 0;
    const figures = {
      trivial: await measure(url, seconds, () => ({ path: '/hello' })),
      plain: await measure(url, seconds, (i) => peerFeed(i, 'plain=1')),
      topicAndType: await measure(url, seconds, (i) => peerFeed(i, `topic=${1 + (i % 40)}&type=${one(TYPES, i)}`)),
      words: await measure(url, seconds, (i) =>
        peerFeed(i, `words=${one(WORDS, 20 + i)}&topic=${1 + (i % 40)}&country=GB`),
      ),
      click: await measure(url, seconds, () => {
        const i = clicks++;
        return { method: 'POST', path: `/clicks?article=${size - (i % Math.min(500, size))}&reader=${i}` };
      }),
      ranking: await measure(url, seconds, (i) => ({ path: `/ranking?topic=${1 + (i % 40)}&limit=${1 + (i % 50)}` })),
    };
    return { bytes, importRate, start, rest, loaded: memory(), ...figures };
  } finally {
    await hono?.stop();
    postgres.stop();
  }
}

// The command runs last, because it uses all declarations above.
await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      articles: { type: 'string', default: '104000' },
      seconds: { type: 'string', default: '10' },
      quick: { type: 'boolean', default: false },
    },
  });
  const size = values.quick ? 2000 : Number(values.articles);
  const seconds = values.quick ? 1 : Number(values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-self-host-'));
  const state = join(folder, 'state');
  const at = now();
  const { keys, importRate, bytesPerArticle } = await makeState(state, size, at);
  const ours = requests(keys, size);
  const options = { state, port: await freePort(), log: join(folder, 'log'), env: { LOG_LEVEL: 'warn' } };
  // The first start compiles the code and is not measured.
  const first = await startMeasured(options);
  first.server.stop();
  await sleep(3000);
  const { server, seconds: start } = await startMeasured(options);
  const processes = server.processes().slice(1);
  try {
    await sleep(values.quick ? 1000 : 20_000);
    const rest = memoryOf(processes);
    const kinds = ['trivial', 'plain', 'topicAndType', 'words', 'cached', 'click', 'ranking'] as const;
    const own = new Map<(typeof kinds)[number], Figures>();
    for (const kind of kinds) {
      own.set(kind, await measure(server.url, seconds, ours[kind]));
      console.log(kind, own.get(kind));
    }
    const mixed = await mix(server.url, seconds, state, ours);
    console.log('mix', mixed);
    const loaded = memoryOf(processes);
    console.log({ start, rest, loaded });
    const bare = await measureBare(() => startWorkerd(folder), seconds);
    const bareNode = await measureBare(startBareNode, seconds);
    console.log('workerd', bare, 'node', bareNode);
    const peer = await measurePostgres(size, at, seconds);
    console.log('postgres', peer);
    const of = (kind: (typeof kinds)[number]) => own.get(kind) as Figures;
    const row = (name: string, own: Figures, compared: Figures) => [
      name,
      ...[own, compared].flatMap(({ p50, p99, rate }) => [fixed(p50, 2), fixed(p99, 1), whole(rate)]),
      fixed(own.p50 / compared.p50, 2),
      fixed(own.rate / compared.rate, 2),
    ];
    const body = `${circumstances(`npm run bench -- peers --articles ${size} --seconds ${seconds}`)} Postgres and Hono have the same articles.

${whole(size)} articles. All processes together took ${rest} MiB at rest and ${loaded} MiB after the load below.

${table(
  ['', 'newsgauge', 'Hono with Postgres'],
  [
    ['articles imported per second', whole(importRate), whole(peer.importRate)],
    ['bytes per article', whole(bytesPerArticle), whole(peer.bytes)],
    ['start, seconds', fixed(start, 2), fixed(peer.start, 2)],
    ['MiB at rest, after load', `${rest}, ${loaded}`, `${peer.rest}, ${peer.loaded}`],
  ],
)}

Bare Node starts in ${fixed(bareNode.start, 2)} s and uses ${bareNode.memory} MiB, bare workerd ${fixed(bare.start, 2)} s and ${bare.memory} MiB (hello: ${fixed(bare.p50, 2)} ms, ${whole(bare.rate)} per second). Imports write to the database, and include generating the articles. The start of Hono excludes that of Postgres. Its ranking counts one row per reader, article and day. Times are for one connection, rates for ${CONNECTIONS}. Pages and rankings are uncached, except for one row. newsgauge is faster if the p50 ratio is below 1, or the rate ratio above 1.

${table(
  [
    'request, and the peer',
    'p50 ms',
    'p99 ms',
    'per second',
    'peer: p50',
    'p99',
    'per second',
    'p50 ratio',
    'rate ratio',
  ],
  [
    row('trivial route, bare Node', of('trivial'), bareNode),
    row('plain page, Postgres', of('plain'), peer.plain),
    row('topic and type, Postgres', of('topicAndType'), peer.topicAndType),
    row('words, topic, country, Postgres', of('words'), peer.words),
    row('cached page, Hono: hello', of('cached'), peer.trivial),
    row('ranking, Postgres', of('ranking'), peer.ranking),
    row('click, Postgres', of('click'), peer.click),
  ],
)}

Of ${whole(MIX.clicks)} clicks per second together with ${MIX.reads} reads, of which ${MIX.cached} in 10 are cached, ${whole(mixed.acknowledged)} per second were
accepted with a p99 of ${whole(mixed.p99)} ms, ${whole(mixed.counted)} per second were counted ${COUNTED_MS / 1000} s after the end, and ${whole(mixed.refused)} in all were
asked to come again (503). Reads had a p99 of ${whole(mixed.readsP99)} ms.`;
    console.log(`\n${body}`);
    if (!values.quick)
      writeMeasured({
        name: 'self-host',
        title: 'A machine of your own',
        page: 'benchmarks.md',
        body,
        summary: `With ${whole(size)} articles, the server answers ${whole(of('trivial').rate)} trivial requests, ${whole(of('plain').rate)} uncached pages, ${whole(of('cached').rate)} cached pages or ${whole(of('click').rate)} clicks per second. The server imports ${whole(importRate)} articles per second, with ${whole(bytesPerArticle)} bytes each. It uses ${rest} MiB of memory when idle and ${loaded} MiB after a load test.`,
      });
  } finally {
    server.stop();
    await sleep(6000);
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
