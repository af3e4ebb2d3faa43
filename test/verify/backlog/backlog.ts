/**
 * `npm run verify -- backlog` starts a server with many queued clicks, and then locks its database while readers click.
 * Fails on slow responses, slow counting or wrong counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { ended, killAll } from '../../support/processes.ts';
import { Server } from '../../support/started.ts';
import { putWaiting } from '../../support/waiting.ts';
import { makeState, type StateKeys } from '../crash/newsroom.ts';
import { click, FRESH, publish, ranked, statusOf, timed } from './service.ts';

const USAGE =
  'npm run verify -- backlog [--waiting 1000000] [--starts 3] [--seconds 60] [--outage 186] [--port 8792] [--keep-counting]';
const ARTICLES = 1000;
const BOUNDS = { first: 10_000, feed: 500, fresh: 5000, release: 15_000 };
const RATE = 5;
/** Time until a click that is not in any ranking is given up, in milliseconds. */
const PATIENCE = 60_000;

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
let readers = 0;
const faults: string[] = [];

function judge(what: string, took: number, bound: number): void {
  console.log(`${what}: ${Math.round(took)} ms`);
  if (!(took <= bound)) faults.push(`${what}: ${Math.round(took)} ms, allowed ${bound}`);
}

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      waiting: { type: 'string', default: '1000000' },
      starts: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '60' },
      outage: { type: 'string', default: '186' },
      port: { type: 'string', default: '8792' },
      'keep-counting': { type: 'boolean', default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-backlog-'));
  const state = join(folder, 'state');
  const keys = await makeState(state);
  const start = () => Server.start({ state, port: Number(values.port), log: join(folder, 'log') });
  let server = await start();
  process.once('exit', () => killAll(server.processes()));
  await publish(server.url, keys.operator, ARTICLES);
  // The first click creates the salt and the queue's file.
  await click(server.url, keys.publishable, 1, ++readers);
  await locked(server, keys, { state, seconds: Number(values.outage) });
  let sent = await countedBy(server, keys);
  for (let i = 0; i < Number(values.starts); i++) {
    await stop(server);
    const clicks = i === 0 ? Number(values.waiting) : 0;
    if (clicks > 0) putWaiting(state, { clicks, articles: ARTICLES });
    sent += clicks;
    const began = performance.now();
    server = await start();
    judge(`start ${i + 1}, first feed`, await firstFeed(server, keys, began), BOUNDS.first);
    sent += await busy(server, keys, Number(values.seconds));
    console.log(JSON.stringify((await statusOf(server.url, keys.operator)).queue));
  }
  if (values['keep-counting']) {
    await drained(server, keys);
    const counted = await countedBy(server, keys);
    console.log(`${counted} counted of ${sent}`);
    if (counted !== sent) faults.push(`${counted} clicks counted of ${sent}`);
  }
  await stop(server);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

async function countedBy({ url }: Server, { operator }: StateKeys): Promise<number> {
  return (await statusOf(url, operator)).outcomes?.counted ?? 0;
}

async function stop(server: Server): Promise<void> {
  const processes = server.processes();
  server.stop();
  if ((await ended(processes, 15_000)) !== null) return;
  faults.push('a stop took more than 15 s');
  killAll(processes);
}

async function firstFeed({ url }: Server, keys: StateKeys, began: number): Promise<number> {
  while ((await timed(new URL('/api/v2/feed/', url), keys.operator)) === null) await sleep(50);
  return performance.now() - began;
}

async function drained({ url }: Server, keys: StateKeys): Promise<void> {
  while ((await statusOf(url, keys.operator)).queue.queued > 0) await sleep(200);
}

/** Requests feeds and sends clicks for this many seconds. Resolves to the number of accepted clicks. */
async function busy({ url }: Server, keys: StateKeys, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const asked: Promise<number | null>[] = [];
  const fresh = freshClicks(url, keys, end);
  for (let i = 0; performance.now() < end; i++, await sleep(1000 / RATE))
    asked.push(timed(new URL(`/api/v2/feed/?limit=${1 + (i % 100)}&searchTerms=article%20${i}`, url), keys.operator));
  const feeds = await Promise.all(asked);
  judge(`p95 of ${feeds.length} feeds`, p95(feeds.map((ms) => ms ?? Number.POSITIVE_INFINITY)), BOUNDS.feed);
  const { accepted, times } = await fresh;
  judge(`p95 of ${times.length} new clicks until they are ranked`, p95(times), BOUNDS.fresh);
  return accepted;
}

async function freshClicks(base: URL, keys: StateKeys, end: number): Promise<{ accepted: number; times: number[] }> {
  const times: number[] = [];
  let accepted = 0;
  const listed = await ranked(base, keys.operator, 0);
  const unclicked = Array.from({ length: FRESH.articles }, (_, i) => ARTICLES + 1 + i).filter(
    (id) => !listed.includes(id),
  );
  for (const id of unclicked.slice(0, FRESH.articles / 3)) {
    const began = performance.now();
    if (began > end || !(await click(base, keys.publishable, id, ++readers))) continue;
    accepted++;
    for (let i = 0; performance.now() - began < PATIENCE; i++, await sleep(100))
      if ((await ranked(base, keys.operator, i)).includes(id)) break;
    times.push(performance.now() - began);
  }
  return { accepted, times };
}

async function locked(
  server: Server,
  keys: StateKeys,
  { state, seconds }: { state: string; seconds: number },
): Promise<void> {
  await drained(server, keys);
  const before = await countedBy(server, keys);
  const file = filesOf(state).database;
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  let accepted = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(100))
    accepted += Number(await click(server.url, keys.publishable, 1 + (accepted % ARTICLES), ++readers));
  other.exec('ROLLBACK');
  other.close();
  const released = performance.now();
  await drained(server, keys);
  judge(
    `after ${seconds} s without the database, the last of ${accepted} clicks`,
    performance.now() - released,
    BOUNDS.release,
  );
  const counted = (await countedBy(server, keys)) - before;
  if (counted !== accepted) faults.push(`${counted} clicks counted of ${accepted}`);
}
