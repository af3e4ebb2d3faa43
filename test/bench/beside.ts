/**
 * `npm run bench:beside [-- PATH …]`: how much slower a cheap question (a page of a feed that no cache has) gets beside eight who ask
 * again and again for what needs no key, and beside a rebuild. Alone and beside take turns in one run, and only their ratio is
 * judged: more than three times is a failure (exit code 1).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../src/command/command.ts';
import { loadDemo } from '../../src/selfhost/prime/load-demo.ts';
import { startSite } from '../browser/support/server.ts';
import { client, percentile } from './lib/http.ts';

const USAGE = 'npm run bench:beside [-- PATH …]';
const [ASKERS, ROUNDS, QUESTIONS, MOST] = [8, 3, 20, 3];
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

const article = (i: number) => ({
  url: `https://example.com/${i}`,
  title: `Article ${i}`,
  contentType: 'article',
  publishedAt: new Date(Date.UTC(2026, 0, 1, i)).toISOString(),
  introduction: 'A sentence that says what the article is about, as most of them have. '.repeat(3),
});

await run(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const site = await startSite({}, 1_000_000_000);
  const { ask, close } = client(ASKERS + 1);
  try {
    const [secret, operator] = [await site.makeKey('secret'), await site.makeKey('operator')];
    const paths = positionals.length > 0 ? positionals : [...OPEN, REBUILD];
    // A rebuild without clicks is none.
    if (paths.includes(REBUILD)) await loadDemo(site, operator, site.url.origin);
    else await site.publish({ articles: Array.from({ length: 100 }, (_, i) => article(i)) });
    let colour = 0;
    const cheap = async () => {
      const accent = (colour++).toString(16).padStart(6, '0');
      const url = new URL(`/api/v2/feed/?accent=${accent}`, site.url);
      const began = performance.now();
      const { status } = await ask({ url, method: 'GET', headers: { Authorization: `Bearer ${secret}` } });
      if (status !== 200) throw new Error(`a page of a feed was answered ${status}`);
      return performance.now() - began;
    };
    const several = async () => {
      const times: number[] = [];
      for (let i = 0; i < QUESTIONS; i++) times.push(await cheap());
      return times;
    };
    /** Asks again and again until told to end; resolves to how often it was answered. */
    const askers = (path: string) => {
      let isOver = false;
      let answers = 0;
      const [method, place] = path.startsWith('/') ? (['GET', path] as const) : (path.split(' ') as ['POST', string]);
      const one = async () => {
        const headers = method === 'POST' ? { Authorization: `Bearer ${operator}` } : {};
        for (; !isOver; answers++) await ask({ url: new URL(place, site.url), method, headers });
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
      const [alone, beside]: [number[], number[]] = [[], []];
      let answers = 0;
      for (let round = 0; round < ROUNDS; round++) {
        alone.push(...(await several()));
        const end = askers(path);
        await sleep(100);
        beside.push(...(await several()));
        answers += await end();
      }
      const ratios = [0.5, 0.95].map((p) => percentile(beside, p) / percentile(alone, p));
      const [median = 0, p95 = 0] = ratios;
      if (median > MOST) failed++;
      const figures = [percentile(alone, 0.5), percentile(beside, 0.5)].map((ms) => `${ms.toFixed(1)} ms`).join(' → ');
      console.log(
        `${path.padEnd(28)} × ${median.toFixed(1)} (p95 × ${p95.toFixed(1)})  ${figures}, ${answers} answers`,
      );
    }
    if (failed > 0) process.exitCode = 1;
  } finally {
    close();
    await site.dispose();
  }
});
