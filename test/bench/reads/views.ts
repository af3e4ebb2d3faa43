import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runtimeCpuSeconds } from '../lib/clicks/cpu.ts';
import { beacon, clickedArticle, difference } from '../lib/clicks/flow.ts';
import { total } from '../lib/clicks/report.ts';
import { client } from '../lib/http.ts';
import { fixed, table } from '../lib/report.ts';
import { makeKey, startBench } from '../lib/server.ts';
import type { Usage } from '../meter.ts';
import { dollarsOf } from './dollars.ts';

/** Page views and clicks a second that the costs are told for. */
const VIEWS = 100;
const CLICKS = 10;
/** The service's own sampling: so many page views of an hour report, and of the n-th after them one in n of these (src/clicks/tickets.ts). */
const ALL = 20;
/** How many count page views beside each other: a list in an isolate each. */
const COUNTERS = [1, 24];
const ONE_IN = 20;
/** Items of a list, and those of it that a reader saw. */
const ITEMS = 10;
const SEEN = [1, 2, 3, 4, 5, 6];
/** Requests a second, and milliseconds in which everything is counted at the end. */
const RATE = 10;
const SETTLE = 10_000;

type Dollars = ReturnType<typeof dollarsOf>;

export interface ViewCosts {
  /** Of a million. */
  ticket: Dollars;
  report: Dollars;
  /** CPU time alone, of a million feeds in HTML that are stored, with a ticket and without. */
  feed: { with: number; without: number };
  rowsOfReport: number;
}

/** What a ticket, a report of views, and a ticket in an embedded feed use. */
export async function measureViews(fresh: string, script: string, seconds: number): Promise<ViewCosts> {
  const state = `${fresh}-views`;
  cpSync(fresh, state, { recursive: true });
  const { url, db, dispose } = await startBench(state, script, { TRUSTED_NETWORKS: '2000::/3' });
  const { ask, close } = client(32);
  try {
    const key = await makeKey(db, 'publishable');
    const usage = async (): Promise<Usage> => JSON.parse((await ask({ url: new URL('/bench/usage', url).href })).body);
    const post = async (path: string, body: object) => {
      const asked = { ...beacon(url, key), url: new URL(path, url).href, body: JSON.stringify({ key, ...body }) };
      const answer = await ask(asked);
      if (answer.status >= 300 || (answer.headers['x-click'] ?? 'accepted') !== 'accepted')
        throw new Error(`${path} ${answer.status} ${answer.headers['x-click']} ${answer.body}`);
      return answer.body;
    };
    const feed = async (views: string) => {
      const answer = await ask({ url: new URL(`/api/v2/feed/?output=html&limit=10&apiKey=${key}${views}`, url).href });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
    };
    /** What `one` uses, done so many times at a steady rate. */
    const each = async (times: number, rate: number, one: (i: number) => Promise<unknown>, settle = 0) => {
      const [before, cpuBefore, began] = [await usage(), runtimeCpuSeconds(), performance.now()];
      await Promise.all(
        Array.from({ length: times }, async (_, i) => {
          await sleep(Math.max(0, began + (i * 1000) / rate - performance.now()));
          await one(i);
        }),
      );
      await sleep(settle);
      return { usage: difference(await usage(), before), cpu: runtimeCpuSeconds() - cpuBefore };
    };
    const tickets: string[] = [];
    const ticket = async (i: number) => {
      const ids = Array.from({ length: 3 * ITEMS }, () => clickedArticle(i / 7919 + Math.random() * (1 - i / 7919)));
      const body = await post('/tickets', { list: `list ${i}`, ids: [...new Set(ids)].slice(0, ITEMS) });
      tickets.push(JSON.parse(body).data.ticket);
    };
    const report = (i: number) => post('/views', { ticket: tickets[i % tickets.length], seen: SEEN });
    const count = RATE * seconds;
    // Salts are made, modules loaded, and the feed stored.
    await each(50, RATE, ticket);
    await each(50, RATE, report, SETTLE);
    await each(50, RATE, (i) => feed(i % 2 ? '&views=1' : ''));
    const [asked, reported] = [await each(count, RATE, ticket), await each(count, RATE, report, SETTLE)];
    const [bare, ticketed] = [
      await each(count, RATE * 4, () => feed('')),
      await each(count, RATE * 4, () => feed('&views=1')),
    ];
    const cpu = ({ cpu: used, usage: of }: typeof bare) =>
      dollarsOf({ requests: 0, cpu: used, usage: of, of: count })['CPU time'];
    return {
      ticket: dollarsOf({ ...asked, requests: count, of: count }),
      report: dollarsOf({ ...reported, requests: count, of: count }),
      rowsOfReport: total(reported.usage.written) / count,
      feed: { with: cpu(ticketed), without: cpu(bare) },
    };
  } finally {
    close();
    await dispose();
  }
}

/** Page views of an hour that report, of so many that one counter sees. */
const reporting = (views: number): number =>
  Array.from({ length: Math.round(views) }, (_, i) => Math.min(1, ALL / (i + 1))).reduce(
    (sum, chance) => sum + chance,
    0,
  );

/** Dollars for a million clicks at 10 clicks and 100 page views a second; `asked`: the part of page views that asks for a ticket. */
function costOf({ ticket, report, feed }: ViewCosts, counters: number, asked: number | null): number {
  const perClick = VIEWS / CLICKS;
  const views = (VIEWS * 3600 * (asked ?? 1)) / counters;
  const reports = (counters * reporting(views)) / (CLICKS * 3600);
  const tickets = asked === null ? Math.max(0, feed.with - feed.without) : asked * total(ticket);
  return perClick * tickets + reports * total(report);
}

/** The section on views of docs/measured/reads.md, and what its summary says. */
export function viewsReport(costs: ViewCosts) {
  const kinds: [string, number | null][] = [
    ['feeds in HTML, whose ticket is put in after the cache', null],
    ["lists on the publisher's own pages, each page view asks", 1],
    [`lists on the publisher's own pages, one in ${ONE_IN} asks (\`data-one-in\`)`, 1 / ONE_IN],
  ];
  const names = Object.keys(costs.report) as (keyof Dollars)[];
  const body = `
## Views

${CLICKS} clicks and ${VIEWS} page views a second of lists with ${ITEMS} items, of which a reader sees ${SEEN.length}. Each page view has a ticket; it says which pages report, and their
number falls with that of the page views that one isolate has counted of one list in an hour. A report writes ${fixed(costs.rowsOfReport, 1)} rows.

${table(
  ['dollars for a million', 'tickets asked for', 'reports of views'],
  [
    ...names.map((name) => [name, fixed(costs.ticket[name], 2), fixed(costs.report[name], 2)]),
    ['**together**', `**${fixed(total(costs.ticket), 2)}**`, `**${fixed(total(costs.report), 2)}**`],
  ],
)}

${table(
  [
    'dollars for a million clicks',
    ...COUNTERS.map((n) => (n === 1 ? 'one list, one isolate' : `${n} lists and isolates`)),
    'target',
  ],
  kinds.map(([name, asked]) => [name, ...COUNTERS.map((n) => fixed(costOf(costs, n, asked), 2)), '≤ 1.5']),
)}`.trim();
  const said = kinds.map(([, asked]) => fixed(costOf(costs, 1, asked), 2));
  return {
    body,
    summary: `Views cost ${said[0]} in feeds, ${said[1]} on own pages, ${said[2]} where one in ${ONE_IN} asks, at ${CLICKS} clicks and ${VIEWS} page views a second.`,
  };
}
