import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, percentile } from '../../../bench/lib/http.ts';
import { circumstances, fixed, table, whole } from '../../../bench/lib/report.ts';
import { PEACE } from '../inject/orders.ts';
import { askFresh, compareContent, compareRankings, compareStored, difference } from './compare.ts';
import { DAILY, requeue, type Stage, WATCHDOG } from './events.ts';
import { type Click, READS } from './traffic/clicks.ts';
import { type Feeds, insist, type Keyring } from './traffic/publisher.ts';
import type { Reports } from './traffic/reports.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Time within which everything must be processed. An object's safety alarm alone may take 60 seconds. */
const PATIENCE = 180_000;
const PAUSE = 2000;
/** Interval between watchdog runs, in milliseconds. On the platform, it is five minutes. */
const WATCHED = 20_000;
/** Time without messages after which unacknowledged ones count as lost, in milliseconds. Retries wait for 5 seconds. */
const QUIET = 10_000;

export interface Scenario extends Stage {
  feeds: Feeds;
  keyring: Keyring;
  reports: Reports;
  keys: { secret: string; operator: string };
}

export interface Check {
  what: string;
  count: number;
  wrong: string[];
}

export async function verdict(scenario: Scenario, db: D1Database): Promise<{ checks: Check[]; restored: number }> {
  const { server, clicks, feeds, keyring, publisher, keys, topics } = scenario;
  const checks: Check[] = [];
  const add = (what: string, count: number, wrong: string[]) => checks.push({ what, count, wrong });
  await server.order(PEACE);
  await clicks.finish();
  await feeds.finish();

  const first = await settle(scenario, db);
  if (scenario.awake) clearInterval(scenario.awake);
  add('clicks in ledger, aggregates and published windows', clicks.expected.size, first.difference);
  add('dead letters replayed, and none left', first.replayed, first.letters);
  for (const [what, account] of await scenario.reports.reckon(db)) add(what, account.readers, account.wrong);
  await computeDays(scenario);
  const rankings = await compareRankings(server, keys.secret, await counted(db, scenario), publisher);
  add('analytics answers', rankings.asked, rankings.wrong);
  const content = await compareContent(server, keys.secret, { publisher, feeds });
  add('walks of feeds, and selections', content.asked, content.wrong);

  await server.setAhead(server.ahead + HOUR - (server.now() % HOUR) + HOUR / 20, topics);
  const second = await settle(scenario, db);
  add('the same an hour later', clicks.expected.size, second.difference);
  await computeDays(scenario);
  const later = await compareRankings(server, keys.secret, await counted(db, scenario), publisher);
  add('analytics answers an hour later', later.asked, later.wrong);

  const before = scenario.figures.violations.length;
  await keyring.checkAll();
  add(
    'keys, living and revoked',
    keyring.living.size + keyring.revoked.size,
    scenario.figures.violations.slice(before),
  );
  await server.control('POST', 'cron', DAILY);
  const days = await compareDays(db, scenario);
  add('daily totals', days.count, days.wrong);
  add('salts younger than 48 hours', 1, await oldSalts(db, server.now()));
  return { checks, restored: first.restored + second.restored };
}

/** Articles that changed since the last daily job would otherwise wait for the next one. */
async function computeDays({ server }: Scenario): Promise<void> {
  await server.database.prepare('DELETE FROM computed_days').all();
  await server.control('POST', 'cron', WATCHDOG);
}

interface Rest {
  difference: string[];
  letters: string[];
  replayed: number;
  /** Messages that may or may not have been sent and that the run put back into the queue. */
  restored: number;
}

async function settle(scenario: Scenario, db: D1Database): Promise<Rest> {
  const { server, logbook } = scenario;
  let restored = 0;
  let replayed = 0;
  let busy = Date.now();
  let looked = 0;
  let found: string | null = null;
  for (const end = Date.now() + PATIENCE; ; await sleep(PAUSE)) {
    if (Date.now() > looked + WATCHED) {
      looked = Date.now();
      await server.control('POST', 'cron', WATCHDOG);
      console.log(`settling: ${logbook.open.size} messages on their way; ${found ?? 'not compared yet'}`);
    }
    const letters = await deadLetters(db);
    if (letters.length > 0) replayed += await replay(scenario);
    if ((await server.queued()) > 0 || letters.length > 0) busy = Date.now();
    if (logbook.open.size > 0 && Date.now() - busy > QUIET) {
      restored += logbook.open.size;
      busy = Date.now();
      await requeue(server, [...logbook.open.values()]);
    }
    const atRest = logbook.open.size === 0 && letters.length === 0;
    if (!atRest && Date.now() < end) continue;
    // Rankings that are not requested may be stored later.
    for (const list of ['trending-topics', 'popular-content'])
      await askFresh(server, `/api/v2/insights/${list}/`, scenario.keys.secret);
    const difference = await compareStored(db, server.hour, await counted(db, scenario), scenario);
    found = difference;
    if (difference === null || Date.now() > end) {
      const open = logbook.open.size > 0 ? [`${logbook.open.size} messages were never acknowledged`] : [];
      return { difference: [...(difference ? [difference] : []), ...open], letters, replayed, restored };
    }
  }
}

/** If a reader clicked several times on one day, the ledger and the log of events show which click was first. */
async function counted(db: D1Database, { clicks, logbook }: Scenario): Promise<Click[]> {
  const query = [0, 1, 2, 3, 4].map((n) => `SELECT id, nonce FROM click_ids_${n}`).join(' UNION ALL ');
  const { results } = await db.prepare(query).all<{ id: string; nonce: number }>();
  const attempts = new Map(results.map(({ id, nonce }) => [id, nonce]));
  return clicks.counted((id) => logbook.attempts.get(attempts.get(id) ?? Number.NaN)?.get(id));
}

async function deadLetters(db: D1Database): Promise<string[]> {
  const query = `SELECT reason, count(*) AS count FROM dead_letters GROUP BY reason`;
  const { results } = await db.prepare(query).all<{ reason: string; count: number }>();
  return results.map(({ reason, count }) => `${count} ${reason}`);
}

async function replay(scenario: Scenario): Promise<number> {
  const endpoint = 'POST /manage/dead-letters/replay';
  const headers = { Authorization: `Bearer ${scenario.keys.operator}` };
  const path = '/manage/dead-letters/replay?limit=10000';
  const { body } = await insist(scenario, { endpoint, path, method: 'POST', headers });
  return JSON.parse(body).data.replayed;
}

async function compareDays(db: D1Database, scenario: Scenario): Promise<{ count: number; wrong: string[] }> {
  const { results } = await db.prepare('SELECT content_id, day, engagement FROM click_days').all();
  const today = Math.floor(scenario.server.now() / DAY);
  const past = (await counted(db, scenario)).filter(({ hour }) => hour < today * 24);
  const totals = Map.groupBy(past, ({ contentId, hour }) => JSON.stringify([contentId, Math.floor(hour / 24)]));
  const must = Array.from(totals, ([key, list]) => [...JSON.parse(key), list.length].join(' ')).sort();
  const is = results.map((row) => Object.values(row).join(' ')).sort();
  const found = difference(is, must);
  const wrong = found ? [found] : [];
  return { count: must.length, wrong };
}

async function oldSalts(db: D1Database, now: number): Promise<string[]> {
  const { results } = await db.prepare('SELECT day FROM reader_salts').all<{ day: number }>();
  const old = results.filter(({ day }) => (day + 2) * DAY <= now);
  return old.length > 0 ? [`salts of ${old.length} days are still there`] : [];
}

export interface Outcomes {
  good: number;
  busy: number;
  failed: number;
  /** Requests without a response from a process that was running when they were sent. */
  unanswered: number;
  down: number;
  /** Responses with status 503 or 500, and missing responses, during a database outage. */
  out: number;
}

export class Figures {
  readonly requests = new Map<string, Outcomes>();
  readonly violations: string[] = [];
  /** Delays from a click's acknowledgement until its ranking shows it, in milliseconds. */
  readonly lags: number[] = [];

  isDatabaseOut = false;

  /** Records a result. `up` is true if the process was running when the request was sent. */
  record(endpoint: string, answer: Answer | null, up: boolean): void {
    // All injected faults are temporary, so the response must be 503, not 500.
    if (answer?.status === 500) this.violated(`${endpoint} answers 500 ${answer.body.slice(0, 200)}`);
    const outcomes = this.requests.get(endpoint) ?? { good: 0, busy: 0, failed: 0, unanswered: 0, down: 0, out: 0 };
    this.requests.set(endpoint, outcomes);
    if (this.isDatabaseOut && (!answer || answer.status >= 500)) outcomes.out++;
    else if (!answer) outcomes[up ? 'unanswered' : 'down']++;
    else if (answer.status === 503) outcomes.busy++;
    else if (answer.status >= 500) outcomes.failed++;
    else outcomes.good++;
  }

  violated(text: string): void {
    this.violations.push(text);
  }
}

export interface Facts {
  scenario: Scenario;
  checks: readonly Check[];
  seconds: number;
}

export function describe({ scenario, checks, seconds }: Facts): string {
  const { server, figures, seed } = scenario;
  const { isUp, overall } = availability(figures);
  const rows = checks.map(({ what, count, wrong }) => [what, whole(count), wrong.length === 0 ? 'equal' : 'DIFFERENT']);
  const lags = figures.lags;
  return `${circumstances(`npm run verify -- faults --seconds ${seconds} --seed ${seed}`)}

The whole Worker runs under workerd and gets reads, clicks, publications and polls, while clocks move and processes are killed. Every call of the database, of an object and of the queue may fail before or after its work. The queue repeats, reorders and delays messages. Clients repeat requests without success. At the end, everything is compared with an oracle that has seen only requests and responses.

${table(['compared at the end', 'count', 'result'], rows)}

**Reads while faults were on**: ${fixed(100 * isUp, 2)} % answered while a process ran, ${fixed(100 * overall, 2)} % including the outage and the restarts. **Staleness**: of ${whole(lags.length)} clicks, the ranking showed the median after ${fixed(percentile(lags, 0.5) / 1000)} s,
95 % after ${fixed(percentile(lags, 0.95) / 1000)} s, the longest after ${fixed(Math.max(...lags) / 1000)} s.

${whole([...server.struck.values()].reduce((sum, times) => sum + times, 0))} faults of ${server.struck.size} kinds were injected.`;
}

export function summaryOf({ scenario: { figures, clicks } }: Facts): string {
  const lags = figures.lags;
  return `${whole(clicks.expected.size)} clicks were counted, each exactly once. The test calculates every aggregate, ranking, feed, selection and key from the requests and responses alone, and all of them match.
While a process was running, ${fixed(100 * availability(figures).isUp, 2)} % of reads were answered. Clicks appeared in the ranking after
a median of ${fixed(percentile(lags, 0.5) / 1000)} s, and after at most ${fixed(Math.max(...lags) / 1000)} s.`;
}

function availability({ requests }: Figures): { isUp: number; overall: number } {
  const sum = (name: keyof Outcomes) =>
    Object.keys(READS).reduce((total, read) => total + (requests.get(read)?.[name] ?? 0), 0);
  const [good, bad, down] = [sum('good'), sum('busy') + sum('failed') + sum('unanswered'), sum('down') + sum('out')];
  return { isUp: good / (good + bad), overall: good / (good + bad + down) };
}
