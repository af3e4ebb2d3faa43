import { circumstances, fixed, mebibytes, table, whole } from '../report.ts';
import type { WindowSize } from './capacity.ts';
import { costOfMillion, OBJECTS, rowsPerClick, total } from './cost.ts';
import type { Flow } from './flow.ts';
import { ARTICLES } from './newsroom.ts';

export interface ClickResults {
  /** Slowest first. */
  flows: readonly Flow[];
  beacons: { bare: number; beacon: number };
  /** Clicks a second. */
  drain: number;
  window: WindowSize;
  cleanUp: { clicks: number; articles: number; dailyRows: number; droppingRows: number };
  seconds: number;
}

const TARGETS: Record<number, number> = { 1: 10, 10: 5, 100: 3 };

/** The tables of docs/measured/clicks.md. */
export function clickReport(results: ClickResults): string {
  const { flows, beacons, drain, window, cleanUp } = results;
  const rates = flows.map(({ rate }) => `${rate} a second`);
  const fastest = flows.at(-1) as Flow;
  return `
${circumstances('npm run bench:clicks')}

${whole(ARTICLES)} articles with 3 of 300 topics each, clicked by Zipf's law with exponent 1; every click is another reader's, with random company type,
seniority and continent. Each goes the whole way: beacon, queue, consumer, objects, database. ${results.seconds} s at each rate, after a warm-up.

## Rows written for one click

Counted inside the Worker from D1's own figures; an object's alarms and stored entries are rows too. The last two lines are calculated for
a steady rate: at every full hour each of ${OBJECTS} objects publishes and sets its alarm; once a day the hours are added up to one total an article.
Measured once: the daily run wrote ${whole(cleanUp.dailyRows)} rows for ${whole(cleanUp.articles)} clicked articles, and dropping a partition with all clicks in it wrote ${whole(cleanUp.droppingRows)}.

${table(['rows written', ...rates], rowLines(flows))}

## Speed

${table(
  ['', 'figure', 'target'],
  [
    [
      `click → every ranking it is in, p50 / p95 / worst, at ${fastest.rate} a second`,
      `${seconds(fastest.visible.p50)} / ${seconds(fastest.visible.p95)} / ${seconds(fastest.visible.max)}`,
      'p95 ≤ 5 s',
    ],
    ['accepted beacons a second', whole(beacons.beacon), ''],
    ['… of a bare route that only sends to the queue', whole(beacons.bare), ''],
    ['… ratio', fixed(beacons.beacon / beacons.bare, 2), '≥ 0.7'],
    ['clicks a second that the consumer counts from a full queue', whole(drain), '≥ 2,000'],
    [
      `heap of a topic with ${whole(window.articles)} clicked articles (measured in node)`,
      mebibytes(window.bytes),
      '< 64 MiB',
    ],
    [
      '… ranking and publishing it in workerd, p50 / worst',
      `${whole(window.publish.p50)} / ${whole(window.publish.max)} ms`,
      '< 200 ms',
    ],
  ],
)}

## Cost of a million clicks

In dollars at Cloudflare's list prices (a million requests 0.30, CPU milliseconds 0.02, queue operations 0.40, rows written 1.00, rows read
0.001, object requests 0.15, GB-seconds 12.50), from the counts above; what a plan includes is not deducted. CPU time is that of the whole
local runtime with its simulators. An object counts as awake for 3.1 s after each call, which is when it has published at the latest.

${table(['dollars', ...rates], costLines(flows))}
`.trim();
}

/** The clicks' line in docs/benchmarks.md. */
export function clickSummary({ flows }: ClickResults): string {
  const list = (values: readonly string[]) => values.join(', ').replace(/, ([^,]*)$/, ' and $1');
  const fastest = flows.at(-1) as Flow;
  return `${list(flows.map((flow) => fixed(total(rowsPerClick(flow)), 2)))} rows written per click at ${list(flows.map(({ rate }) => String(rate)))} clicks a second.
At ${fastest.rate} a second 95 % of clicks are in every ranking after ${seconds(fastest.visible.p95)}. A million clicks cost
${list(flows.map((flow) => fixed(total(costOfMillion(flow)), 2)))} dollars at these rates.`;
}

function rowLines(flows: readonly Flow[]): string[][] {
  const columns = flows.map(rowsPerClick);
  const names = [...new Set(columns.flatMap((column) => Object.keys(column)))];
  return [
    ...names.map((name) => [name, ...columns.map((column) => fixed(column[name] ?? 0, 2))]),
    ['**total**', ...columns.map((column) => `**${fixed(total(column), 2)}**`)],
    ['target', ...flows.map(({ rate }) => (TARGETS[rate] ? `≤ ${TARGETS[rate]}` : ''))],
  ];
}

function costLines(flows: readonly Flow[]): string[][] {
  const columns = flows.map(costOfMillion);
  return [
    ...Object.keys(columns[0] ?? {}).map((name) => [name, ...columns.map((column) => fixed(column[name] ?? 0, 2))]),
    ['**total**', ...columns.map((column) => `**${fixed(total(column), 2)}**`)],
  ];
}

const seconds = (milliseconds: number) => `${fixed(milliseconds / 1000)} s`;
