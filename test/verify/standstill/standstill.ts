/**
 * `npm run verify:standstill`: one life of `npm start` on a busy machine, in which its runtime is killed, each of its processes is stopped
 * in turn, and it is restarted, while readers click on pages with `click.js`, which asks again. Nothing may stand still, and every
 * click counts once, those included that waited when it was started.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { circumstances } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { ended, killAll, stillRunning } from '../../support/processes.ts';
import { Server } from '../../support/started.ts';
import { putWaiting } from '../../support/waiting.ts';
import { drained, makeState, publish, storedClicks } from '../crash/newsroom.ts';
import { Traffic } from '../crash/traffic.ts';
import { EVENTS, type EventName, LIMITS } from './events.ts';

const USAGE =
  'npm run verify:standstill -- [--kills 40] [--stops 3] [--restarts 10] [--rate 150] [--neighbours 4] [--waiting 0] [--port 8791] [--write]';
/** Milliseconds between two events. */
const BETWEEN = 4000;
/** Milliseconds in which a stop ends everything. */
const STOP = 10_000;
/** Four neighbours with it get a tenth of a core that a server wants whole. */
const NICE = '15';
/** Clicks a second that a core answers while it catches up after a restart: above it, clicks that were not taken at first are told, not judged. */
const JUDGED_RATE = 50;
/** Milliseconds in which everything that still waits is counted. */
const DRAIN = 900_000;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '40' },
      stops: { type: 'string', default: '3' },
      restarts: { type: 'string', default: '10' },
      rate: { type: 'string', default: '150' },
      neighbours: { type: 'string', default: '4' },
      waiting: { type: 'string', default: '0' },
      port: { type: 'string', default: '8791' },
      write: { type: 'boolean', default: false },
    },
  });
  const { kills, stops, restarts } = values;
  const times: Record<EventName, string> = { kill: kills, restart: restarts, stopWorker: stops, stopSupervisor: stops };
  const rounds = Object.entries(times).map(([name, count]) => Array<EventName>(Number(count)).fill(name as EventName));
  const events = rounds.flat();
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-standstill-'));
  const account = await live({
    events,
    rate: Number(values.rate),
    port: Number(values.port),
    neighbours: Number(values.neighbours),
    waiting: Number(values.waiting),
    folder,
  });
  const { lost, doubled, wrong } = account;
  const text = describe(account);
  console.log(text);
  if (wrong.length + lost + doubled > 0) {
    console.error(`${wrong.join('\n')}\nstate and log are left in ${folder}`);
    process.exitCode = 1;
    return;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (!values.write) return;
  const chosen = ['kills', 'stops', 'restarts', 'rate', 'neighbours', 'waiting'] as const;
  const command = `npm run verify:standstill -- ${chosen.map((name) => `--${name} ${values[name]}`).join(' ')}`;
  const body = `${circumstances(command)}\n\n${text}`;
  const figure = (count: number) => count.toLocaleString('en');
  const summary = `${figure(account.accepted)} clicks acknowledged through kills, stops and restarts of processes: ${lost} lost, ${doubled} counted twice`;
  const page = { page: 'reliability.md', body } as const;
  if (values.waiting === '0')
    writeMeasured({ ...page, name: 'standstill', title: 'Standstills', summary: `${summary}.` });
  else
    writeMeasured({
      ...page,
      name: 'restarts',
      title: 'Restarts with clicks waiting',
      summary: `${summary}. The ${figure(Number(values.waiting))} clicks that waited at the start are counted once each.`,
    });
});

interface Phase {
  name: EventName;
  /** Milliseconds until it was answered again, by event. */
  took: number[];
  /** The clicks that were sent meanwhile: on the articles after this one, until that one. */
  after: number;
  until: number;
}

/** How many clicks of a phase were not taken at their first attempt. */
function missedIn({ after, until }: Phase, { misses }: Traffic): number {
  return [...misses.keys()].filter((article) => article > after && article <= until).length;
}

/** A phase as it is told, once every click has its answer. */
interface Outcome {
  name: EventName;
  took: number[];
  clicks: number;
  missed: number;
}

interface Account {
  phases: Outcome[];
  accepted: number;
  lost: number;
  doubled: number;
  wrong: string[];
}

interface Plan {
  events: EventName[];
  /** Clicks a second. */
  rate: number;
  port: number;
  /** Processes that want the core that the server has, and get a tenth of it. */
  neighbours: number;
  /** Clicks that wait when it is started. */
  waiting: number;
  folder: string;
}

async function live({ events, rate, port, neighbours, waiting, folder }: Plan): Promise<Account> {
  const options = { state: join(folder, 'state'), port, log: join(folder, 'server.log') };
  const keys = await makeState(options.state);
  // An event takes up to half a minute.
  const articles = Math.ceil((events.length * (BETWEEN + 15_000) * rate) / 1000);
  let server = await Server.start(options);
  await publish(server.url, keys.operator, articles + 1);
  const traffic = new Traffic(keys.publishable, articles, { pages: true });
  if (waiting > 0) {
    // The first click makes the queue's file.
    await traffic.once(server.url);
    await drained(server, keys.operator);
    const processes = server.processes();
    server.stop();
    await ended(processes, STOP);
    putWaiting(options.state, { clicks: waiting, articles: 1, first: articles + 1 });
    server = await Server.start(options);
  }
  const core = String(availableParallelism() - 1);
  for (const { pid } of server.processes()) execFileSync('taskset', ['-acp', core, String(pid)], { stdio: 'ignore' });
  const busy = Array.from({ length: neighbours }, () =>
    spawn('taskset', ['-c', core, 'nice', '-n', NICE, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const phases: Phase[] = [];
  let over = false;
  try {
    const flow = traffic.flow(server.url, rate, () => over);
    for (const name of new Set(events)) {
      const phase: Phase = { name, took: [], after: traffic.sent(), until: 0 };
      for (const _ of events.filter((one) => one === name)) {
        await sleep(BETWEEN);
        phase.took.push(await EVENTS[name](server));
      }
      await sleep(BETWEEN);
      phases.push({ ...phase, until: traffic.sent() });
      console.log(`${name}: ${phase.took.join(', ')} ms until answered again`);
    }
    over = true;
    await flow;
    await traffic.settled();
  } finally {
    for (const each of busy) each.kill('SIGKILL');
  }
  await drained(server, keys.operator, DRAIN);
  const processes = server.processes();
  server.stop();
  const outcomes = phases.map(
    (phase): Outcome => ({
      name: phase.name,
      took: phase.took,
      clicks: phase.until - phase.after,
      missed: missedIn(phase, traffic),
    }),
  );
  const wrong = outcomes.flatMap(({ name, took, missed, clicks }) => [
    ...took.filter((ms) => ms > LIMITS[name].within).map((ms) => `${name}: answered again after ${ms} ms`),
    ...(rate <= JUDGED_RATE && missed > clicks * LIMITS[name].missed
      ? [`${name}: ${missed} of ${clicks} clicks were not taken at first`]
      : []),
  ]);
  if ((await ended(processes, STOP)) === null) {
    killAll(stillRunning(processes));
    wrong.push(`SIGTERM has not ended everything in ${STOP} ms`);
  }
  const stored = storedClicks(options.state);
  const waited = stored.get(articles + 1) ?? 0;
  stored.delete(articles + 1);
  if (waited !== waiting) wrong.push(`of ${waiting} clicks that waited at the start ${waited} are counted`);
  return { phases: outcomes, ...reckon(traffic, stored), wrong };
}

/** What the clicks came to: each that was acknowledged must be stored, and none more than once. */
function reckon(traffic: Traffic, stored: ReadonlyMap<number, number>): Pick<Account, 'accepted' | 'lost' | 'doubled'> {
  const accepted = [...traffic.answers].filter(([, answer]) => answer === 'accepted').map(([article]) => article);
  return {
    accepted: accepted.length,
    lost: accepted.filter((article) => !stored.has(article)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
  };
}

function rowOf({ name, took, missed, clicks }: Outcome): string {
  return `| ${name} | ${took.length} | ${Math.max(...took)} | ${clicks} | ${missed} |`;
}

function describe({ phases, accepted, lost, doubled }: Account): string {
  return [
    '| what | times | ms until answered again, at most | clicks meanwhile | of these not taken at first |',
    '| --- | --- | --- | --- | --- |',
    ...phases.map(rowOf),
    '',
    `${accepted} clicks acknowledged, ${lost} lost, ${doubled} counted twice.`,
  ].join('\n');
}
