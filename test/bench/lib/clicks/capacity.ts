import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RunningWorker } from '../../../support/worker.ts';
import { makeRankedWindow } from '../../window-size.ts';
import { alternate, client, percentile, throughput } from '../http.ts';
import { beacon, message } from './readers.ts';

/** Messages that are queued at once when the consumer is timed. */
const BACKLOG = 9_000;
const LOAD = { connections: 16, seconds: 1 };

/** Attempts to ask: on a busy machine the runtime may close the connection that a question is sent on. */
const ATTEMPTS = 5;

/** How many clicks the consumer has counted in all. */
async function counted(db: D1Database, attempt = 1): Promise<number> {
  const query = `SELECT sum(clicks) AS n FROM click_outcomes WHERE outcome = 'counted'`;
  try {
    return (await db.prepare(query).first<number>('n')) ?? 0;
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    await sleep(100);
    return counted(db, attempt + 1);
  }
}

/** Waits until nothing has been counted for a while. */
async function drained(db: D1Database): Promise<void> {
  for (let last = -1, same = 0; same < 4; ) {
    const now = await counted(db);
    same = now === last ? same + 1 : 0;
    last = now;
    await sleep(500);
  }
}

/** Accepted beacons a second, and what a route makes that does nothing but send such messages to the queue. */
export async function measureBeacons({ url, db }: RunningWorker, key: string, rounds: number) {
  const bare = () => ({ url: new URL('/bench/send', url).href, method: 'POST', body: JSON.stringify(message()) });
  const route = (next: () => ReturnType<typeof bare>) => async () => {
    // The local queue holds 10,000 messages; each round begins with an empty one.
    await drained(db);
    return throughput(LOAD, next, 202);
  };
  const routes = { bare: route(bare), beacon: route(() => beacon(url, key) as ReturnType<typeof bare>) };
  await alternate(1, routes);
  return alternate(rounds, routes);
}

/**
 * Clicks a second that the consumer counts of a full queue, rankings and all; the best of some rounds. The time in which they are
 * queued is counted, too, because the consumer has counted many of them before the last one is queued: the true rate is higher.
 */
export async function measureDrain({ url, db }: RunningWorker, rounds: number): Promise<number> {
  const { ask, close } = client(1);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await drained(db);
    const goal = (await counted(db)) + BACKLOG;
    const body = JSON.stringify(Array.from({ length: BACKLOG }, message));
    const began = performance.now();
    await ask({ url: new URL('/bench/send-many', url).href, method: 'POST', body });
    while ((await counted(db)) < goal) await sleep(20);
    rates.push(BACKLOG / ((performance.now() - began) / 1000));
  }
  close();
  return Math.max(...rates);
}

/** Bytes of the heap and of the arrays that lie outside of it. Arrays are freed a little after they are collected. */
async function memoryUsed(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(200);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export interface WindowSize {
  articles: number;
  /** Of everything that an object keeps between two publications. In node: the same engine and the same structure as in an object. */
  bytes: number;
  /** Milliseconds to rank the window and write the ranking, in workerd, with the request that asks for it. */
  publish: { p50: number; max: number };
}

/** What a topic's window holds and takes to publish when so many of its articles have been clicked. */
export async function measureWindow({ url }: RunningWorker, articles: number): Promise<WindowSize> {
  const before = await memoryUsed();
  const { window } = makeRankedWindow(articles, Math.floor(Date.now() / 3_600_000));
  const bytes = (await memoryUsed()) - before;
  if (window.engagement(Math.floor(Date.now() / 1000)).length !== articles)
    throw new Error('the window has lost articles');
  const { ask, close } = client(1);
  await ask({ url: new URL('/bench/window', url).href, method: 'POST', body: String(articles) });
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const { status, body, milliseconds } = await ask({
      url: new URL('/bench/window/publish', url).href,
      method: 'POST',
    });
    if (status !== 200) throw new Error(`${status} ${body}`);
    times.push(milliseconds);
  }
  close();
  return { articles, bytes, publish: { p50: percentile(times, 0.5), max: percentile(times, 1) } };
}
