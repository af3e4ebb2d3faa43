import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RunningWorker } from '../../../support/worker.ts';
import type { Usage } from '../../meter.ts';
import { makeRankedWindow, rankAgain } from '../../window-size.ts';
import { alternate, client, percentile, throughput } from '../http.ts';
import { circumstances, fixed, mebibytes, table, whole } from '../report.ts';
import { ARTICLES, beacon, distinctArticles, type Flow, message, type Retention } from './flow.ts';

const BACKLOG = 9_000;
const LOAD = { connections: 16, seconds: 1 };

/** Maximum attempts per request. On a busy machine, the runtime may close the connection. */
const ATTEMPTS = 5;

async function counted(db: D1Database, attempt = 1): Promise<number> {
  const query = `SELECT sum(clicks) AS n FROM click_outcomes WHERE outcome = 'counted'`;
  try {
    return (await db.prepare(query).first<number>('n')) ?? 0;
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    await sleep(100);
    return counted(db, attempt + 1);
  }
}

async function drained(db: D1Database): Promise<void> {
  for (let last = -1, same = 0; same < 4; ) {
    const now = await counted(db);
    same = now === last ? same + 1 : 0;
    last = now;
    await sleep(500);
  }
}

/** Accepted beacons per second, compared with a route that only sends the same messages to the queue. */
export async function measureBeacons({ url, db }: RunningWorker, key: string, rounds: number) {
  const bare = () => ({ url: new URL('/bench/send', url).href, method: 'POST', body: JSON.stringify(message()) });
  const route = (next: () => ReturnType<typeof bare>) => async () => {
    // The local queue holds 10,000 messages, so each round starts with an empty queue.
    await drained(db);
    return throughput(LOAD, next, 202);
  };
  const routes = { bare: route(bare), beacon: route(() => beacon(url, key) as ReturnType<typeof bare>) };
  await alternate(1, routes);
  return alternate(rounds, routes);
}

/** Counted clicks per second. The time includes queueing, so the true rate is higher. */
export async function measureDrain({ url, db }: RunningWorker, rounds: number): Promise<number> {
  const { ask, close } = client(1);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await drained(db);
    const goal = (await counted(db)) + BACKLOG;
    const body = JSON.stringify(Array.from({ length: BACKLOG }, message));
    const began = performance.now();
    await ask({ url: new URL('/bench/send-many', url).href, method: 'POST', body });
    while ((await counted(db)) < goal) await sleep(20);
    rates.push(BACKLOG / ((performance.now() - began) / 1000));
  }
  close();
  return Math.max(...rates);
}

/** Bytes of the heap and of external arrays. External arrays are freed only some time after they are collected. */
async function memoryUsed(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) {
    collect();
    await sleep(200);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export interface WindowSize {
  articles: number;
  /** Memory of all data that an object keeps between two publications, in bytes, measured in Node. */
  bytes: number;
  /** Time to rank the window and write the ranking in workerd, in milliseconds. */
  publish: { p50: number; max: number };
}

export async function measureWindow({ url }: RunningWorker, articles: number): Promise<WindowSize> {
  const before = await memoryUsed();
  const { window, ranker } = await makeRankedWindow(articles, Math.floor(Date.now() / 3_600_000));
  const bytes = (await memoryUsed()) - before;
  // Uses the window and the ranker again, so that neither is collected before memory is measured.
  if ((await rankAgain({ window, ranker })).articles.length !== articles)
    throw new Error('the window has lost articles');
  const { ask, close } = client(1);
  await ask({ url: new URL('/bench/window', url).href, method: 'POST', body: String(articles) });
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const { status, body, milliseconds } = await ask({
      url: new URL('/bench/window/publish', url).href,
      method: 'POST',
    });
    if (status !== 200) throw new Error(`${status} ${body}`);
    times.push(milliseconds);
  }
  close();
  return { articles, bytes, publish: { p50: percentile(times, 0.5), max: percentile(times, 1) } };
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const RUNS = 288;
/** Average number of days with stored hours. Partitions cover five days, and one of them waits to be emptied. */
const STORED_DAYS = 22;

/** Costs of objects and jobs, which do not depend on clicks. */
export interface Upkeep {
  hourly: Usage;
  frequent: Usage;
  /** One run of the daily jobs, which computes the daily totals of `cells` hourly counts of articles. */
  daily: Usage;
  cells: number;
}

/** Cloudflare's list prices for paid Workers plans, in dollars per million. Included amounts are not deducted. */
export const PRICES = {
  request: 0.3,
  cpuMillisecond: 0.02,
  queueOperation: 0.4,
  rowWritten: 1,
  rowRead: 0.001,
  objectRequest: 0.15,
  gigabyteSecond: 12.5,
  keyRead: 0.5,
  keyWritten: 5,
};
/** Queue operations per message: write, read and delete. */
export const OPERATIONS = 3;
/** Memory in GB that is charged for an object while it is awake. */
export const OBJECT_GIGABYTES = 0.128;

export const total = (amounts: Record<string, number>): number => Object.values(amounts).reduce((sum, n) => sum + n, 0);

const rowsRead = ({ rowsRead: rows, objectReads }: Usage): number => rows + objectReads;
/** Number of hourly counts of articles that a day at a steady rate creates. */
const cellsOfDay = (rate: number): number => 24 * distinctArticles(HOUR * rate);

/** Rows written per click at a steady rate, by purpose. The number is below 1 if clicks share a row. */
export function rowsWritten({ rate, clicks, usage }: Flow, { hourly, frequent }: Upkeep): Record<string, number> {
  const measured = Object.entries(usage.written).map(([table, rows]): [string, number] => [table, rows / clicks]);
  return {
    ...Object.fromEntries(measured),
    heartbeats: total(hourly.written) / (HOUR * rate),
    'jobs of five minutes': (RUNS * total(frequent.written)) / (DAY * rate),
    // Writes one total per clicked article and day. Dropping partitions writes no rows.
    'daily totals': distinctArticles(DAY * rate) / (DAY * rate),
  };
}

export function rowsReadOf(
  { rate, clicks, usage }: Flow,
  { hourly, frequent, daily, cells }: Upkeep,
): Record<string, number> {
  return {
    'on the way of the click': rowsRead(usage) / clicks,
    heartbeats: rowsRead(hourly) / (HOUR * rate),
    'jobs of five minutes': (RUNS * rowsRead(frequent)) / (DAY * rate),
    'daily totals': (rowsRead(daily) * STORED_DAYS * cellsOfDay(rate)) / cells / (DAY * rate),
  };
}

export function costOfMillion(flow: Flow, upkeep: Upkeep): Record<string, number> {
  const { usage, clicks, rate } = flow;
  const each = (of: (from: Usage) => number) => of(usage) / clicks + of(upkeep.hourly) / (HOUR * rate);
  return {
    'Worker requests': PRICES.request * (1 + usage.batches / clicks + RUNS / (DAY * rate)),
    'CPU time': PRICES.cpuMillisecond * ((flow.cpu * 1000) / clicks),
    'queue operations': (PRICES.queueOperation * OPERATIONS * usage.messages) / clicks,
    'rows written': PRICES.rowWritten * total(rowsWritten(flow, upkeep)),
    'rows read': PRICES.rowRead * total(rowsReadOf(flow, upkeep)),
    'object requests': PRICES.objectRequest * each(({ objectRequests }) => objectRequests),
    'object duration': PRICES.gigabyteSecond * OBJECT_GIGABYTES * each(({ objectSeconds }) => objectSeconds),
    'key-value store': each(({ keyReads, keyWrites }) => PRICES.keyRead * keyReads + PRICES.keyWritten * keyWrites),
  };
}

const HOURS = 24;

/** Daily limit of a plan, usage without clicks, and usage per click. */
export interface Allowance {
  name: string;
  limit: number;
  fixed: number;
  each: number;
}

const OF_OBJECTS = ['alarms', 'object entries'];
const written = ({ written: rows }: Usage, byObjects: boolean) =>
  total(Object.fromEntries(Object.entries(rows).filter(([table]) => OF_OBJECTS.includes(table) === byObjects)));

/** Limits of the free plans, for single clicks that share no work. */
export function freeAllowances({ usage, clicks }: Flow, { hourly, frequent, daily }: Upkeep): Allowance[] {
  const measured = (name: string, limit: number, of: (usage: Usage) => number): Allowance => ({
    name,
    limit,
    fixed: HOURS * of(hourly) + RUNS * of(frequent) + of(daily),
    each: of(usage) / clicks,
  });
  return [
    { name: 'Queues: operations', limit: 10_000, fixed: 0, each: (OPERATIONS * usage.messages) / clicks },
    { name: 'Workers: requests', limit: 100_000, fixed: RUNS, each: 1 + usage.batches / clicks },
    measured('D1: rows read', 5_000_000, ({ rowsRead }) => rowsRead),
    measured('D1: rows written', 100_000, (of) => written(of, false)),
    measured('Durable Objects: requests', 100_000, ({ objectRequests }) => objectRequests),
    measured('Durable Objects: GB-seconds', 13_000, ({ objectSeconds }) => OBJECT_GIGABYTES * objectSeconds),
    measured('Durable Objects: rows read', 5_000_000, ({ objectReads }) => objectReads),
    measured('Durable Objects: rows written', 100_000, (of) => written(of, true)),
    measured('KV: reads', 100_000, ({ keyReads }) => keyReads),
    measured('KV: writes', 1_000, ({ keyWrites }) => keyWrites),
  ];
}

export const clicksWithin = ({ limit, fixed, each }: Allowance): number =>
  each > 0 ? Math.floor(Math.max(0, limit - fixed) / each) : Number.POSITIVE_INFINITY;

export const scarcest = (allowances: readonly Allowance[]): Allowance =>
  allowances.reduce((least, each) => (clicksWithin(each) < clicksWithin(least) ? each : least));

export interface ClickResults {
  flows: readonly Flow[];
  read: Flow;
  /** Result for single clicks that share no work. */
  alone: Flow;
  upkeep: Upkeep;
  retention: Retention;
  beacons: { bare: number; beacon: number };
  drain: number;
  window: WindowSize;
  seconds: number;
}

const DOLLARS: Record<number, number> = { 1: 4.5, 10: 3.4, 100: 3.1 };
const FREE_CLICKS = 3000;

export function clickReport(results: ClickResults): string {
  const { flows, read, alone, upkeep, retention, beacons, drain, window } = results;
  const rates = flows.map(({ rate }) => `${rate} a second`);
  const free = freeAllowances(alone, upkeep);
  const used = free.filter(({ each }) => each >= 0.005);
  return `
${circumstances('npm run bench -- clicks')}

${whole(ARTICLES)} articles with 3 of 300 topics each get clicks by Zipf's law, each of another reader on a trusted network. Clicks come at random times, and all reach one isolate. Each passes beacon, queue, consumer, objects and database. ${results.seconds} s at each rate, after a warm-up.

## Rows of one click

Counted from D1's own figures, with an object's alarms and entries. Heartbeats (each object stores its ranking at every full hour) and jobs are shared among the clicks of an hour or a day.
The daily run wrote ${whole(total(upkeep.daily.written))} rows for ${whole(upkeep.cells)} stored hours of articles. In the end ${whole(retention.articles)} articles had been clicked,
and dropping a partition wrote ${whole(total(retention.dropping.written))}.

${lines(['rows written', ...rates], flows, (flow) => rowsWritten(flow, upkeep))}

${lines(['rows read', ...rates], flows, (flow) => rowsReadOf(flow, upkeep))}

## Speed

${table(
  ['', 'figure', 'target'],
  [
    [
      `click → every ranking it is in, p50 / p95 / worst, at ${read.rate} a second, while the lists of topics and of articles are read each second`,
      visibility(read),
      'p95 ≤ 2 s',
    ],
    ['accepted beacons a second', whole(beacons.beacon), ''],
    ['… of a bare route that only sends to the queue', whole(beacons.bare), ''],
    ['… ratio', fixed(beacons.beacon / beacons.bare, 2), ''],
    ['clicks a second that the consumer counts from a full queue', whole(drain), '≥ 2,500'],
    [
      `memory of the site's object with ${whole(window.articles)} clicked articles: counts, facts, scores and rankings (measured in node)`,
      mebibytes(window.bytes),
      '≤ 64 MiB',
    ],
    [
      '… ranking and publishing it in workerd, p50 / worst',
      `${whole(window.publish.p50)} / ${whole(window.publish.max)} ms`,
      'p50 ≤ 150 ms',
    ],
  ],
)}

The ratio is low because a beacon waits for a second click to share its message.

## Cost of a million clicks

The table is in dollars at Cloudflare's list prices. A million requests cost 0.30, CPU milliseconds 0.02, queue operations 0.40, rows written 1.00, rows read 0.001, object requests 0.15 and GB-seconds 12.50. Included usage of a plan is not deducted. CPU time is that of the local runtime with its simulators, without its idle time. The figures are without reads. A click that shares no queue message adds 0.60. While the lists of topics and articles are read each second, a million clicks cost ${fixed(total(costOfMillion(read, upkeep)), 2)} dollars at ${read.rate} a second: ${fixed(total(rowsWritten(read, upkeep)), 2)} rows a click.

${lines(['dollars', ...rates], flows, (flow) => costOfMillion(flow, upkeep), ['target', ...flows.map(({ rate }) => (DOLLARS[rate] ? `≤ ${DOLLARS[rate]}` : ''))])}

## Clicks a day on the free plans

Clicks come one by one and share no work (measured at ${alone.rate} a second). The table includes the heartbeats and jobs of a day, and omits limits that clicks do not use. \`${scarcest(free).name}\` ends first: ${whole(clicksWithin(scarcest(free)))} clicks a day, target ${whole(FREE_CLICKS)}, without retries.

${table(
  ['a day', 'allowed', 'without clicks', 'a click', 'clicks that fit'],
  used.map((each) => [each.name, whole(each.limit), whole(each.fixed), fixed(each.each, 2), whole(clicksWithin(each))]),
)}
`.trim();
}

export function clickSummary({ flows, read, upkeep }: ClickResults): string {
  const list = (values: readonly string[]) => values.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `At ${list(flows.map(({ rate }) => String(rate)))} clicks per second, a million clicks cost ${list(flows.map((flow) => `$${fixed(total(costOfMillion(flow, upkeep)), 2)}`))}.
At these rates, a click writes ${list(flows.map((flow) => fixed(total(rowsWritten(flow, upkeep)), 2)))} rows and reads ${list(flows.map((flow) => whole(total(rowsReadOf(flow, upkeep)))))} rows.
At ${read.rate} clicks per second, 95% of clicks are included in rankings that are read ${seconds(read.visible?.p95 ?? 0)} later.`;
}

function lines(
  head: readonly string[],
  flows: readonly Flow[],
  of: (flow: Flow) => Record<string, number>,
  target?: readonly string[],
): string {
  const columns = flows.map(of);
  const names = [...new Set(columns.flatMap((column) => Object.keys(column)))].filter((name) =>
    columns.some((column) => (column[name] ?? 0) >= 0.005),
  );
  return table(head, [
    ...names.map((name) => [name, ...columns.map((column) => fixed(column[name] ?? 0, 2))]),
    ['**together**', ...columns.map((column) => `**${fixed(total(column), 2)}**`)],
    ...(target ? [[...target]] : []),
  ]);
}

const visibility = ({ visible }: Flow): string =>
  visible ? [visible.p50, visible.p95, visible.max].map(seconds).join(' / ') : '';

const seconds = (milliseconds: number) => `${fixed(milliseconds / 1000)} s`;
