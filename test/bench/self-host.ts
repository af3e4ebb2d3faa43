/**
 * `npm run bench:selfhost`: what `npm start` can do on this machine, with the demo newsroom as an operator would have it: answers a
 * second by kind of request, how long they take, and memory. Writes docs/measured/self-host.md.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now, run } from '../../src/command/command.ts';
import { openDb } from '../../src/db/client.ts';
import { createKey } from '../../src/keys/store.ts';
import { withStores } from '../../src/node/state/stores.ts';
import { writeMeasured } from '../support/measured.ts';
import { killAll, type Process, stillRunning } from '../support/processes.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Server } from '../support/started.ts';
import { type Answer, type Ask, client, percentile } from './lib/http.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';

const USAGE = 'npm run bench:selfhost -- [--quick]  (--quick: 2 s of each kind instead of 15, and writes nothing)';
/** Who ask at once, and again as soon as they are answered. */
const CLIENTS = 16;
/** A key may ask 6,000 times a minute, a reader 600 times; as many keys and addresses as that is no limit here. */
const KEYS = 40;
const TOPICS = [3, 6, 9, 11, 12, 23, 42, 43, 46, 50];
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let colours = 0;
/** Each question of its own, so that no cache answers. */
const colourOf = (i: number) => ((i * 7919 + colours++) % 0x1000000).toString(16).padStart(6, '0');

interface Row {
  name: string;
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  /** Requests that were asked to come again (503). */
  refused: number;
  /** MiB of all processes, afterwards. */
  memory: number;
}

const most = (rows: readonly Row[]) => Math.max(...rows.map(({ memory }) => memory));

interface Keys {
  secret: string[];
  publishable: string;
}

async function makeKeys(state: string): Promise<Keys> {
  return withStores(state, async (stores) => {
    const db = openDb(stores.db);
    const make = (kind: 'secret' | 'publishable', name: string) =>
      createKey(db, { kind, name, origins: [], expiresAt: null }, now());
    const secret: string[] = [];
    for (let i = 0; i < KEYS; i++) secret.push(await make('secret', `bench ${i}`));
    return { secret, publishable: await make('publishable', 'bench') };
  });
}

/** Kinds of requests, each with what makes the next one. */
function kindsOf(base: URL, { secret, publishable }: Keys): [name: string, next: (i: number) => Ask][] {
  const one = <T>(list: readonly T[], i: number) => list[i % list.length] as T;
  const from = (i: number) => ({ 'X-Forwarded-For': `198.${18 + ((i >> 16) & 1)}.${(i >> 8) & 255}.${i & 255}` });
  const read = (path: string, i: number, key: string): Ask => ({
    url: new URL(path, base),
    headers: { ...from(i), Authorization: `Bearer ${key}` },
  });
  return [
    ['feeds that are cached', (i) => read(`/api/v2/feed/?includeTopics=${one(TOPICS, i)}`, i, publishable)],
    [
      'feeds that are not',
      (i) => read(`/api/v2/feed/?includeTopics=${one(TOPICS, i)}&accent=${colourOf(i)}`, i, publishable),
    ],
    ['embedded pages that are not', (i) => read(`/api/v2/feed/?output=html&accent=${colourOf(i)}`, i, publishable)],
    [
      'rankings that are not',
      (i) =>
        read(
          `/api/v2/insights/topics/${one(TOPICS, i)}/content/?limit=${1 + (i % 50)}&period=${i % 2 ? '24h' : '7d'}`,
          i,
          one(secret, i),
        ),
    ],
    [
      'clicks',
      (i) => ({
        url: new URL('/clicks', base),
        method: 'POST',
        headers: { ...from(i), 'User-Agent': READER },
        body: JSON.stringify({ key: publishable, contentId: 1001 + (i % 500) }),
      }),
    ],
  ];
}

async function measure(next: (i: number) => Ask, seconds: number): Promise<Omit<Row, 'name' | 'memory'>> {
  const { ask, close } = client(CLIENTS);
  const answers: Answer[] = [];
  const began = performance.now();
  let asked = 0;
  const loop = async () => {
    while (performance.now() < began + seconds * 1000) {
      const { body, ...answer } = await ask(next(asked++));
      if (![200, 202, 503].includes(answer.status)) throw new Error(`${answer.status} ${body.slice(0, 200)}`);
      answers.push({ ...answer, body: '' });
      if (answer.status === 503) await sleep(1000 * Number(answer.headers['retry-after'] ?? 1));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, loop));
  const lasted = (performance.now() - began) / 1000;
  close();
  const good = answers.filter(({ status }) => status !== 503);
  const times = good.map(({ milliseconds }) => milliseconds);
  return {
    rate: good.length / lasted,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    refused: answers.length - good.length,
  };
}

/** Memory of processes in MiB, what they share counted once. */
function memoryOf(processes: readonly Process[]): number {
  const kilobytes = processes.map(({ pid }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}

const inWords = (
  rows: readonly Row[],
  { started, idle, seconds }: { started: number; idle: number; seconds: number },
) =>
  `${circumstances('npm run bench:selfhost')}

\`npm start\` on an empty state was ready after ${fixed(started)} s, with the demo newsroom of 560 articles loaded. ${CLIENTS} clients ask again as
soon as they are answered, ${seconds} s of each kind; who is answered 503 waits as \`Retry-After\` says. All processes together took ${idle} MiB at
rest, what they share counted once.

${table(
  ['kind', 'answers a second', 'ms p50', 'ms p95', '503', 'MiB afterwards'],
  rows.map(({ name, rate, p50, p95, refused, memory }) => [name, whole(rate), whole(p50), whole(p95), refused, memory]),
)}`;

// Last, since it uses everything above.
await run(USAGE, async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const seconds = values.quick ? 2 : 15;
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-self-host-'));
  const state = join(folder, 'state');
  const began = Date.now();
  const server = await Server.start({ state, port: await freePort(), log: join(folder, 'log'), demo: true });
  const processes = server.processes();
  try {
    const started = (Date.now() - began) / 1000;
    const keys = await makeKeys(state);
    await sleep(values.quick ? 1000 : 10_000);
    const idle = memoryOf(processes);
    const rows: Row[] = [];
    for (const [name, next] of kindsOf(server.url, keys)) {
      const row = { name, ...(await measure(next, seconds)), memory: memoryOf(processes) };
      rows.push(row);
      console.log(
        `${name}: ${whole(row.rate)} a second, p50 ${whole(row.p50)} ms, p95 ${whole(row.p95)} ms, ${row.refused} refused`,
      );
    }
    const report = inWords(rows, { started, idle, seconds });
    console.log(`\n${report}`);
    if (!values.quick)
      writeMeasured({
        name: 'self-host',
        title: 'A machine of your own',
        page: 'benchmarks.md',
        body: report,
        summary: `${rows.map(({ name, rate }) => `${whole(rate)} a second of ${name}`).join(', ')}; at most ${most(rows)} MiB of memory, ${idle} MiB at rest.`,
      });
  } finally {
    server.stop();
    await sleep(6000);
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
