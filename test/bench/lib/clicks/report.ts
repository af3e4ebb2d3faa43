import type { Usage } from '../../meter.ts';
import { circumstances, fixed, mebibytes, table, whole } from '../report.ts';
import type { WindowSize } from './capacity.ts';
import { costOfMillion, OBJECT_GIGABYTES, OPERATIONS, rowsReadOf, rowsWritten, total, type Upkeep } from './cost.ts';
import type { Flow } from './flow.ts';
import { ARTICLES } from './newsroom.ts';
import type { Retention } from './upkeep.ts';

/** How many clicks a day fit into Cloudflare's free plans. */

const HOURS = 24;
const RUNS = 288;

/** What a plan gives a day, what is used of it without clicks, and what a click uses. */
export interface Allowance {
  name: string;
  limit: number;
  fixed: number;
  each: number;
}

const OF_OBJECTS = ['alarms', 'object entries'];
const written = ({ written: rows }: Usage, byObjects: boolean) =>
  total(Object.fromEntries(Object.entries(rows).filter(([table]) => OF_OBJECTS.includes(table) === byObjects)));

/** The allowances of the free plans, for clicks that come one by one: nothing is shared between them. */
export function freeAllowances({ usage, clicks }: Flow, { hourly, frequent, daily }: Upkeep): Allowance[] {
  const measured = (name: string, limit: number, of: (usage: Usage) => number): Allowance => ({
    name,
    limit,
    fixed: HOURS * of(hourly) + RUNS * of(frequent) + of(daily),
    each: of(usage) / clicks,
  });
  return [
    { name: 'Queues: operations', limit: 10_000, fixed: 0, each: OPERATIONS },
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

/** Clicks a day that an allowance lets through. */
export const clicksWithin = ({ limit, fixed, each }: Allowance): number =>
  each > 0 ? Math.floor(Math.max(0, limit - fixed) / each) : Number.POSITIVE_INFINITY;

/** The allowance that ends first. */
export const scarcest = (allowances: readonly Allowance[]): Allowance =>
  allowances.reduce((least, each) => (clicksWithin(each) < clicksWithin(least) ? each : least));

export interface ClickResults {
  /** Slowest first. */
  flows: readonly Flow[];
  /** Clicks that come one by one. */
  alone: Flow;
  upkeep: Upkeep;
  retention: Retention;
  beacons: { bare: number; beacon: number };
  /** Clicks a second. */
  drain: number;
  window: WindowSize;
  seconds: number;
}

/** Dollars a million clicks, by clicks a second. */
const DOLLARS: Record<number, number> = { 1: 12, 10: 9, 100: 6 };
const ROWS_READ = 1500;
const FREE_CLICKS = 3000;

/** The tables of docs/measured/clicks.md. */
export function clickReport(results: ClickResults): string {
  const { flows, alone, upkeep, retention, beacons, drain, window } = results;
  const rates = flows.map(({ rate }) => `${rate} a second`);
  const fastest = flows.at(-1) as Flow;
  const free = freeAllowances(alone, upkeep);
  return `
${circumstances('npm run bench:clicks')}

${whole(ARTICLES)} articles with 3 of 300 topics each, clicked by Zipf's law with exponent 1; every click is another reader's, with random company type,
seniority, continent, network and browser, from networks that are trusted, so that each can be seen. Each goes the whole way: beacon, queue, consumer,
objects, database. ${results.seconds} s at each rate, after a warm-up.

## Rows of one click

Counted inside the Worker from D1's own figures; an object's alarms and stored entries are rows too. Heartbeats (each object publishes at every
full hour) and jobs are measured once and shared among the clicks of an hour or a day at that rate.
The daily run wrote ${whole(total(upkeep.daily.written))} rows for ${whole(upkeep.cells)} stored hours of articles; in the end ${whole(retention.articles)} articles had been clicked,
and dropping a partition wrote ${whole(total(retention.dropping.written))}.

${lines(['rows written', ...rates], flows, (flow) => rowsWritten(flow, upkeep))}

${lines(['rows read', ...rates], flows, (flow) => rowsReadOf(flow, upkeep), ['target', ...flows.map(() => `≤ ${whole(ROWS_READ)}`)])}

## Speed

${table(
  ['', 'figure', 'target'],
  [
    [
      `click → every ranking it is in, p50 / p95 / worst, at ${fastest.rate} a second`,
      `${seconds(fastest.visible.p50)} / ${seconds(fastest.visible.p95)} / ${seconds(fastest.visible.max)}`,
      'p95 ≤ 4 s',
    ],
    ['accepted beacons a second', whole(beacons.beacon), ''],
    ['… of a bare route that only sends to the queue', whole(beacons.bare), ''],
    ['… ratio', fixed(beacons.beacon / beacons.bare, 2), '≥ 0.7'],
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

## Cost of a million clicks

In dollars at Cloudflare's list prices (a million requests 0.30, CPU milliseconds 0.02, queue operations 0.40, rows written 1.00, rows read
0.001, object requests 0.15, GB-seconds 12.50, keys read 0.50 and written 5.00), from the counts above; what a plan includes is not deducted.
CPU time is that of the whole local runtime with its simulators. An object is charged while a call or an alarm of it runs: between two
publications it only waits for an alarm and can hibernate.

${lines(['dollars', ...rates], flows, (flow) => costOfMillion(flow, upkeep), ['target', ...flows.map(({ rate }) => (DOLLARS[rate] ? `≤ ${DOLLARS[rate]}` : ''))])}

## Clicks a day on the free plans

For clicks that come one by one, so that nothing is shared between them (measured at ${alone.rate} a second), and beside them the heartbeats and jobs of a
day. \`${scarcest(free).name}\` ends first: ${whole(clicksWithin(scarcest(free)))} clicks a day, target ${whole(FREE_CLICKS)}, if none has to be tried again. The 10 ms
of CPU time that a request has on the free plan are not among it: they cannot be measured here.

${table(
  ['a day', 'allowed', 'without clicks', 'a click', 'clicks that fit'],
  free.map((each) => [
    each.name,
    whole(each.limit),
    whole(each.fixed),
    fixed(each.each, 2),
    each.each > 0 ? whole(clicksWithin(each)) : '–',
  ]),
)}
`.trim();
}

/** The clicks' line in docs/benchmarks.md. */
export function clickSummary({ flows, alone, upkeep }: ClickResults): string {
  const list = (values: readonly string[]) => values.join(', ').replace(/, ([^,]*)$/, ' and $1');
  const fastest = flows.at(-1) as Flow;
  return `A million clicks cost ${list(flows.map((flow) => fixed(total(costOfMillion(flow, upkeep)), 2)))} dollars at ${list(flows.map(({ rate }) => String(rate)))} clicks a second,
with ${list(flows.map((flow) => fixed(total(rowsWritten(flow, upkeep)), 2)))} rows written and ${list(flows.map((flow) => whole(total(rowsReadOf(flow, upkeep)))))} rows read per click.
At ${fastest.rate} a second 95 % of clicks are in every ranking after ${seconds(fastest.visible.p95)}. The free plans take ${whole(clicksWithin(scarcest(freeAllowances(alone, upkeep))))} clicks a day.`;
}

function lines(
  head: readonly string[],
  flows: readonly Flow[],
  of: (flow: Flow) => Record<string, number>,
  target?: readonly string[],
): string {
  const columns = flows.map(of);
  const names = [...new Set(columns.flatMap((column) => Object.keys(column)))];
  return table(head, [
    ...names.map((name) => [name, ...columns.map((column) => fixed(column[name] ?? 0, 2))]),
    ['**together**', ...columns.map((column) => `**${fixed(total(column), 2)}**`)],
    ...(target ? [[...target]] : []),
  ]);
}

const seconds = (milliseconds: number) => `${fixed(milliseconds / 1000)} s`;
