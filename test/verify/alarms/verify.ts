import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import * as faults from './faults.ts';
import { article, HOUR, MINUTE, type Stage, startStage } from './stage.ts';

const DAY_MINUTES = 1440;
const CLICK_EVERY = 11;
const PUBLISH_EVERY = 180;

/** Simulates days without faults, minute by minute with every cron job. Returns the alarms that were raised. */
export async function quiet(days: number): Promise<string[]> {
  const stage = await startStage();
  const { move, cron, click, manage, now, receiver, told } = stage;
  try {
    const feeds = [`${receiver.origin}/good.xml`, `${receiver.origin}/feed`];
    await manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds }]);
    const events = ['selection.published', 'source.failed'];
    await manage('POST', 'webhooks', { name: 'Newsroom', url: `${receiver.origin}/flaky`, events });
    const began = Date.now();
    const startOfDay = now();
    for (let minute = 1; minute <= days * DAY_MINUTES; minute++) {
      await move(MINUTE);
      await stage.machine({ disk: { free: 20e9, size: 40e9 } });
      if (minute % CLICK_EVERY === 0) {
        await click();
        // The queue uses the machine's clock. By the Worker's clock, its messages are therefore as old as the run.
        await stage.settled();
      }
      if (minute % PUBLISH_EVERY === 0) await publish(minute / PUBLISH_EVERY);
      await cron('minute');
      if (minute % 5 === 0) await cron('frequent');
      if (minute % DAY_MINUTES === 0) await cron('daily');
    }
    await stage.settled();
    const passed = ((now() - startOfDay) / HOUR).toFixed(0);
    console.log(`${passed} quiet hours passed in ${Math.round((Date.now() - began) / 1000)} s`);
    return told().map((each) => `a quiet time: ${JSON.stringify(each)}`);
  } finally {
    await stage.stop();
  }

  async function publish(n: number): Promise<void> {
    await manage('PUT', 'articles', [article(1 + n, new Date(now()).toISOString())]);
    await manage('PUT', `recommended/${new Date(now()).toISOString().slice(0, 10)}`, { articles: [1 + n] });
  }
}

const USAGE = `npm run verify -- alarms [--quick] [--days 7]

Causes fourteen faults of the real Worker under workerd and waits up to two minutes for the webhook message of each alarm, while the crons run
as on the platform. Then repairs them and waits for each recovery. Finally simulates a week without faults, in which no alarm may be raised.
--quick runs the minute job every second and simulates a single day.`;

/** Groups of faults that are injected together. During an outage of the database, no other fault can be reported. */
const GROUPS: faults.Fault[][] = [
  [
    faults.retentionStands,
    faults.jobsStand,
    faults.clickDies,
    faults.feedsFail,
    faults.receiverRefuses,
    // During the faults below, clicks are not accepted, and content does not change.
    faults.consumerFails,
    faults.saltIsLost,
    faults.objectsFail,
    // The machine's reports are valid for several minutes, in which the clock is not moved.
    faults.diskFills,
    faults.filesAreLost,
    faults.backupFails,
    faults.backupAges,
  ],
  [faults.clockIsSetBack],
  [faults.writesFail],
  [faults.databaseIsLocked],
];
const WITHIN = 2 * MINUTE;

await run(USAGE, async () => {
  const options = { quick: { type: 'boolean', default: false }, days: { type: 'string' } } as const;
  const { quick, days } = parseArgs({ options }).values;
  const wrong = [
    ...(await makeFaults(quick ? 1000 : MINUTE)),
    ...(days === '0' ? [] : await quiet(Number(days ?? (quick ? 1 : 7)))),
  ];
  for (const what of wrong) console.error(what);
  if (wrong.length > 0) process.exitCode = 1;
});

/** Returns the problems that were found. `every` is the interval of the minute job in milliseconds. */
async function makeFaults(every: number): Promise<string[]> {
  const stage = await startStage();
  let looking = Promise.resolve();
  let isMaking = false;
  const timer = setInterval(() => {
    // No check may run while a fault is injected. As on the platform, checks do not overlap.
    if (!isMaking)
      looking = looking.then(() => stage.cron('minute')).catch((error: Error) => console.error(error.message));
  }, every);
  try {
    const wrong: string[] = [];
    for (const group of GROUPS) {
      isMaking = true;
      await looking;
      const made = await makeAll(stage, group);
      isMaking = false;
      wrong.push(...(await raise(stage, made)));
      // A lasting fault, such as a lost lock, would hide the following fault.
      if (group.length === 1) for (const fault of group) await fault.mend(stage);
    }
    for (const fault of GROUPS[0]?.toReversed() ?? []) await fault.mend(stage);
    return [...wrong, ...(await allOver(stage, every))];
  } finally {
    clearInterval(timer);
    await looking;
    await stage.stop();
  }
}

function count(stage: Stage, type: string, alarm: string): number {
  return stage.told().filter((told) => told.type === type && told.data.alarm === alarm).length;
}

type Times = Map<faults.Fault, number>;

async function makeAll(stage: Stage, group: readonly faults.Fault[]): Promise<Times> {
  const made: Times = new Map();
  for (const fault of group) {
    made.set(fault, Date.now());
    await fault.make(stage);
  }
  return made;
}

async function raise(stage: Stage, made: Times): Promise<string[]> {
  const took: Times = new Map();
  const missing = () => [...made.keys()].filter((fault) => !took.has(fault));
  while (missing().length > 0 && missing().some((fault) => Date.now() - (made.get(fault) ?? 0) < WITHIN)) {
    for (const fault of missing())
      if (count(stage, 'service.alarm', fault.alarm) > 0) took.set(fault, Date.now() - (made.get(fault) ?? 0));
    await sleep(100);
  }
  for (const [{ alarm, what }, ms] of took) console.log(`${alarm}: ${what}: ${(ms / 1000).toFixed(1)} s`);
  return missing().map(({ alarm, what }) => `${alarm}: ${what}: no alarm within two minutes`);
}

/** Each alarm must be raised once. It must end once after several quiet minutes on the adjustable clock. */
async function allOver(stage: Stage, every: number): Promise<string[]> {
  const all = GROUPS.flat();
  const open = () => all.filter(({ alarm }) => count(stage, 'service.recovered', alarm) === 0);
  for (const end = Date.now() + 4 * MINUTE; open().length > 0 && Date.now() < end; await sleep(Math.min(every, 5000))) {
    await stage.move(MINUTE);
    await faults.machineIsWell(stage);
    await stage.cron('frequent');
  }
  return all.flatMap(({ alarm }) => {
    const [raised, ended] = [count(stage, 'service.alarm', alarm), count(stage, 'service.recovered', alarm)];
    return raised === 1 && ended === 1 ? [] : [`${alarm}: raised ${raised} times, ended ${ended} times`];
  });
}
