/** `npm run bench -- clicks` measures the cost of clicks, and how fast they are counted and visible. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now, run } from '../../src/command/command.ts';
import { sendValues } from '../../src/command/send.ts';
import { SETTINGS } from '../../src/command/settings.ts';
import { lazy } from '../../src/lib/lazy.ts';
import { writeMeasured } from '../support/measured.ts';
import type { RunningWorker } from '../support/worker.ts';
import { buildNewsroom } from './lib/build.ts';
import { runtimeCpuSeconds } from './lib/clicks/cpu.ts';
import {
  ARTICLES,
  type Flow,
  makeClickedArticle,
  measureFlow,
  measureIdle,
  measureRetention,
  measureUpkeep,
  pastClick,
} from './lib/clicks/flow.ts';
import {
  clickReport,
  clickSummary,
  costOfMillion,
  measureBeacons,
  measureDrain,
  measureWindow,
  total,
} from './lib/clicks/report.ts';
import { writePrices } from './lib/clicks/write-prices.ts';
import { benchScript, makeKey, startBench } from './lib/server.ts';

const USAGE = `npm run bench -- clicks [--quick] [--seconds 60] [--slow FILE] [--fast FILE]

--quick    10 s at each rate, and writes nothing
--seconds  at each rate
--slow     stores the figures of up to 10 clicks per second in FILE. If FILE exists, it is used instead of a measurement
--fast     … of 100 clicks per second. With only one of these two options, only that part is measured`;

const SLOW = [1, 10];
const FAST = 100;
const WINDOW = 50_000;
/** Clicks that are counted before the measurement, so that every object has data and an alarm for the next hour. */
const PAST = 20_000;
/** Clicks per second at which clicks share no work, because each object publishes before its next click. */
const ALONE = 0.25;
const CLICK_WAIT_MS = SETTINGS.CLICK_WAIT_MS?.default ?? '';

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      slow: { type: 'string' },
      fast: { type: 'string' },
    },
  });
  const seconds = values.quick ? 10 : Number(values.seconds);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  try {
    // Each measurement has its own state, so that the busy hour of one does not affect the other.
    const [slow, fast] = [join(folder, 'slow'), join(folder, 'fast')];
    const prepare = lazy(async () => {
      await buildNewsroom(slow, ARTICLES, now(), makeClickedArticle);
      cpSync(slow, fast, { recursive: true });
      return benchScript();
    });
    const measureCosts = async () =>
      measured(slow, await prepare(), async (worker, key, idle) => {
        const flows: Flow[] = [];
        for (const rate of [ALONE, ...SLOW])
          flows.push(
            await measureFlow(worker, key, runtimeCpuSeconds, {
              rate,
              warmUp: Math.max(8, seconds / 2),
              seconds,
              reader: null,
              idle,
              isRandom: rate !== ALONE,
            }),
          );
        return { flows, upkeep: await measureUpkeep(worker) };
      });
    const measureLimits = async () =>
      measured(fast, await prepare(), async (worker, key, idle) => {
        const fast = { rate: FAST, warmUp: seconds / 2, seconds, idle, isRandom: true };
        const flow = await measureFlow(worker, key, runtimeCpuSeconds, { ...fast, reader: null });
        const reader = await makeKey(worker.db, 'secret');
        const read = await measureFlow(worker, key, runtimeCpuSeconds, { ...fast, reader });
        console.log(JSON.stringify({ flow, read }));
        const beacons = await measureBeacons(worker, key, values.quick ? 3 : 6);
        const drain = await measureDrain(worker, values.quick ? 3 : 6);
        console.log(JSON.stringify({ beacons, drain }));
        const window = await measureWindow(worker, WINDOW);
        return { flow, read, beacons, drain, window, retention: await measureRetention(worker) };
      });
    const costs = values.fast && !values.slow ? null : await stored(values.slow, measureCosts);
    const limits = values.slow && !values.fast ? null : await stored(values.fast, measureLimits);
    if (!costs || !limits) return;
    const [alone, ...flows] = costs.flows;
    if (!alone) throw new Error('no flow was measured');
    const { flow, ...others } = limits;
    const results = { ...others, alone, flows: [...flows, flow], upkeep: costs.upkeep, seconds };
    const report = clickReport(results);
    console.log(`\n${report}`);
    if (!values.quick) {
      writeMeasured({
        name: 'clicks',
        title: 'Clicks',
        page: 'benchmarks.md',
        body: report,
        summary: clickSummary(results),
      });
      const price = (flow: Flow) => total(costOfMillion(flow, costs.upkeep));
      writePrices(new Map(results.flows.map((flow) => [flow.rate, price(flow)])), price(results.read));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function stored<T>(file: string | undefined, measure: () => Promise<T>): Promise<T> {
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const figures = await measure();
  console.log(JSON.stringify(figures));
  if (file) writeFileSync(file, JSON.stringify(figures));
  return figures;
}

async function measured<T>(
  state: string,
  script: string,
  use: (worker: RunningWorker, key: string, idle: number) => Promise<T>,
): Promise<T> {
  // Beacons come from a trusted network, so that discounting does not affect their visibility.
  const worker = await startBench(state, script, { TRUSTED_NETWORKS: '2000::/3', CLICK_WAIT_MS });
  try {
    await importPast(worker, PAST);
    // The alarms after the import must not count towards the cost of the measured clicks.
    await sleep(20_000);
    const idle = await measureIdle(runtimeCpuSeconds);
    return await use(worker, await makeKey(worker.db, 'publishable'), idle);
  } finally {
    await worker.dispose();
  }
}

async function importPast({ url, db }: RunningWorker, clicks: number): Promise<void> {
  const operator = await makeKey(db, 'operator');
  const lines = Array.from({ length: clicks }, () => pastClick(now()));
  await sendValues({ base: new URL(url), key: operator, method: 'POST' }, 'clicks', lines);
}
