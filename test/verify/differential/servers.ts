import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerParts } from '../../../scripts/build/worker-parts.ts';
import { sendValues } from '../../../src/command/send.ts';
import { chunks } from '../../../src/content/import-lines.ts';
import { demoClicks } from '../../../src/demo/demo-clicks.ts';
import { demoNewsroom } from '../../../src/demo/newsroom.ts';
import { HOUR, type Seconds } from '../../../src/lib/time.ts';
import { d1On } from '../../../src/node/d1/database.ts';
import { openD1File } from '../../../src/node/d1/sqlite.ts';
import { mintKeys } from '../../../src/node/first-start/first-keys.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { type NodeServer, startNodeServer } from '../../support/servers/node-server.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';
import { workerdDatabase } from '../../support/workerd/runtime.ts';
import type { Newsroom } from './requests.ts';

const SEED = 7;
const ARTICLES = 300;
const CLICKS = 2000;
/** Period of imported clicks, in seconds: the maximum minus an hour. */
const REACH = 14 * 24 * HOUR - HOUR;
const VARS = { LOG_LEVEL: 'error', GUID_AUTHORITY: 'news.example', SECURITY_CONTACT: 'mailto:security@news.example' };
/** Minute of the hour after which a test might not end before the next hour. */
const LATE_MINUTES = 50;

/** A script that moves the clock past a near full hour, so that both runtimes stay within the same hour. */
function clockScript(): string {
  const step = new Date().getUTCMinutes() >= LATE_MINUTES ? 15 * 60_000 : 0;
  return `{ const Real = Date; const now = () => Real.now() + ${step};
    globalThis.Date = class Date extends Real { constructor(...given) { super(...(given.length > 0 ? given : [now()])); } static now() { return now(); } }; }\n`;
}

const startNode = (state: string, clock: string): Promise<NodeServer> =>
  startNodeServer({ state, vars: VARS, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(clock)}`] });

export interface BothServers extends Newsroom {
  node: NodeServer;
  worker: RunningWorker;
  stop(): Promise<void>;
}

export async function startBoth(folder: string): Promise<BothServers> {
  const states = { node: join(folder, 'node'), worker: join(folder, 'worker') };
  const clock = clockScript();
  const { modules } = await workerParts();
  const first = await startNode(states.node, clock);
  const filled = await fill(first.url, states.node);
  await first.stop();
  const halves = copyState(states.node, states.worker);
  const script = { ...modules, 'index.js': `import './clock.js';\n${modules['index.js']}`, 'clock.js': clock };
  const [worker, node] = await Promise.all([
    startWorker({ state: states.worker, port: 0, vars: VARS, script }),
    startNode(states.node, clock),
  ]);
  for (const { key, value } of halves) await worker.kv.put(key, value);
  return {
    ...filled,
    node,
    worker,
    async stop() {
      await Promise.all([node.stop(), worker.dispose()]);
    },
  };
}

async function fill(url: URL, state: string): Promise<Newsroom> {
  const now: Seconds = Math.floor(Date.now() / 1000);
  const database = openD1File(filesOf(state).database);
  const keys = await mintKeys(d1On(database));
  database.close();
  const newsroom = demoNewsroom({ seed: SEED, now, assetBase: 'https://news.example' });
  const target = { base: url, key: keys.operator };
  await sendValues(target, 'topics', newsroom.topics);
  await sendValues(target, 'companies', newsroom.companies);
  await sendValues(target, 'sources', newsroom.sources);
  await sendValues(target, 'rules', [...newsroom.rules]);
  const articles = newsroom.articles.slice(-ARTICLES);
  const ids = new Set(articles.map(({ id }) => id));
  await sendValues(target, 'articles', articles);
  for (const { date, articles: chosen } of newsroom.recommended.slice(-2))
    await sendValues(target, `recommended/${date}`, [{ articles: chosen.filter((id) => ids.has(id)) }]);
  const clicks = demoClicks({ newsroom, seed: SEED, now, count: 10 * CLICKS })
    .filter(({ at, contentId }) => ids.has(contentId) && Date.parse(at) / 1000 > now - REACH)
    .slice(-CLICKS);
  for (const portion of chunks(clicks, 1000)) await sendValues({ ...target, method: 'POST' }, 'clicks', portion);
  await sendValues({ ...target, method: 'POST' }, 'rebuild', []);
  return { keys, articles: [...ids], topics: newsroom.topics.map(({ id }) => id) };
}

/** Copies a closed database to workerd's location. Returns the salt halves, which Node stores in a separate file. */
function copyState(from: string, to: string): { key: string; value: string }[] {
  const file = workerdDatabase(to);
  mkdirSync(dirname(file), { recursive: true });
  const source = new DatabaseSync(filesOf(from).database);
  source.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  source.close();
  copyFileSync(filesOf(from).database, file);
  const halves = new DatabaseSync(filesOf(from).halves, { readOnly: true });
  const rows = halves.prepare('SELECT key, value FROM entries').all() as { key: string; value: string }[];
  halves.close();
  return rows;
}
