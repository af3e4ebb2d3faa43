/**
 * `npm run verify -- standstill` suspends, kills and restarts processes while readers click, and makes disk, clock and
 * log fail. The server must soon respond and count again, and every click must count once.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundleFiles } from '../../../src/command/bundle.js';
import { failCommand, run } from '../../../src/command/command.ts';
import { circumstances } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { ended, killAll, stillRunning } from '../../support/processes.ts';
import { FaultyMachine } from '../../support/servers/faulty-machine.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { putWaiting } from '../../support/waiting.ts';
import { drained, hasClickBehind, makeState, publish, storedClicks } from '../crash/newsroom.ts';
import { Traffic } from '../crash/traffic.ts';
import { answers, EVENTS, type EventName, LIMITS } from './events.ts';
import { FAULTS, type FaultName, RECOVERY, type Recovery, recovery } from './faults.ts';

const USAGE =
  'npm run verify -- standstill [--kills 40] [--stops 3] [--restarts 10] [--faults all|NAME,…] [--hold 5] [--descriptors NUMBER] [--memory MIB] [--rate 150] [--neighbours 4] [--waiting 0] [--port 0] [--write]';
const BETWEEN = 2000;
const STOP = 10_000;
/** Four processes with this nice value get a tenth of a core that the server also wants. */
const NICE = '15';
/** Clicks per second and core above which failed first attempts are reported but not judged. */
const JUDGED_RATE = 50;
const DRAIN = 900_000;
const MEMORY_GROUPS = '/sys/fs/cgroup/memory';

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '40' },
      stops: { type: 'string', default: '3' },
      restarts: { type: 'string', default: '10' },
      faults: { type: 'string', default: 'all' },
      hold: { type: 'string', default: '5' },
      descriptors: { type: 'string' },
      memory: { type: 'string' },
      rate: { type: 'string', default: '150' },
      neighbours: { type: 'string', default: '4' },
      waiting: { type: 'string', default: '0' },
      port: { type: 'string', default: '0' },
      write: { type: 'boolean', default: false },
    },
  });
  const { kills, stops, restarts } = values;
  const times: Record<EventName, string> = { kill: kills, restart: restarts, stopWorker: stops, stopSupervisor: stops };
  const faults = values.faults === 'all' ? Object.keys(FAULTS) : values.faults.split(',').filter(Boolean);
  const unknown = faults.find((name) => !(name in FAULTS));
  if (unknown !== undefined) failCommand(`${unknown} is none of ${Object.keys(FAULTS).join(', ')}`);
  const rounds = Object.entries(times).map(([name, count]) => Array<Name>(Number(count)).fill(name as EventName));
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-standstill-'));
  const account = await live({
    events: [...rounds.flat(), ...(faults as FaultName[])],
    holdMs: Number(values.hold) * 1000,
    rate: Number(values.rate),
    port: Number(values.port) || (await freePort()),
    neighbours: Number(values.neighbours),
    waiting: Number(values.waiting),
    folder,
    limits: limitsOf(values),
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
  const command = `npm run verify -- standstill ${chosen.map((name) => `--${name} ${values[name]}`).join(' ')}`;
  const body = `${circumstances(command)}\n\n${text}`;
  const figure = (count: number) => count.toLocaleString('en');
  const summary = `While the test killed, stopped and restarted processes and caused machine faults, the server acknowledged ${figure(account.accepted)} clicks, lost ${lost} and counted ${doubled} twice`;
  const page = { page: 'reliability.md', body } as const;
  if (values.waiting === '0')
    writeMeasured({ ...page, name: 'standstill', title: 'Standstills', summary: `${summary}.` });
  else
    writeMeasured({
      ...page,
      name: 'restarts',
      title: 'Restarts with clicks waiting',
      summary: `${summary}. Each of the ${figure(Number(values.waiting))} clicks already queued at the start was counted once.`,
    });
});

type Name = EventName | FaultName;

/** Clicks of a phase are on the articles after `after`, up to `until`. */
interface Phase {
  name: Name;
  recoveries: Recovery[];
  after: number;
  until: number;
}

interface Outcome extends Phase {
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
  events: Name[];
  holdMs: number;
  rate: number;
  port: number;
  /** Number of competing processes, which get a tenth of the server's core. */
  neighbours: number;
  waiting: number;
  folder: string;
  limits: string | undefined;
}

function limitsOf({ descriptors, memory }: { descriptors?: string | undefined; memory?: string | undefined }) {
  const group = `${MEMORY_GROUPS}/newsgauge-${process.pid}`;
  if (memory) {
    if (!existsSync(`${MEMORY_GROUPS}/memory.limit_in_bytes`))
      failCommand('--memory needs a memory controller of cgroup v1');
    mkdirSync(group);
    writeFileSync(`${group}/memory.limit_in_bytes`, String(Number(memory) * 2 ** 20));
    process.once('exit', () => rmdirSync(group));
  }
  const commands = [
    ...(descriptors ? [`ulimit -n ${Number(descriptors)}`] : []),
    ...(memory ? [`echo $$ > ${group}/cgroup.procs`] : []),
  ];
  return commands.join(' && ') || undefined;
}

async function live({ events, holdMs, rate, port, neighbours, waiting, folder, limits }: Plan): Promise<Account> {
  const machine = new FaultyMachine(folder);
  const { env } = machine;
  const options = {
    state: join(folder, 'state'),
    port,
    log: join(folder, 'server.log'),
    env,
    ...(limits ? { limits } : {}),
  };
  // The limits are those of the server, and the compiler needs more.
  await bundleFiles();
  const keys = await makeState(options.state);
  // Allows 6 seconds per event for the event and its recovery, besides the pauses and the fault.
  const articles = Math.ceil((events.length * (2 * BETWEEN + holdMs + 6000) * rate) / 1000);
  let server = await Server.start(options);
  // Ends the server if the run fails.
  process.once('exit', () => killAll(server.processes()));
  await publish(server.url, keys.operator, articles + 1);
  const traffic = new Traffic(keys.publishable, articles, { pages: true });
  if (waiting > 0) {
    // The first click creates the queue's file.
    await traffic.once(server.url);
    await drained(server, keys.operator);
    const processes = server.processes();
    server.stop();
    await ended(processes, STOP);
    putWaiting(options.state, { clicks: waiting, articles: 1, first: articles + 1 });
    server = await Server.start(options);
  }
  const core = String(availableParallelism() - 1);
  const busy = Array.from({ length: neighbours }, () =>
    spawn('taskset', ['-c', core, 'nice', '-n', NICE, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  if (neighbours > 0)
    for (const { pid } of server.processes()) execFileSync('taskset', ['-acp', core, String(pid)], { stdio: 'ignore' });
  const observed = (isAnswered: () => Promise<boolean>) => {
    const after = traffic.sent();
    return recovery({ isAnswered, isCounted: () => hasClickBehind(options.state, after) });
  };
  const happen = async (name: Name): Promise<Recovery> => {
    if (!isFault(name)) {
      const event = EVENTS[name](server);
      return observed(() => event.then(() => true));
    }
    const { begin, end } = FAULTS[name];
    await begin({ server, machine });
    await sleep(holdMs);
    end({ server, machine });
    return observed(() => answers(server.url));
  };
  const phases: Phase[] = [];
  let over = false;
  try {
    const flow = traffic.flow(server.url, rate, () => over);
    for (const name of new Set(events)) {
      const phase: Phase = { name, recoveries: [], after: traffic.sent(), until: 0 };
      for (const _ of events.filter((one) => one === name)) {
        await sleep(BETWEEN);
        phase.recoveries.push(await happen(name));
      }
      await sleep(BETWEEN);
      phases.push({ ...phase, until: traffic.sent() });
      const words = phase.recoveries.map(({ answered, counted }) => `${answered} and ${counted} ms`);
      console.log(`${name}: answered and counted again after ${words.join(', ')}`);
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
  const outcomes = phases.map((phase): Outcome => ({ ...phase, missed: missedIn(phase, traffic) }));
  const wrong = outcomes.flatMap((outcome) => findWrong(outcome, rate));
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

function isFault(name: Name): name is FaultName {
  return name in FAULTS;
}

function missedIn({ after, until }: Phase, { misses }: Traffic): number {
  return [...misses.keys()].filter((article) => article > after && article <= until).length;
}

function findWrong({ name, recoveries, missed, after, until }: Outcome, rate: number): string[] {
  const limits = isFault(name) ? null : LIMITS[name];
  const answeredMs = limits?.within ?? RECOVERY.answeredMs;
  const mayMiss = (until - after) * (limits?.missed ?? 1);
  return [
    ...recoveries
      .filter(({ answered }) => answered > answeredMs)
      .map(({ answered }) => `${name}: answered after ${answered} ms`),
    ...recoveries
      .filter(({ counted }) => counted > RECOVERY.countedMs)
      .map(({ counted }) => `${name}: counted after ${counted} ms`),
    ...(rate <= JUDGED_RATE && missed > mayMiss
      ? [`${name}: ${missed} of ${until - after} clicks were not taken at first`]
      : []),
  ];
}

function reckon(traffic: Traffic, stored: ReadonlyMap<number, number>): Pick<Account, 'accepted' | 'lost' | 'doubled'> {
  const accepted = [...traffic.answers].filter(([, answer]) => answer === 'accepted').map(([article]) => article);
  return {
    accepted: accepted.length,
    lost: accepted.filter((article) => !stored.has(article)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
  };
}

function rowOf({ name, recoveries, missed, after, until }: Outcome): string {
  const longest = (key: keyof Recovery) => Math.max(...recoveries.map((each) => each[key]));
  return `| ${name} | ${recoveries.length} | ${longest('answered')} | ${longest('counted')} | ${until - after} | ${missed} |`;
}

function describe({ phases, accepted, lost, doubled }: Account): string {
  return [
    '| what | times | ms until answered again, at most | ms until counted again, at most | clicks sent | of these not taken at first |',
    '| --- | --- | --- | --- | --- | --- |',
    ...phases.map(rowOf),
    '',
    `${accepted} clicks acknowledged, ${lost} lost, ${doubled} counted twice.`,
  ].join('\n');
}
