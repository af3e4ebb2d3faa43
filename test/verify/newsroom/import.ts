import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Modules } from '../../../scripts/build/worker-parts.ts';
import { now } from '../../../src/command/command.ts';
import { type Receipt, sendValues } from '../../../src/command/send.ts';
import { chunks } from '../../../src/content/import-lines.ts';
import { openDb } from '../../../src/db/client.ts';
import type { KeyKind } from '../../../src/keys/key.ts';
import { createKey } from '../../../src/keys/key-store.ts';
import { rfc3339 } from '../../../src/lib/time.ts';
import type { OracleShares } from '../../rankings/oracle.ts';
import {
  type Article,
  articlesOf,
  type Click,
  countedOf,
  type Newsroom,
  recount,
} from '../../routes/insights/oracle.ts';
import { type Choices, everyQuestion, pathOf } from '../../routes/insights/questions.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';
import { difference } from '../faults/storm/compare.ts';
import type { Rows } from '../stored-rows.ts';
import {
  areSameShares,
  type FileClick,
  type Files,
  recountedRows,
  recountedShares,
  storedRows,
  storedShares,
} from './files.ts';

/** Reader classes of an installation, derived from its secret and salts by the documented rules. */
export interface Classes {
  unsigned(sender: { network?: number | undefined; prefix?: string | undefined; userAgent?: string | undefined }): {
    network: number;
    prefix: number;
    browser: number;
  };
  /** Class of a reader. `day`: days since the epoch. */
  reader(name: string, day: number): number;
}

export async function readClasses({ db, mf }: Pick<RunningWorker, 'db' | 'mf'>): Promise<Classes> {
  const secret = await db.prepare("SELECT value FROM secrets WHERE name = 'installation'").first<string>('value');
  if (!secret) throw new Error('the installation has no secret');
  const kv = await mf.getKVNamespace('SALTS');
  const { results } = await db.prepare('SELECT day, name, half FROM import_salts').all<Salt>();
  const salts = new Map(
    await Promise.all(results.map(async ({ day, name, half }) => [day, half + (await kv.get(name))] as const)),
  );
  const keyed = (kind: string, value: string, classes: number) =>
    (createHmac('sha256', `${kind}\n${secret}`).update(value).digest()[0] ?? 0) % classes;
  return {
    unsigned: ({ network, prefix = '', userAgent = '' }) => ({
      network: keyed('network', network === undefined ? prefix : String(network), 32),
      prefix: keyed('prefix', prefix, 32),
      browser: keyed('browser', userAgent.replace(/[0-9]+/g, '0'), 16),
    }),
    reader: (name, day) => {
      const hash = createHash('sha256')
        .update(JSON.stringify([salts.get(day), 'imported', name]))
        .digest('hex');
      return Number.parseInt(hash.slice(30, 32), 16) % 32;
    },
  };
}

interface Salt {
  day: number;
  name: string;
  half: string;
}

const PORTION = 500;
const REACH = 14 * 86_400;
/** Margin to the age limit, in seconds. Clicks within it are omitted, because an import may take long. */
const MARGIN = 900;

export interface Imported {
  newsroom: Newsroom;
  operator: string;
  secret: string;
}

/** Imports all lines, and the clicks twice. Throws if lines are rejected other than clicks that are too old. */
export async function importTwice(server: { state: string; script: Modules }, files: Files): Promise<Imported> {
  const began = now();
  const worker = await startWorker({ ...server, port: 0, rateLimit: 1_000_000_000 });
  try {
    const key = (kind: KeyKind) =>
      createKey(openDb(worker.db), { kind, name: 'recount', origins: [], expiresAt: null }, began);
    const [operator, secret] = [await key('operator'), await key('secret')];
    const sendAll = toCollection({ base: worker.url, key: operator });
    const { topics, companies } = files;
    const articles = files.articles.map(
      ({ ageSeconds, ...article }): Article => ({ ...article, publishedAt: rfc3339(began - ageSeconds) }),
    );
    for (const [collection, values] of Object.entries({ topics, companies, articles }))
      mustRefuse(collection, [], await sendAll(collection, values));
    const clicks = files.clicks.filter(({ ageSeconds }) => Math.abs(ageSeconds - REACH) > MARGIN);
    const tooOld = clicks.flatMap(({ ageSeconds }, i) => (ageSeconds > REACH ? [i + 1] : []));
    const past = clicks.map(({ ageSeconds, ...click }) => ({ ...click, at: rfc3339(began - ageSeconds) }));
    for (const time of ['first', 'second']) {
      const receipt = await sendAll('clicks', past, 'POST');
      mustRefuse('clicks', tooOld, receipt);
      console.log(`clicks, ${time} time: ${receipt.accepted} taken, ${receipt.rejected.length} too old`);
    }
    const classes = await readClasses(worker);
    const taken = clicks.filter(({ ageSeconds }) => ageSeconds <= REACH).map((click) => toClick(click, began, classes));
    const countries = await countryNames(worker.url, secret);
    return { newsroom: { topics, companies, countries, articles, sources: [], clicks: taken }, operator, secret };
  } finally {
    await worker.dispose();
  }
}

/** Converts a click for the recount. `began`: time at which its age was measured, in epoch seconds. */
export function toClick(
  { ageSeconds, network, prefix, userAgent, signed = true, ...click }: FileClick,
  began: number,
  classes: Classes,
): Click {
  const at = began - ageSeconds;
  return {
    ...click,
    at,
    signed,
    ...(signed ? {} : classes.unsigned({ network, prefix, userAgent })),
    readerClass: classes.reader(click.reader, Math.floor(at / 86_400)),
  };
}

/** Country names are taken from the service, because names do not affect counting. */
async function countryNames(base: URL, key: string): Promise<Map<string, string>> {
  const response = await fetch(new URL('/api/v2/geography/list/', base), { headers: { 'X-API-Key': key } });
  const { data } = (await response.json()) as { data: { groups: { countries: { code: string; name: string }[] }[] } };
  const all = data.groups.flatMap(({ countries }) => countries);
  return new Map(all.map(({ code, name }) => [code.toLowerCase(), name]));
}

const toCollection =
  (target: { base: RunningWorker['url']; key: string }) =>
  async (collection: string, values: readonly object[], method: 'PUT' | 'POST' = 'PUT'): Promise<Receipt> => {
    const receipt: Receipt = { accepted: 0, rejected: [] };
    for (const [i, portion] of chunks(values, PORTION).entries()) {
      const { accepted, rejected } = await sendValues({ ...target, method }, collection, portion);
      receipt.accepted += accepted;
      receipt.rejected.push(...rejected.map(({ line, errors }) => ({ line: line + i * PORTION, errors })));
    }
    return receipt;
  };

function mustRefuse(collection: string, lines: readonly number[], { rejected }: Receipt): void {
  if (rejected.map(({ line }) => line).join() === lines.join()) return;
  throw new Error(
    `${collection}: ${rejected.length} lines refused, not ${lines.length}: ${JSON.stringify(rejected.slice(0, 3))}`,
  );
}

const HISTORIES = 40;
const SHOWN = 3;

interface Answers {
  asked: number;
  differing: number;
}

/** Prints the first analytics responses that differ from a recount at `now` (epoch seconds). */
export async function compareAnswers(
  base: URL,
  key: string,
  newsroom: Newsroom,
  now: number,
  choices = choicesOf(newsroom),
): Promise<Answers> {
  const answer = recount(newsroom, now);
  const questions = everyQuestion(choices);
  let differing = 0;
  for (const question of questions) {
    const path = pathOf(question);
    const response = await fetch(new URL(path, base), { headers: { Authorization: `Bearer ${key}` } });
    const body = (await response.json()) as { data?: unknown };
    const expected = answer(question);
    const got = response.status === 200 ? body.data : undefined;
    if (isDeepStrictEqual(got, expected) && response.status === (expected ? 200 : 404)) continue;
    if (differing++ < SHOWN)
      console.error(path, '\n  answers  ', JSON.stringify(body), '\n  recounted', JSON.stringify(expected));
  }
  return { asked: questions.length, differing };
}

function choicesOf({ topics, articles }: Newsroom): Choices {
  const topicIds = topics.map(({ id }) => id);
  const hidden = topics.filter(({ excludedFromTrending }) => excludedFromTrending).map(({ id }) => id);
  const shown = topicIds.filter((id) => !hidden.includes(id));
  return {
    topicIds: [...topicIds, Math.max(...topicIds) + 1],
    contentIds: articles.filter((_, i) => i % Math.ceil(articles.length / HISTORIES) === 0).map(({ id }) => id),
    limits: [undefined, 1, 3, 50],
    minContentItems: [undefined, 1, 10],
    lists: [{}, { includeTopics: hidden }, { includeTopics: hidden.slice(0, 2), excludeTopics: shown.slice(-5) }],
  };
}

const HOUR = 3600;
const WEEK = 168;
const PATIENCE = 75;

export interface Recounted extends Answers {
  shares: OracleShares;
  /** Number of unsigned clicks in `7d` that are discounted completely. */
  discounted: number;
  rows: string[];
}

export interface Hour {
  state: string;
  script: Modules;
  ahead: number;
  imported: Imported;
  /** Baseline in force before this hour. Undefined in the hour of the import. */
  before: OracleShares | undefined;
}

/** Starts the server with its clock ahead, waits until everything is ranked, and compares it with the recount. */
export async function recountAt({ state, script, ahead, imported, before }: Hour): Promise<Recounted> {
  const { newsroom, operator, secret } = imported;
  const at = () => now() + ahead * HOUR;
  const hour = Math.floor(at() / HOUR);
  const worker = await startWorker({ state, port: 0, script: withClock(script, ahead), rateLimit: 1_000_000_000 });
  try {
    if (before !== undefined) await rebuild(worker.url, operator);
    const clicks = countedOf(newsroom, at());
    const stored = await storedShares(worker.db, hour);
    const shares = before === undefined ? stored : recountedShares(clicks, hour, before);
    const rows = areSameShares(stored, shares) ? [] : [`shares of hour ${hour}: ${difference(stored, shares)}`];
    // Days are discounted by the baseline of the hour in which they are computed.
    await worker.db.prepare('DELETE FROM computed_days').run();
    await worker.cron('*/5 * * * *', new Date(at() * 1000));
    const topicIds = newsroom.topics.map(({ id }) => id);
    const must = recountedRows({ topicIds, articles: articlesOf(newsroom), clicks, shares, now: at() });
    rows.push(...(await differences(() => storedRows(worker.db), must)));
    const answers = await compareAnswers(worker.url, secret, { ...newsroom, shares }, at());
    if (Math.floor(at() / HOUR) !== hour) throw new Error('the hour ended during the comparison: run it again');
    return {
      ...answers,
      shares,
      rows,
      discounted: discounted(
        must,
        clicks.filter(({ hour: at }) => at >= hour - WEEK),
      ),
    };
  } finally {
    await worker.dispose();
  }
}

const discounted = ({ windows: [site] }: Rows, clicks: readonly unknown[]): number =>
  clicks.length - (site?.counters.engagement_7d ?? 0);

async function rebuild(base: URL, operator: string): Promise<void> {
  const headers = { Authorization: `Bearer ${operator}` };
  const { status } = await fetch(new URL('/manage/rebuild', base), { method: 'POST', headers });
  if (status !== 200) throw new Error(`the rebuild answered ${status}`);
}

async function differences(read: () => Promise<Rows>, must: Rows): Promise<string[]> {
  for (const end = Date.now() + PATIENCE * 1000; ; await sleep(1000)) {
    const is = await read();
    const names = (Object.keys(must) as (keyof Rows)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
    if (names.length === 0) return [];
    if (Date.now() > end) return names.map((name) => `${name}: ${difference(is[name], must[name])}`);
  }
}

const withClock = (modules: Modules, hours: number): Modules => ({
  ...modules,
  'index.js': `import './clock.js';\n${modules['index.js']}`,
  'clock.js': `const RealDate = Date;
  const now = () => RealDate.now() + ${hours * HOUR * 1000};
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });`,
});
