/** `npm run bench -- reads` measures what reads and impressions add to the cost of clicks. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now, run } from '../../../src/command/command.ts';
import { TARGET_READS_PER_DAY } from '../../../src/rankings/read-depth/daily-sample-rate.ts';
import { writeMeasured } from '../../support/measured.ts';
import { buildNewsroom } from '../lib/build.ts';
import { runtimeCpuSeconds } from '../lib/clicks/cpu.ts';
import { ARTICLES, beacon, difference, makeClickedArticle } from '../lib/clicks/flow.ts';
import { total } from '../lib/clicks/report.ts';
import { client } from '../lib/http.ts';
import { circumstances, fixed, table } from '../lib/report.ts';
import { benchScript, makeKey, startBench } from '../lib/server.ts';
import type { Usage } from '../meter.ts';
import { dollarsOf } from './dollars.ts';
import { measureViews, viewsReport } from './views.ts';

const USAGE = `npm run bench -- reads [--quick] [--seconds 60]

--quick    10 s at each rate, and writes nothing
--seconds  at each rate`;

const RATES = [1, 10];
const DAY = 86_400;
/** Share of readers whose page is hidden twice, with a greater depth the second time. */
const TWICE = 0.3;
/** Time between the two beacons of a reader, in milliseconds. */
const LATER = 6000;
const SETTLE = 10_000;
const TARGET = 1.5;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, seconds: { type: 'string', default: '60' } },
  });
  const seconds = values.quick ? 10 : Number(values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  try {
    const fresh = join(folder, 'fresh');
    await buildNewsroom(fresh, ARTICLES, now(), makeClickedArticle);
    const script = await benchScript();
    const flows = [];
    for (const rate of RATES) {
      const state = join(folder, String(rate));
      cpSync(fresh, state, { recursive: true });
      flows.push(await measure(state, script, rate, seconds));
    }
    const seen = await viewsReport(await measureViews(fresh, script, seconds));
    const costs = flows.map(({ rate, part, cpu, clicks, beacons, usage }) => ({
      rate,
      part,
      rows: total(usage.written) / clicks,
      dollars: dollarsOf({ requests: beacons, cpu, usage, of: clicks }),
    }));
    const body = `${circumstances('npm run bench -- reads')}

## Reads

Every click leads to a page that reports read depth, three in ten twice. Articles are chosen as for [clicks](clicks.md). ${seconds} s at each rate.
The first row is the part of readers that is counted at this rate: all up to ${TARGET_READS_PER_DAY.toLocaleString('en')} reads per day.

${table(
  ['dollars for a million clicks', ...costs.map(({ rate }) => `${rate} a second`)],
  [
    ['part of readers that is counted', ...costs.map(({ part }) => fixed(part, 2))],
    ['rows written a click', ...costs.map(({ rows }) => fixed(rows, 2))],
    ['**together**', ...costs.map(({ dollars }) => `**${fixed(total(dollars), 2)}**`)],
    ['target', ...costs.map(() => `≤ ${TARGET}`)],
  ],
)}

${seen.body}`;
    console.log(body);
    const rates = costs.map(({ rate }) => rate).join(' and ');
    const prices = costs.map(({ dollars }) => `$${fixed(total(dollars), 2)}`).join(' and ');
    if (!values.quick)
      writeMeasured({
        name: 'reads',
        title: 'Reads and views',
        page: 'benchmarks.md',
        body,
        summary: `At ${rates} clicks per second, read depth costs ${prices} per million clicks. ${seen.summary}`,
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Measures reads at a rate that is sampled as the service would sample such traffic. */
async function measure(state: string, script: string, rate: number, seconds: number) {
  const { url, db, dispose } = await startBench(state, script, { TRUSTED_NETWORKS: '2000::/3' });
  const { ask, close } = client(32);
  try {
    const key = await makeKey(db, 'publishable');
    const part = Math.min(1, TARGET_READS_PER_DAY / (DAY * rate));
    await db
      .prepare('INSERT INTO read_rates (day, part) VALUES (?, ?)')
      .bind(Math.floor(now() / DAY), part)
      .run();
    const usage = async (): Promise<Usage> => JSON.parse((await ask({ url: new URL('/bench/usage', url).href })).body);
    let beacons = 0;
    const send = async (sent: ReturnType<typeof beacon>, level: string) => {
      beacons++;
      const body = JSON.stringify({ key, contentId: sent.contentId, level });
      const { status, headers } = await ask({ ...sent, url: new URL('/reads', url).href, body });
      if (headers['x-click'] !== 'accepted') throw new Error(`${status} ${headers['x-click']}`);
    };
    const reads = async (count: number) => {
      const began = performance.now();
      await Promise.all(
        Array.from({ length: count }, async (_, i) => {
          await sleep(Math.max(0, began + (i * 1000) / rate - performance.now()));
          const reader = beacon(url, key);
          await send(reader, 'opened');
          if (i % 10 >= 10 * TWICE) return;
          await sleep(LATER);
          await send(reader, 'half');
        }),
      );
      await sleep(SETTLE);
    };
    // The first reads create the salts and load modules.
    await reads(rate * 3);
    const [before, cpuBefore] = [await usage(), runtimeCpuSeconds()];
    beacons = 0;
    await reads(rate * seconds);
    return {
      rate,
      part,
      clicks: rate * seconds,
      beacons,
      usage: difference(await usage(), before),
      cpu: runtimeCpuSeconds() - cpuBefore,
    };
  } finally {
    close();
    await dispose();
  }
}
