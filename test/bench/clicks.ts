/** `npm run bench:clicks`: what clicks cost and how fast they are counted and seen; writes docs/measured/clicks.md. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { now, run } from '../../src/cli/command.ts';
import type { RunningWorker } from '../../src/cli/runtime.ts';
import { send } from '../../src/cli/send.ts';
import { writeMeasured } from '../support/measured.ts';
import { buildNewsroom } from './lib/build.ts';
import { measureBeacons, measureDrain, measureWindow } from './lib/clicks/capacity.ts';
import { type Flow, measureFlow } from './lib/clicks/flow.ts';
import { ARTICLES, makeClickedArticle } from './lib/clicks/newsroom.ts';
import { pastClick } from './lib/clicks/readers.ts';
import { clickReport, clickSummary } from './lib/clicks/report.ts';
import { measureRetention, measureUpkeep } from './lib/clicks/upkeep.ts';
import { runtimeCpuSeconds } from './lib/processor.ts';
import { fixed } from './lib/report.ts';
import { benchScript, makeKey, startBench } from './lib/server.ts';

const USAGE = `npm run bench:clicks -- [--quick] [--state FOLDER]

--quick  10 s at each rate, and writes nothing
--state  keeps the newsroom in a folder, and uses the one that is there`;

const SLOW = [1, 10];
const FAST = 100;
const WINDOW = 50_000;
/** Clicks of the days before, so that every object has something in its windows and an alarm for the next hour. */
const PAST = 20_000;
/** Clicks a second that share nothing with each other: an object has published when the next one comes. */
const ALONE = 0.25;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, state: { type: 'string' } },
  });
  const seconds = values.quick ? 10 : 60;
  const state = values.state ?? mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  if (!existsSync(join(state, 'v3'))) {
    mkdirSync(state, { recursive: true });
    await buildNewsroom(state, ARTICLES, now(), makeClickedArticle);
  }
  const worker = await startBench(state, await benchScript());
  try {
    const key = await makeKey(worker.db, 'publishable');
    await importPast(worker, PAST);
    // The import's own alarms are no cost of the clicks that are measured.
    await sleep(20_000);
    const flowAt = (rate: number, warmUp: number) =>
      measureFlow(worker, key, runtimeCpuSeconds, { rate, warmUp, seconds });
    const alone = await flowAt(ALONE, 8);
    const flows: Flow[] = [];
    for (const rate of SLOW) flows.push(shown(await flowAt(rate, seconds / 2)));
    // Heartbeats of a usual hour: after a busy one the objects read their aggregates once.
    const upkeep = await measureUpkeep(worker);
    flows.push(shown(await flowAt(FAST, seconds / 2)));
    const beacons = await measureBeacons(worker, key, values.quick ? 3 : 6);
    console.log(`beacons: ${fixed(beacons.beacon)} a second, bare route ${fixed(beacons.bare)}`);
    const drain = await measureDrain(worker, values.quick ? 3 : 6);
    console.log(`drain: ${fixed(drain)} a second`);
    const window = await measureWindow(worker, WINDOW);
    const retention = await measureRetention(worker);
    const results = { flows, alone, upkeep, retention, beacons, drain, window, seconds };
    const report = clickReport(results);
    console.log(`\n${report}`);
    if (!values.quick)
      writeMeasured({
        ...{ name: 'clicks', title: 'Clicks', page: 'benchmarks.md', body: report },
        summary: clickSummary(results),
      });
  } finally {
    await worker.dispose();
    if (!values.state) rmSync(state, { recursive: true, force: true });
  }
});

function shown(flow: Flow): Flow {
  console.log(JSON.stringify(flow));
  return flow;
}

async function importPast({ url, db }: RunningWorker, clicks: number): Promise<void> {
  const operator = await makeKey(db, 'operator');
  const lines = Array.from({ length: clicks }, () => JSON.stringify(pastClick(now())));
  await send({ base: new URL(url), key: operator, method: 'POST' }, 'clicks', lines);
}
