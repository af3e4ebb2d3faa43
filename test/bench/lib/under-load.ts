import { setTimeout as sleep } from 'node:timers/promises';
import { client } from './http.ts';
import { benchScript, makeKey, startBench } from './server.ts';

/** Number of concurrent costly requests, from servers with separate keys and addresses. */
export const COSTLY = 32;
const SERVERS = 8;
const CHEAP = 150;
const PACE = 40;

export interface TimesUnderLoad {
  /** Times of a cheap request in milliseconds, without load and under load. */
  withoutLoad: [median: number, p95: number];
  underLoad: [median: number, p95: number];
  statuses: Record<number, number>;
}

export async function measureUnderLoad(state: string, costly: readonly string[]): Promise<TimesUnderLoad> {
  const worker = await startBench(state, await benchScript());
  const { ask, close } = client(COSTLY + 1);
  try {
    const keys = await Promise.all(Array.from({ length: SERVERS + 1 }, () => makeKey(worker.db, 'secret')));
    let asked = 0;
    const question = async (path: string, from: number) => {
      const began = performance.now();
      const headers = { Authorization: `Bearer ${keys[from]}`, 'CF-Connecting-IP': `192.0.2.${from}` };
      // A unique parameter that does not affect the response bypasses the cache.
      const url = new URL(`${path}&accent=%23${(asked++ % 0xffffff).toString(16).padStart(6, '0')}`, worker.url);
      const { status } = await ask({ url, method: 'GET', headers });
      return { status, took: performance.now() - began };
    };
    const cheap = async () => {
      const times: number[] = [];
      for (let i = 0; i < CHEAP; i++) {
        const { status, took } = await question(`/api/v2/feed/?includeTopics=${1 + (i % 50)}`, SERVERS);
        if (status !== 200) throw new Error(`a cheap request returned ${status}`);
        times.push(took);
        await sleep(PACE);
      }
      times.sort((a, b) => a - b);
      const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
      return [at(0.5), at(0.95)] as [number, number];
    };
    await cheap();
    const withoutLoad = await cheap();
    const statuses: Record<number, number> = {};
    let ended = false;
    const loops = Array.from({ length: COSTLY }, async (_, i) => {
      while (!ended) {
        const { status } = await question(costly[i % costly.length] ?? '', i % SERVERS);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status !== 200) await sleep(100);
      }
    });
    try {
      return { withoutLoad, underLoad: await cheap(), statuses };
    } finally {
      ended = true;
      await Promise.allSettled(loops);
    }
  } finally {
    close();
    await worker.dispose();
  }
}
