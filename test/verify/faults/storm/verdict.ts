import { setTimeout as sleep } from 'node:timers/promises';
import { PEACE } from '../inject/kinds.ts';
import { compareRankings, compareStored } from './compare/clicks.ts';
import { compareContent } from './compare/content.ts';
import { difference } from './compare/difference.ts';
import { DAILY, requeue, type Stage, WATCHDOG } from './events.ts';
import type { Click } from './traffic/clicks.ts';
import type { Feeds } from './traffic/feeds.ts';
import { insist } from './traffic/insist.ts';
import type { Keyring } from './traffic/keyring.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Milliseconds within which everything must have come to rest: an object's safety alarm alone may take 60 seconds. */
const PATIENCE = 180_000;
const PAUSE = 2000;
/** Milliseconds between two runs of the watchdog, for which the platform takes five minutes. */
const WATCHED = 20_000;
/** Milliseconds for which the queue must be empty before what is still open counts as lost by the queue: retries wait for 5 seconds at most. */
const QUIET = 10_000;

export interface Scenario extends Stage {
  feeds: Feeds;
  keyring: Keyring;
  keys: { secret: string; operator: string };
}

/** What was compared, how much of it, and what is different. */
export interface Check {
  what: string;
  count: number;
  wrong: string[];
}

/** Faults end, everything comes to rest, and all that can be seen is compared with what must be. */
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
  await computeDays(scenario);
  const rankings = await compareRankings(server, keys.secret, await counted(db, scenario), publisher);
  add('analytics answers', rankings.asked, rankings.wrong);
  const content = await compareContent(server, keys.secret, { publisher, feeds });
  add('walks of feeds, and selections', content.asked, content.wrong);

  // The next full hour, with nothing but heartbeats.
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

/** Articles that have changed since the daily computation would wait for the next one. */
async function computeDays({ server }: Scenario): Promise<void> {
  await server.database.prepare('DELETE FROM computed_days').all();
  await server.control('POST', 'cron', WATCHDOG);
}

interface Rest {
  difference: string[];
  letters: string[];
  /** Dead letters that were put back into the queue. */
  replayed: number;
  /** Messages whose sending ended in doubt and that were put into the queue by the run. */
  restored: number;
}

async function settle(scenario: Scenario, db: D1Database): Promise<Rest> {
  const { server, logbook, publisher } = scenario;
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
    const difference = await compareStored(db, server.hour, await counted(db, scenario), publisher);
    found = difference;
    if (difference === null || Date.now() > end) {
      const open = logbook.open.size > 0 ? [`${logbook.open.size} messages were never acknowledged`] : [];
      return { difference: [...(difference ? [difference] : []), ...open], letters, replayed, restored };
    }
  }
}

/** The clicks that must be counted. Of several in a day, which one came first is read from the ledger and the logbook. */
async function counted(db: D1Database, { clicks, logbook }: Scenario): Promise<Click[]> {
  const query = [0, 1, 2, 3, 4].map((n) => `SELECT id, nonce FROM click_ids_${n}`).join(' UNION ALL ');
  const { results } = await db.prepare(query).all<{ id: string; nonce: number }>();
  const attempts = new Map(results.map(({ id, nonce }) => [id, nonce]));
  return clicks.counted((id) => logbook.attempts.get(attempts.get(id) ?? Number.NaN)?.get(id));
}

/** Why messages are dead. */
async function deadLetters(db: D1Database): Promise<string[]> {
  const query = `SELECT reason, count(*) AS count FROM dead_letters GROUP BY reason`;
  const { results } = await db.prepare(query).all<{ reason: string; count: number }>();
  return results.map(({ reason, count }) => `${count} ${reason}`);
}

/** Replays dead letters, as an operator does when what has killed them is over. Returns how many. */
async function replay(scenario: Scenario): Promise<number> {
  const endpoint = 'POST /manage/dead-letters/replay';
  const headers = { Authorization: `Bearer ${scenario.keys.operator}` };
  const path = '/manage/dead-letters/replay?limit=10000';
  const { body } = await insist(scenario, { endpoint, path, method: 'POST', headers });
  return JSON.parse(body).data.replayed;
}

/** Totals of finished days. */
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
