import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installationSecret } from '../../../../src/clicks/salts/secret.ts';
import { openDb } from '../../../../src/db/client.ts';
import { createRandom } from '../../../../src/demo/random.ts';
import { hashKey, type KeyKind } from '../../../../src/keys/key.ts';
import { findKey } from '../../../../src/keys/key-store.ts';
import { makeKey } from '../../../bench/lib/server.ts';
import { bundleWorker } from '../../../support/bundle-worker.ts';
import { migrate, withLocalDb } from '../../../support/workerd/runtime.ts';
import { EVENTS, type EventName, Logbook, plan, WEATHER } from './events.ts';
import { CLICKED, makeReader, PROBES } from './newsroom.ts';
import { Server } from './server.ts';
import { Clicks, readUntil } from './traffic/clicks.ts';
import { Feeds, insist, Keyring, Publisher, type Run } from './traffic/publisher.ts';
import { Reports } from './traffic/reports.ts';
import { type Facts, Figures, type Scenario, verdict } from './verdict.ts';

const PAUSE = 100;
/** Several probes run concurrently, so that a slow one does not delay the others. */
const LOOPS = 3;

/** Measures the time from the acknowledgement of a click until a ranking shows it. Unique paths bypass caches. */
async function probeUntil(
  run: Run,
  { clicks, key, probes }: { clicks: Clicks; key: string; probes: number },
  isOver: () => boolean,
): Promise<void> {
  let next = 0;
  let asked = 0;
  const reader = clicks.know(makeReader(run.seed, 60_000, 'page'));
  const isShown = async (nth: number) => {
    const topic = PROBES.topic + Math.floor(nth / PROBES.perTopic);
    const headers = { 'X-API-Key': key, Host: `probe${asked++}.newsgauge.example` };
    const answer = await run.server.ask(`/api/v2/insights/topics/${topic}/content/?limit=50`, { headers });
    if (answer?.status !== 200) return false;
    const { items } = JSON.parse(answer.body).data as { items: { contentId: number }[] };
    return items.some(({ contentId }) => contentId === PROBES.article + nth);
  };
  const loop = async () => {
    while (!isOver() && next < probes) {
      const nth = next++;
      const click = { reader, contentId: PROBES.article + nth, manner: 'page' as const };
      while (!(await clicks.send(click))) await sleep(PAUSE);
      const since = performance.now();
      while (!(await isShown(nth))) {
        // The final check determines whether the click of a stopped probe was counted.
        if (isOver()) return;
        await sleep(PAUSE);
      }
      run.figures.lags.push(performance.now() - since);
      await sleep(500);
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
}

/** Clicks before the run, on articles that readers click later and on some that will be deleted. */
const CLICKS = 900;
const ARTICLES = CLICKED + 20;
/** Maximum age of a click in hours. All clicks stay within the two-week windows, however far the clock moves. */
const HOURS = 2 * 24;
const LINES = 300;

async function importPast(scenario: Scenario): Promise<void> {
  const { server, clicks, publisher, random, seed, keys } = scenario;
  const now = Math.floor(server.now() / 1000);
  // Scheduled articles accept no clicks.
  const published = Array.from({ length: ARTICLES }, (_, i) => i + 1).filter(
    (id) => (publisher.articles.get(id)?.publishedAt ?? now) < now,
  );
  const lines: object[] = [];
  for (let n = 0; n < CLICKS; n++) {
    const { continent, ...made } = makeReader(seed, 20_000 + n, 'page');
    const reader = clicks.know({ ...made, continent, id: `past ${n}` });
    const contentId = published[Math.floor(random.next() ** 2 * published.length)] ?? 1;
    const at = now - 3600 * random.int(0, HOURS) - 60;
    clicks.expect({ contentId, hour: Math.floor(at / 3600), reader: reader.id, id: null });
    const { companyType, seniority } = reader;
    const time = new Date(at * 1000).toISOString();
    lines.push({ contentId, at: time, reader: reader.id, continent, companyType, seniority });
  }
  for (let i = 0; i < lines.length; i += LINES) {
    const answer = await insist(scenario, {
      endpoint: 'POST /manage/clicks',
      path: '/manage/clicks',
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.operator}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(lines.slice(i, i + LINES)),
    });
    const { rejected } = JSON.parse(answer.body).data;
    if (rejected.length > 0) throw new Error(`clicks: ${JSON.stringify(rejected[0])}`);
  }
}

const READERS = 8;
const SERVERS = 3;
const PROBES_PER_SECOND = 1;

interface Plan {
  folder: string;
  seconds: number;
  seed: number;
  port: number;
  bound: number;
}

export async function storm({ folder, seconds, seed, port, bound }: Plan): Promise<Facts> {
  const state = join(folder, 'state');
  const script = join(folder, 'worker.js');
  writeFileSync(script, await bundleWorker('test/verify/faults/faulty-worker.ts'));
  migrate(state);
  const keys = await withLocalDb(state, async (db) => {
    const make = (kind: KeyKind) => makeKey(db, kind);
    const publishable = await make('publishable');
    const { id: keyId = 0 } = (await findKey(openDb(db), await hashKey(publishable))) ?? {};
    const signing = { publishable, keyId, secret: await installationSecret(openDb(db)) };
    return { secret: await make('secret'), publishable, operator: await make('operator'), signing };
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
  const reports = new Reports(run, keys.signing);
  const keyring = new Keyring(run);
  const happened = new Map<EventName, number>();
  const scenario: Scenario = {
    ...run,
    clicks,
    logbook,
    publisher,
    feeds,
    reports,
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
    // Requests that were made without faults must not be part of the figures.
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

async function rage(scenario: Scenario, keys: { secret: string; publishable: string }, seconds: number): Promise<void> {
  const { server, clicks, publisher, feeds, reports, keyring, happened } = scenario;
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
    reports.sendUntil(isOver),
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
    // If the traffic ends before the events, it has failed.
    await Promise.race([happen(), going]);
  } finally {
    over = true;
  }
  await going;
}
