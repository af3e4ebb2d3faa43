/**
 * `npm run verify:crash`: kills and stops `npm start` while readers click, and compares what was acknowledged, as counted
 * from outside, with what is stored in the end. Every reader makes one click on an article of its own, and none is sent
 * twice: an acknowledged click that is not stored is lost, one that is stored twice is doubled.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { circumstances } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { Server } from '../../support/started.ts';

import { storedClicks } from './count.ts';
import { EVENTS, type EventName, type Finding } from './events.ts';
import { drained, makeState, publish } from './newsroom.ts';
import { type Account, describe, reckon, summaryOf } from './report.ts';
import { Traffic } from './traffic.ts';

const USAGE =
  'npm run verify:crash -- [--kills 10] [--stops 5] [--parts 2] [--rate 200] [--port 8790] [--seed NUMBER] [--write]';
/** Milliseconds of traffic before something happens. */
const LIFE = [1000, 6000] as const;

interface Plan {
  events: EventName[];
  /** Clicks a second. */
  rate: number;
  port: number;
  random: Random;
  folder: string;
}

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '10' },
      stops: { type: 'string', default: '5' },
      parts: { type: 'string', default: '2' },
      rate: { type: 'string', default: '200' },
      port: { type: 'string', default: '8790' },
      seed: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const random = createRandom(seed);
  const { kills, stops, parts } = values;
  const times = { everything: kills, stop: stops, npm: parts, node: parts, front: parts, workerd: parts };
  const events = shuffled(
    Object.entries(times).flatMap(([name, count]) => Array<EventName>(Number(count)).fill(name as EventName)),
    random,
  );
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-crash-'));
  console.log(`seed ${seed}: ${events.join(', ')}`);
  const account = await crash({ events, rate: Number(values.rate), port: Number(values.port), random, folder });
  const report = describe(account);
  console.log(report);
  if (account.wrong.length > 0) {
    console.error(`${account.wrong.join('\n')}\nseed ${seed}; state and log are left in ${folder}`);
    process.exitCode = 1;
    return;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (!values.write) return;
  const body = `${circumstances(`npm run verify:crash -- --seed ${seed}`)}\n\n${report}`;
  writeMeasured({ name: 'crash', title: 'Kills and stops', page: 'reliability.md', body, summary: summaryOf(account) });
});

async function crash({ events, rate, port, random, folder }: Plan): Promise<Account> {
  const options = { state: join(folder, 'state'), port, log: join(folder, 'server.log') };
  const keys = await makeState(options.state);
  const articles = Math.ceil((events.length * LIFE[1] * rate) / 1000);
  const traffic = new Traffic(keys.publishable, articles);
  const findings: [EventName, Finding][] = [];
  let server = await Server.start(options);
  await publish(server.url, keys.operator, articles);
  for (const name of events) {
    let over = false;
    const flow = traffic.flow(server.url, rate, () => over);
    await sleep(LIFE[0] + random.next() * (LIFE[1] - LIFE[0]));
    const finding = await EVENTS[name](server, options.state);
    over = true;
    await flow;
    await traffic.settled();
    findings.push([name, finding]);
    console.log(`${name}: ${finding.took ?? 'never over'} ms; ${traffic.count('accepted')} accepted so far`);
    server = await Server.start(options);
  }
  await drained(server, keys.operator);
  const last = await EVENTS.stop(server, options.state);
  findings.push(['stop', last]);
  return reckon(findings, traffic, storedClicks(options.state));
}

function shuffled<T>(values: T[], random: Random): T[] {
  return values
    .map((value) => ({ value, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
