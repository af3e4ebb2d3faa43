/** `npm run bench -- insights` measures rows read and requests per second for trending and insights. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { now as epochSeconds, run } from '../../src/command/command.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../src/db/audiences.ts';
import { byKind, KINDS, READER_CLASSES } from '../../src/db/click-columns.ts';
import { createRandom, sampler, zipf } from '../../src/demo/random.ts';
import { addClicks, clickCounters } from '../../src/engagement/aggregates.ts';
import { countersOf } from '../../src/engagement/columns.ts';
import { partitionOf } from '../../src/engagement/partitions.ts';
import { computeDays } from '../../src/rankings/object/days/days.ts';
import { writeResult } from '../support/measured.ts';
import type { RunningWorker } from '../support/worker.ts';
import { buildNewsroom } from './lib/build.ts';
import { type Answer, type Ask, alternate, client, throughput } from './lib/http.ts';
import { databaseFile, withFile } from './lib/local-d1.ts';
import { TOPICS } from './lib/newsroom.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { benchScript, makeKey, startBench } from './lib/server.ts';

const USAGE = `npm run bench -- insights [--quick | --rows]

--quick  two rounds, and writes nothing
--rows   only the rows read, which are exact, and writes nothing`;

interface Scale {
  articles: number;
  clicks: number;
}

const SCALES: [Scale, Scale] = [
  { articles: 2_000, clicks: 10_000 },
  { articles: 20_000, clicks: 1_000_000 },
];
/** Clicks on an article in the same hour by readers with the same company type, seniority and continent. */
const TOGETHER = 4;
const PORTION = 50_000;
/** Number of keys in rotation, because each key may send only 6,000 requests per minute. */
const KEYS = 200;
const HOURS = 2 * 168;
const LIMITS = [10, 50] as const;
const GOAL = 0.7;

interface Bench {
  name: string;
  path: string;
  /** Maximum number of rows read for a response with `items` content items. */
  bound: (items: number, limit: number) => number;
}

const flat: Bench['bound'] = (_, limit) => 2 * limit + 5;
const byTopic: Bench['bound'] = (items) => TOPICS + 2 * items + 5;
const bySite: Bench['bound'] = (items) => 2 * items + 5;
/** A history reads one row per day, and six rows for the request. */
const history: Bench['bound'] = () => 28 + 6;
/** The limit is two rows per topic, one for each hour of two weeks and each day of four weeks, and ten more. */
const article: Bench['bound'] = (items) => 2 * items + HOURS + 1 + 28 + 10;
const breakdown = (name: string, bound: Bench['bound']): Bench => ({
  name: `popular content by ${name}`,
  path: `/insights/popular-content?breakdown=${name}`,
  bound,
});

const BENCHES: Bench[] = [
  { name: 'trending', path: '/topics/trending?', bound: byTopic },
  { name: 'popular content', path: '/insights/popular-content?', bound: flat },
  breakdown('content-type', bySite),
  breakdown('source-type', bySite),
  breakdown('audience-region', bySite),
  breakdown('seniority', bySite),
  breakdown('company', bySite),
  breakdown('source', bySite),
  breakdown('country', bySite),
  breakdown('specialty-line', byTopic),
  breakdown('interest-area', byTopic),
  { name: 'trending topics', path: '/insights/trending-topics?', bound: byTopic },
  { name: 'growth', path: '/insights/trending-topics/growth?', bound: byTopic },
  { name: 'content of a topic', path: '/insights/topics/1/content?', bound: flat },
  { name: 'co-topics', path: '/insights/topics/1/co-topics?', bound: flat },
  { name: 'rising content', path: '/insights/rising-content?', bound: flat },
  { name: 'rising content of three topics', path: '/insights/rising-content?topics=1,2,3', bound: flat },
  { name: 'audiences', path: '/insights/audience?', bound: () => TOPICS + 5 },
  { name: 'audiences of a topic', path: '/insights/audience?topic=1', bound: () => 5 },
  { name: 'history of a topic', path: '/insights/topics/1/history?', bound: history },
  { name: 'history of an article', path: '/insights/content/NEWEST/history?', bound: history },
  { name: 'one article', path: '/insights/content/NEWEST?', bound: article },
];

/** Requests whose speed is measured, one for each kind of statement. */
const TIMED = [
  'trending',
  'popular content',
  'popular content by seniority',
  'growth',
  'co-topics',
  'rising content',
  'one article',
];

const REASON =
  'Responses also pass the key check, the rate limit and the edge cache, which the compared routes do not have. Growth and one article query the database twice.';

await run(USAGE, async () => {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { quick: flag, rows: flag } });
  const script = await benchScript();
  const small = await measured(script, SCALES[0], readRows);
  if (values.rows) return reportRows(small, await measured(script, SCALES[1], readRows));
  const { large, speed } = await measured(script, SCALES[1], async (worker, keys, newest) => ({
    large: await readRows(worker, keys, newest),
    speed: await measureSpeed(worker, keys, newest, values.quick ? 2 : 9),
  }));
  const report = insightsReport(small, large, speed);
  console.log(report);
  if (!values.quick)
    writeResult({
      command: 'npm run bench -- insights',
      title: 'Trending and insights',
      page: 'benchmarks.md',
      summary: insightsSummary(large, speed),
    });
  failBeyondBounds(small, large);
});

function reportRows(small: Rows, large: Rows): void {
  console.log(rowsTable(small, large));
  failBeyondBounds(small, large);
}

/** Fails if too many rows were read. Times depend on the machine's load and are not judged. */
function failBeyondBounds(small: Rows, large: Rows): void {
  if ([...small, ...large].flat().some(({ rows, bound }) => rows > bound)) process.exitCode = 1;
}

async function measured<T>(
  script: string,
  scale: Scale,
  use: (worker: RunningWorker, keys: readonly string[], newest: number) => Promise<T>,
): Promise<T> {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  try {
    const now = epochSeconds();
    await buildNewsroom(state, scale.articles, now);
    await addClicksTo(state, scale, Math.floor(now / 3600));
    const worker = await startBench(state, script);
    try {
      const operator = await makeKey(worker.db, 'operator');
      const rebuild = { method: 'POST', headers: { Authorization: `Bearer ${operator}` } };
      const rebuilt = await fetch(new URL('/manage/rebuild', worker.url), rebuild);
      if (!rebuilt.ok) throw new Error(`rebuild: ${rebuilt.status} ${await rebuilt.text()}`);
      const keys = [];
      for (let i = 0; i < KEYS; i++) keys.push(await makeKey(worker.db, 'secret'));
      return await use(worker, keys, scale.articles);
    } finally {
      await worker.dispose();
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

/** Stores two weeks of clicks. They are the same for a scale, and skewed as in a real newsroom. */
async function addClicksTo(state: string, { articles, clicks }: Scale, hour: number): Promise<void> {
  const random = createRandom(7, 'clicks');
  const article = sampler(zipf(articles, 0.8));
  const together = () => {
    const where = [articles - article(random.next()), hour - random.int(0, HOURS - 1)];
    const kind = {
      companyType: random.pick([null, ...COMPANY_TYPES]),
      seniority: random.pick([null, ...SENIORITIES]),
      continent: random.pick([null, ...CONTINENTS]),
    };
    return Array.from({ length: TOGETHER }, () => {
      const isSigned = random.int(0, 1) === 1;
      const classes = byKind((of) => random.int(0, KINDS[of] - 1));
      const reader = random.int(0, READER_CLASSES - 1);
      const origin = isSigned ? { origin: 'signed' as const, reader } : { origin: 'unsigned' as const, ...classes };
      return [...where, ...countersOf({ ...kind, ...origin })];
    });
  };
  await withFile(databaseFile(state), async (db) => {
    await db.run(sql`UPDATE articles SET client = iif(id % 5 = 0, 'Topic Article', NULL),
      organisation_type = CASE id % 3 WHEN 0 THEN 'Carrier' WHEN 1 THEN 'Broker' ELSE 'Service Provider' END`);
    for (let left = clicks; left > 0; left -= PORTION) {
      const rows = Array.from({ length: Math.min(left, PORTION) / TOGETHER }, together).flat();
      for (const [partition, list] of Map.groupBy(rows, (row) => partitionOf(Number(row[1])))) {
        const values = sql`SELECT value ->> 0 AS clickedId, value ->> 1 AS clickedHour, ${clickCounters(sql`value`, 2)}
          FROM json_each(${JSON.stringify(list)})`;
        await db.run(addClicks(partition, values));
      }
    }
    const [row] = await db.all<{ clicks: number }>(
      sql`SELECT sum(unsigned_all + signed_all) AS clicks FROM click_hours`,
    );
    if (row?.clicks !== clicks) throw new Error(`the aggregates hold ${row?.clicks} of ${clicks} clicks`);
    await computeDays(db, { now: hour * 3_600_000, isDiscounted: true, zone: '' });
  });
}

interface Cost {
  rows: number;
  bound: number;
  items: number;
}

type Rows = Cost[][];

async function readRows({ url }: RunningWorker, [key = '']: readonly string[], newest: number): Promise<Rows> {
  const { ask, close } = client(1);
  const get = (path: string) => ask(question(url, key, path));
  // The first request also reads the key's row.
  await get('/geography/list');
  const table: Rows = [];
  for (const { path, bound } of BENCHES) {
    const costs = [];
    for (const limit of LIMITS) {
      const answer = await get(`${path.replace('NEWEST', String(newest))}&limit=${limit}`);
      if (answer.status !== 200) throw new Error(`${path} answers ${answer.status} ${answer.body}`);
      const items = answer.body.split(/"contentId"|"slug"/).length - 1;
      costs.push({ rows: rowsOf(answer), items, bound: bound(items, limit) });
    }
    table.push(costs);
  }
  close();
  return table;
}

function question(base: URL, key: string, path: string, host?: string): Ask {
  const headers = { Authorization: `Bearer ${key}`, ...(host ? { Host: host } : {}) };
  return { url: new URL(`/api/v2${path}`, base).href, headers };
}

function rowsOf({ headers }: Answer): number {
  return Number(/rows=(\d+)/.exec(String(headers['server-timing']))?.[1]);
}

interface Speed {
  static: number;
  d1: number;
  timed: { name: string; cached: number; uncached: number }[];
}

/** Measures requests per second for the routes in turn. Requests with a new host name are never cached. */
async function measureSpeed(
  { url }: RunningWorker,
  keys: readonly string[],
  newest: number,
  rounds: number,
): Promise<Speed> {
  let asked = 0;
  const anyKey = () => keys[asked++ % keys.length] ?? '';
  const { ask, close } = client(1);
  const shown = await ask(question(url, anyKey(), '/insights/popular-content'));
  const stored = await ask({ url: new URL('/bench/static', url).href, method: 'PUT', body: shown.body });
  if (stored.status !== 204) throw new Error(`/bench/static answers ${stored.status}`);
  close();
  let hosts = 0;
  const load = { connections: 16, seconds: 1 };
  const plain = (path: string) => () => throughput(load, () => ({ url: new URL(path, url).href }));
  const timed = BENCHES.filter(({ name }) => TIMED.includes(name));
  const routes: Record<string, () => Promise<number>> = { static: plain('/bench/static'), d1: plain('/bench/d1') };
  for (const { name, path: template } of timed) {
    const path = template.replace('NEWEST', String(newest));
    routes[`cached ${name}`] = () => throughput(load, () => question(url, anyKey(), path));
    routes[`uncached ${name}`] = () => throughput(load, () => question(url, anyKey(), path, `n${hosts++}.test`));
  }
  await alternate(2, routes);
  const rates = await alternate(rounds, routes);
  const rate = (name: string) => rates[name] ?? Number.NaN;
  return {
    static: rate('static'),
    d1: rate('d1'),
    timed: timed.map(({ name }) => ({ name, cached: rate(`cached ${name}`), uncached: rate(`uncached ${name}`) })),
  };
}

function scaleNames(): string[] {
  return SCALES.map(({ articles, clicks }) => `${whole(clicks)} clicks on ${whole(articles)} articles`);
}

function rowsTable(small: Rows, large: Rows): string {
  return table(
    ['answer', ...scaleNames().map((scale) => `${scale}, limit ${LIMITS.at(-1)}`)],
    BENCHES.map(({ name }, i) => [
      name,
      ...[small, large].flatMap((scale) => (scale[i] ?? []).slice(-1).map(costCell)),
    ]),
  );
}

function insightsReport(small: Rows, large: Rows, speed: Speed): string {
  const scales = scaleNames();
  const ratios = speed.timed.flatMap(({ cached, uncached }) => [cached / speed.static, uncached / speed.d1]);
  const short = ratios.some((ratio) => ratio < GOAL);
  return `
${circumstances('npm run bench -- insights')}

## Rows read

Uncached, ${TOPICS} topics; first ${scales[0]}, then ${scales[1]}, over two weeks. A cell has rows read and rows allowed.

${historyCost()}

${rowsTable(small, large)}

## Requests a second

16 connections, median of alternating rounds of a second, default parameters, at ${scales[1]}. The static route returns as many bytes as popular content. The D1 route runs \`SELECT 1\`. Target: a ratio of ${GOAL}.

${table(
  ['answer', 'uncached', 'ratio to one trivial D1 query', 'cached', 'ratio to static JSON'],
  [
    ['compared with', whole(speed.d1), '', whole(speed.static), ''],
    ...speed.timed.map(({ name, uncached, cached }) => [
      name,
      whole(uncached),
      fixed(uncached / speed.d1, 2),
      whole(cached),
      fixed(cached / speed.static, 2),
    ]),
  ],
)}

${short ? REASON : ''}
`.trim();
}

function insightsSummary(large: Rows, { timed, static: fixedRate, d1 }: Speed): string {
  const rows = (name: string) => large[BENCHES.findIndex((bench) => bench.name === name)]?.[0]?.rows;
  const range = (ratios: number[]) => `${fixed(Math.min(...ratios), 2)} to ${fixed(Math.max(...ratios), 2)}`;
  return `With ${whole(SCALES[1].clicks)} clicks on ${whole(SCALES[1].articles)} articles, a request for trending topics reads ${rows('trending')} rows, and a request for popular content reads ${rows('popular content')}.
Cached responses reach ${range(timed.map(({ cached }) => cached / fixedRate))} times the rate of a static file, and uncached responses ${range(timed.map(({ uncached }) => uncached / d1))} times the rate of a trivial D1 query.`;
}

/** Cost at D1's prices (2026): $1 per million rows written, $0.001 per million read, $0.75 per GB and month. */
function historyCost(): string {
  const [articles, days, hours, bytes] = [300, 6, 30, 14];
  const rows = articles * days * 365;
  const read = articles * hours * 24 * 365;
  const stored = ((2 * rows * bytes) / 1e9) * 0.75 * 12;
  const dollars = (2 * rows) / 1e6 + read / 1e9 + stored;
  return `A history has a row of about ${bytes} bytes per article and day with clicks, for two years. A newsroom publishes ${articles} articles per day, each read in ${hours} hours of ${days} days. It stores ${whole(rows)} rows per year and reads ${whole(read)}. This costs $${fixed(dollars, 2)} per year if every row is written twice.`;
}

function costCell({ rows, bound }: Cost): string {
  return `${whole(rows)}/${whole(bound)}`;
}
