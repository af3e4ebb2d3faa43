import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, withLocalDb } from '../../../../src/cli/database/runtime.ts';
import { createRandom } from '../../../../src/demo/random.ts';
import type { KeyKind } from '../../../../src/keys/key.ts';
import { makeKey } from '../../../bench/lib/server.ts';
import { bundleWorker } from '../../../support/bundle-worker.ts';
import { EVENTS, type EventName, plan, WEATHER } from './events.ts';
import { Figures } from './figures.ts';
import { Logbook } from './logbook.ts';
import { importPast } from './past.ts';
import type { Facts } from './report.ts';
import { Server } from './server.ts';
import { Clicks } from './traffic/clicks.ts';
import { Feeds } from './traffic/feeds.ts';
import { Keyring } from './traffic/keyring.ts';
import { probeUntil } from './traffic/probe.ts';
import { Publisher } from './traffic/publisher.ts';
import { readUntil } from './traffic/reads.ts';
import { type Scenario, verdict } from './verdict.ts';

const READERS = 8;
const SERVERS = 3;
/** Probes a second that a run may make at most. */
const PROBES_PER_SECOND = 1;

interface Plan {
  /** For state and log. */
  folder: string;
  seconds: number;
  seed: number;
  port: number;
  /** Messages that the queue holds while it is filled. */
  bound: number;
}

/** Everything from an empty state to the verdict. */
export async function storm({ folder, seconds, seed, port, bound }: Plan): Promise<Facts> {
  const state = join(folder, 'state');
  const script = join(folder, 'worker.js');
  writeFileSync(script, await bundleWorker('test/verify/faults/faulty-worker.ts'));
  migrate(state);
  const keys = await withLocalDb(state, async (db) => {
    const make = (kind: KeyKind) => makeKey(db, kind);
    return { secret: await make('secret'), publishable: await make('publishable'), operator: await make('operator') };
  });

  const logbook = new Logbook(
    (sent) => clicks.expect(sent),
    (path) => feeds.serve(path),
  );
  await logbook.listen(port === 0 ? 0 : port + 1);
  const server = new Server({ state, script, port, seed, logbook: logbook.url, logFile: join(folder, 'worker.log') });
  const run = { server, figures: new Figures(), random: createRandom(seed, 'run'), seed };
  const clicks = new Clicks(run, keys.publishable);
  const publisher = new Publisher(run, keys.operator, Math.floor(Date.now() / 1000));
  const feeds = new Feeds(run, keys.operator, logbook.url);
  const keyring = new Keyring(run);
  const happened = new Map<EventName, number>();
  const scenario: Scenario = {
    ...run,
    clicks,
    logbook,
    publisher,
    feeds,
    keyring,
    keys,
    topics: [],
    bound,
    awake: null,
    waited: 0,
    happened,
  };
  try {
    await server.start([]);
    await publisher.open(seconds * PROBES_PER_SECOND);
    scenario.topics = [...publisher.topics.keys()];
    await feeds.open();
    await importPast(scenario);
    // What was asked until here was asked in peace.
    run.figures.requests.clear();
    await rage(scenario, keys, seconds);
    await server.lookAtFaults();
    const facts = await verdict(scenario, server.database);
    return { scenario, seconds, ...facts };
  } finally {
    if (scenario.awake) clearInterval(scenario.awake);
    await server.kill();
    server.close();
    logbook.close();
  }
}

/** Everything goes on, and everything goes wrong, for so many seconds. */
async function rage(scenario: Scenario, keys: { secret: string; publishable: string }, seconds: number): Promise<void> {
  const { server, clicks, publisher, feeds, keyring, happened } = scenario;
  const end = Date.now() + seconds * 1000;
  let over = false;
  const isOver = () => over;
  await server.order({ rates: WEATHER });
  const going = Promise.all([
    ...Array.from({ length: READERS }, () => clicks.readUntil(isOver)),
    ...Array.from({ length: SERVERS }, () => readUntil(scenario, keys.secret, isOver)),
    publisher.workUntil(isOver),
    feeds.workUntil(isOver),
    keyring.workUntil(isOver),
    probeUntil(scenario, { clicks, key: keys.secret, probes: seconds * PROBES_PER_SECOND }, isOver),
  ]);
  const events = plan(seconds, scenario.random);
  const each = (seconds * 1000) / (events.length + 1);
  const happen = async () => {
    for (const [i, name] of events.entries()) {
      await sleep(Math.max(0, end - (events.length - i) * each - Date.now()));
      await EVENTS[name](scenario);
      happened.set(name, (happened.get(name) ?? 0) + 1);
    }
    await sleep(Math.max(0, end - Date.now()));
  };
  try {
    // What else ends before it is over has failed.
    await Promise.race([happen(), going]);
  } finally {
    over = true;
  }
  await going;
}
