/**
 * `npm run verify:crash`: kills the server (SIGKILL, workerd with it) at random while clicks flow, and compares what it has
 * stored in the end with the journal of what was sent.
 *
 * The journal sends again what was not acknowledged. The local queue lives in memory, where the platform's is durable: what
 * was acknowledged and not yet counted dies with the process. So after a kill the journal also sends again what was
 * acknowledged since the last moment when everything acknowledged was counted; most of it is in the ledger already, and
 * must not count twice. Nothing is rebuilt at the end: rankings come from the objects' own alarms. All of a run lies in one
 * UTC hour, for the same click in another hour is another click.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/cli/command.ts';
import { bundle, migrate, withLocalDb } from '../../../src/cli/runtime.ts';
import { send } from '../../../src/cli/send.ts';
import { openDb } from '../../../src/db/client.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { createKey } from '../../../src/keys/store.ts';
import { expectedRow, type OracleArticle, type OracleClick } from '../../rankings/oracle.ts';
import { aggregate, differences, mustBe, readStored } from './compare.ts';
import { Journal, type JournalClick } from './journal.ts';

const HOUR = 3_600_000;
/** Longest time that a run takes, so that it fits into an hour. */
const LONGEST = 8 * 60_000;
const SENDERS = 8;
/** New clicks that a server gets in its life: few enough that some servers come to rest before they are killed. */
const CLICKS = 200;
/** Milliseconds that a server lives after it is ready. */
const LIFE = [200, 6000] as const;
/** Milliseconds that the last one has to count all that is left. */
const LAST_LIFE = 120_000;
/** Seconds within which alarms must have published everything; an object's safety alarm comes after 60. */
const PATIENCE = 75;
const CHILD = join(import.meta.dirname, 'crash-server.ts');
const TOPICS = [1, 2, 3, 4, 5, 6, 47];

const USAGE = 'npm run verify:crash -- [--kills 25] [--seed NUMBER]';

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '25' }, seed: { type: 'string' } } });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-crash-'));
  try {
    process.exitCode = (await crash(folder, Number(values.kills), seed)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function crash(folder: string, kills: number, seed: number): Promise<boolean> {
  await waitForRoomInHour();
  console.log(`seed ${seed}, ${kills} kills`);
  const state = join(folder, 'state');
  const script = join(folder, 'worker.js');
  writeFileSync(script, bundle());
  migrate(state);
  const keys = await withLocalDb(state, async (d1) => {
    const make = (kind: 'publishable' | 'operator') =>
      createKey(openDb(d1), { kind, name: 'crash', origins: [], expiresAt: null }, Math.floor(Date.now() / 1000));
    return { publishable: await make('publishable'), operator: await make('operator') };
  });
  const random = createRandom(seed);
  const articles = makeArticles(random);
  const journal = new Journal(random, articles.size);
  const started = Date.now();

  for (let life = 0; life <= kills; life++) {
    const server = await start(state, script);
    if (life === 0) await publish(server.url, keys.operator, articles);
    const last = life === kills;
    const end = last ? Date.now() + LAST_LIFE : Date.now() + LIFE[0] + random.next() * (LIFE[1] - LIFE[0]);
    const clicks = (life + 1) * CLICKS;
    const sending = Array.from({ length: SENDERS }, () => journal.sendUntil(end, clicks, server.url, keys.publishable));
    const watching = watchCounted(server, end, keys.operator, journal, last);
    if (!last) {
      await sleep(end - Date.now());
      server.kill();
      journal.killed();
    }
    await Promise.all([...sending, watching]);
    if (last) {
      const difference = await settled(state, articles, journal.clicks, started);
      server.kill();
      const { sent, acknowledged, resent, unreachable } = journal;
      const seconds = Math.round((Date.now() - started) / 1000);
      console.log(
        `${kills} kills in ${seconds} s; ${journal.clicks.length} clicks: ${sent} sent, ${acknowledged} acknowledged, ${resent} sent again, ${unreachable} unanswered`,
      );
      console.log(difference ?? 'equal');
      return difference === null;
    }
  }
  return false;
}

/** Asks the server how much it has counted, until its end; at the last until it is all. */
async function watchCounted({ url, alive }: Server, end: number, key: string, journal: Journal, last: boolean) {
  while (Date.now() < end && alive()) {
    const answer = await fetch(new URL('/manage/status', url), { headers: { Authorization: `Bearer ${key}` } })
      .then((response) => response.json() as Promise<{ data: { outcomes: Record<string, number> } }>)
      .catch(() => null);
    if (answer && journal.counted(answer.data.outcomes.counted ?? 0) && last) return journal.close();
    await sleep(250);
  }
}

interface Server {
  url: URL;
  alive(): boolean;
  kill(): void;
}

/** Starts the server in a process group of its own, so that workerd dies with it. */
async function start(state: string, script: string): Promise<Server> {
  const child = fork(CHILD, [state, script], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const url = await new Promise<URL>((resolve, reject) => {
    child.once('message', ({ url }: { url: string }) => resolve(new URL(url)));
    child.once('exit', (code) => reject(new Error(`the server ended by itself: ${code}`)));
  });
  return { url, alive: () => child.exitCode === null && child.signalCode === null, kill: () => killGroup(child) };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGKILL');
}

function makeArticles(random: Random): Map<number, OracleArticle> {
  const list = Array.from({ length: 40 }, (_, i) => ({
    id: i + 1,
    topics: TOPICS.filter(() => random.chance(0.35)),
    contentType: ['article', 'video', 'podcast'][i % 3] ?? 'article',
    organisationType: [null, 'Carrier', 'Broker', 'Service Provider'][i % 4] ?? null,
    client: i % 7 === 0 ? 'Topic Article' : null,
    source: `source${i % 6}.example`,
    domain: `source${i % 6}.example`,
    publishedAt: Date.UTC(2026, 0) / 1000,
    companies: [],
    countries: [],
  }));
  return new Map(list.map((article) => [article.id, article]));
}

async function publish(base: URL, key: string, articles: ReadonlyMap<number, OracleArticle>): Promise<void> {
  const topics = TOPICS.map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 }));
  const inputs = Array.from(articles.values(), ({ source, domain: _, ...article }) => ({
    ...article,
    url: `https://${source}/${article.id}`,
    title: `Article ${article.id}`,
    publishedAt: '2026-01-01T00:00:00Z',
  }));
  for (const [collection, values] of [
    ['topics', topics],
    ['articles', inputs],
  ] as const) {
    const { rejected } = await send(
      { base, key },
      collection,
      values.map((value) => JSON.stringify(value)),
    );
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]));
  }
}

/** Null as soon as all that is stored equals the journal, else the difference that is left when patience ends. */
async function settled(
  state: string,
  articles: ReadonlyMap<number, OracleArticle>,
  clicks: readonly JournalClick[],
  started: number,
): Promise<string | null> {
  const hour = Math.floor(started / HOUR);
  for (const end = Date.now() + PATIENCE * 1000; ; await sleep(3000)) {
    const is = await withLocalDb(state, readStored);
    // All come from this machine, wherever the runtime thinks that is.
    const [, continent = null] = /"(af|an|as|eu|na|oc|sa)"/.exec(is.hours[0] ?? '') ?? [];
    const counted = clicks.map(
      ({ contentId, companyType, seniority }): OracleClick => ({
        contentId,
        hour,
        signed: false,
        network: 0,
        agent: 0,
        reader: 0,
        companyType,
        seniority,
        continent: continent?.toUpperCase() ?? null,
      }),
    );
    // So few clicks make no shares, and nothing is taken off.
    const asked = { articles: [...articles.values()], clicks: counted, shares: null, now: hour * 3600 };
    const windows = [0, ...TOPICS].map((topic) => mustBe(topic, expectedRow(topic, asked)));
    const difference = differences(is, { hours: aggregate(counted), ledger: counted.length, letters: 0, windows });
    if (difference === null || Date.now() > end) return difference;
  }
}

async function waitForRoomInHour(): Promise<void> {
  const left = HOUR - (Date.now() % HOUR);
  if (left > LONGEST) return;
  console.log(`waiting ${Math.ceil(left / 60_000)} min for the next full hour, for a run lies in one hour`);
  await sleep(left + 1000);
}
