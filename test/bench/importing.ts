/** `npm run bench -- importing` measures feed pages of a self-hosted server while articles are imported. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now, run } from '../../src/command/command.ts';
import { NDJSON } from '../../src/command/send.ts';
import { openDb } from '../../src/db/client.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { migrateFile } from '../../src/node/state/migrate.ts';
import { withStores } from '../../src/node/state/stores.ts';
import { ended, killAll, type Process, stillRunning } from '../support/processes.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';
import { fillNewsroom } from './lib/build.ts';
import { percentile } from './lib/http.ts';
import { makeArticle } from './lib/newsroom.ts';
import { openLoad } from './lib/raw-client.ts';

const USAGE = `npm run bench -- importing [--articles 20000] [--stored 20000] [--detected] [--quick]
--detected: the articles state no language
--quick: 2,000 articles next to 2,000`;
/** Articles per request, as in `newsgauge import`. */
const PORTION = 500;
const READS_PER_SECOND = 50;
const STOP_MS = 10_000;
/** Time that a server needs for its first jobs. */
const START_MS = 3000;
const TICKS_PER_SECOND = 100;

interface Keys {
  operator: string;
  publishable: string;
}

async function makeState(state: string, stored: number, at: number): Promise<Keys> {
  migrateFile(filesOf(state).database);
  return withStores(state, async (stores) => {
    const db = openDb(stores.db);
    await fillNewsroom(db, stored, at);
    await stores.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    const make = (kind: 'operator' | 'publishable') =>
      createKey(db, { kind, name: 'bench', origins: [], expiresAt: null }, now());
    return { operator: await make('operator'), publishable: await make('publishable') };
  });
}

/** CPU time that processes have used, in seconds. */
function cpuOf(processes: readonly Process[]): number {
  const ticks = stillRunning(processes).map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, of) => sum + of, 0) / TICKS_PER_SECOND;
}

/** Sends one request after the other. Returns the number of articles per second. */
async function importAll(url: URL, key: string, articles: readonly object[]): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < articles.length; i += PORTION) {
    const response = await fetch(new URL('/manage/articles', url), {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, ...NDJSON },
      body: articles
        .slice(i, i + PORTION)
        .map((article) => JSON.stringify(article))
        .join('\n'),
    });
    const { data } = (await response.json()) as { data?: { rejected?: unknown[] } };
    if (response.status !== 200 || data?.rejected?.length !== 0)
      throw new Error(`the import was answered ${response.status}`);
  }
  return (1000 * articles.length) / (performance.now() - began);
}

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      articles: { type: 'string' },
      stored: { type: 'string' },
      detected: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const usual = values.quick ? 2000 : 20_000;
  const [count, stored] = [Number(values.articles ?? usual), Number(values.stored ?? usual)];
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-importing-'));
  const state = join(folder, 'state');
  const at = now();
  const keys = await makeState(state, stored, at);
  const articles = Array.from({ length: count }, (_, i) => {
    const { language, ...article } = makeArticle(count - 1 - i, stored + count, at);
    return values.detected ? article : { ...article, language };
  });
  const server = await Server.start({ state, port: await freePort(), log: join(folder, 'log') });
  const processes = server.processes();
  try {
    await sleep(START_MS);
    const before = cpuOf(processes);
    let isOver = false;
    const importing = importAll(server.url, keys.operator, articles).finally(() => {
      isOver = true;
    });
    importing.catch(() => {});
    const times: number[] = [];
    let refused = 0;
    let serial = 0;
    while (!isOver) {
      const load = await openLoad(
        server.url,
        { rate: READS_PER_SECOND, seconds: 1, connections: READS_PER_SECOND },
        (i) => ({
          // A unique parameter bypasses the cache.
          path: `/api/v2/feed/?accent=${(serial++).toString(16).padStart(6, '0')}`,
          headers: { 'X-Forwarded-For': `198.18.0.${i & 255}`, 'X-API-Key': keys.publishable },
        }),
      );
      times.push(...load.times);
      for (const [status, number] of load.statuses) if (status !== 200) refused += number;
    }
    const rate = await importing;
    const cpu = cpuOf(processes) - before;
    const figures = [0.5, 0.9, 0.99, 1].map((p) => Number(percentile(times, p).toFixed(1)));
    const [readsP50, readsP90, readsP99, longestRead] = figures;
    console.log({
      articlesPerSecond: Math.round(rate),
      articlesPerCpuSecond: Math.round(count / cpu),
      reads: times.length,
      refused,
      ...{ readsP50, readsP90, readsP99, longestRead },
    });
  } finally {
    server.stop();
    await ended(processes, STOP_MS);
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
