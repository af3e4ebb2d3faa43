/**
 * `npm run bench -- under-load [PATH …]` compares an uncached feed page with and without load. Exits with 1 if it takes
 * over three times as long.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../src/command/command.ts';
import { sendValues } from '../../src/command/send.ts';
import { ended, killAll, stillRunning } from '../support/processes.ts';
import { Server } from '../support/started.ts';
import { makeState, publish } from '../verify/crash/newsroom.ts';
import { client, percentile } from './lib/http.ts';

const USAGE = 'npm run bench -- under-load [--port 8794] [PATH …]';
const ARTICLES = 100;
const HOUR = 3_600_000;
const STOP = 10_000;
const [ASKERS, ROUNDS, QUESTIONS, MAX_TIME_RATIO] = [8, 3, 20, 3];
const OPEN = [
  '/health/ready',
  '/health/live',
  '/docs',
  '/docs/insights',
  '/docs/operations',
  '/docs/nothing',
  '/api/v2/openapi.json',
  '/',
  '/insights',
  '/content',
  '/llms.txt',
  '/session',
  '/api/v2/feed/',
  '/embed/trending?output=html',
  '/go/1',
  '/s/nothing',
  '/nothing',
];
const REBUILD = 'POST /manage/rebuild';

const clicks = Array.from({ length: 4000 }, (_, i) => ({
  contentId: 1 + (i % ARTICLES),
  reader: `reader ${i}`,
  at: new Date(Date.now() - HOUR * (1 + (i % 200))).toISOString(),
}));

await run(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '8794' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-under-load-'));
  const state = join(folder, 'state');
  const keys = await makeState(state);
  const site = await Server.start({ state, port: Number(values.port), log: join(folder, 'log') });
  const processes = site.processes();
  const { ask, close } = client(ASKERS + 1);
  let asked = 0;
  /** Returns a new address for each request, so that no sender reaches its rate limit. */
  const address = () => ({ 'X-Forwarded-For': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked++ & 255}` });
  try {
    const paths = positionals.length > 0 ? positionals : [...OPEN, REBUILD];
    await publish(site.url, keys.operator, ARTICLES);
    // A rebuild without clicks has nothing to do.
    await sendValues({ base: site.url, key: keys.operator, method: 'POST' }, 'clicks', clicks);
    let colour = 0;
    const cheap = async () => {
      const accent = (colour++).toString(16).padStart(6, '0');
      const url = new URL(`/api/v2/feed/?accent=${accent}`, site.url);
      const began = performance.now();
      const { status } = await ask({ url, method: 'GET', headers: { 'X-API-Key': keys.publishable, ...address() } });
      if (status !== 200) throw new Error(`the feed returned ${status}`);
      return performance.now() - began;
    };
    const several = async () => {
      const times: number[] = [];
      for (let i = 0; i < QUESTIONS; i++) times.push(await cheap());
      return times;
    };
    const askers = (path: string) => {
      let isOver = false;
      let answers = 0;
      const [method, place] = path.startsWith('/') ? (['GET', path] as const) : (path.split(' ') as ['POST', string]);
      const one = async () => {
        const headers = method === 'POST' ? { Authorization: `Bearer ${keys.operator}` } : {};
        for (; !isOver; answers++)
          await ask({ url: new URL(place, site.url), method, headers: { ...address(), ...headers } });
      };
      const all = Promise.all(Array.from({ length: method === 'POST' ? 1 : ASKERS }, one));
      return async () => {
        isOver = true;
        await all;
        return answers;
      };
    };
    await several();
    let failed = 0;
    for (const path of paths) {
      const [withoutLoad, underLoad]: [number[], number[]] = [[], []];
      let answers = 0;
      for (let round = 0; round < ROUNDS; round++) {
        withoutLoad.push(...(await several()));
        const end = askers(path);
        await sleep(100);
        underLoad.push(...(await several()));
        answers += await end();
      }
      const ratios = [0.5, 0.95].map((p) => percentile(underLoad, p) / percentile(withoutLoad, p));
      const [median = 0, p95 = 0] = ratios;
      if (median > MAX_TIME_RATIO) failed++;
      const figures = [percentile(withoutLoad, 0.5), percentile(underLoad, 0.5)]
        .map((ms) => `${ms.toFixed(1)} ms`)
        .join(' → ');
      console.log(
        `${path.padEnd(28)} × ${median.toFixed(1)} (p95 × ${p95.toFixed(1)})  ${figures}, ${answers} answers`,
      );
    }
    if (failed > 0) process.exitCode = 1;
  } finally {
    close();
    site.stop();
    await ended(processes, STOP);
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
