import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReporting, oneInOf } from '../../../src/clicks/page-views.ts';
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
/** How many count page views beside each other: a list in an isolate each. */
const COUNTERS = [1, 24];
/** Page views of a browser that sees a list, while it keeps what it was told: a week where so many look. */
const KEPT = [1, 5, 10, 20];
/** Items of a list, and those of it that a reader saw. */
const ITEMS = 10;
const SEEN = [1, 2, 3, 4, 5, 6];
/** Requests a second, and milliseconds in which everything is counted at the end. */
const RATE = 10;
const SETTLE = 10_000;
const HOUR = 3_600_000;

type Dollars = ReturnType<typeof dollarsOf>;

export interface ViewCosts {
  /** Of a million. */
  ticket: Dollars;
  /** To be told how many pages one asks for. */
  told: Dollars;
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
    const told = async (i: number) => {
      const { status } = await ask({ url: new URL(`/tickets/one-in?key=${key}&list=list%20${i}`, url).href });
      if (status !== 200) throw new Error(`/tickets ${status}`);
    };
    const report = (i: number) => post('/views', { ticket: tickets[i % tickets.length], seen: SEEN });
    const count = RATE * seconds;
    // Salts are made, modules loaded, and the feed stored.
    await each(50, RATE, told);
    await each(50, RATE, ticket);
    await each(50, RATE, report, SETTLE);
    await each(50, RATE, (i) => feed(i % 2 ? '&views=1' : ''));
    const [learnt, asked, reported] = [
      await each(count, RATE, told),
      await each(count, RATE, ticket),
      await each(count, RATE, report, SETTLE),
    ];
    const [bare, ticketed] = [
      await each(count, RATE * 4, () => feed('')),
      await each(count, RATE * 4, () => feed('&views=1')),
    ];
    const cpu = ({ cpu: used, usage: of }: typeof bare) =>
      dollarsOf({ requests: 0, cpu: used, usage: of, of: count })['CPU time'];
    return {
      told: dollarsOf({ ...learnt, requests: count, of: count }),
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

/** What comes of so many page views of an hour after one like it, as the service itself decides; `asks`: pages ask only as they are told to. */
function hourOf(views: number, asks: boolean) {
  const list = crypto.randomUUID();
  const came = { asked: 0, reports: 0 };
  for (let i = -views; i < views; i++) {
    const now = Math.floor((1 + i / views) * HOUR);
    const oneIn = asks ? oneInOf(list, now) : 1;
    if (i < 0) Object.assign(came, { asked: 0, reports: 0 });
    if (Math.random() * oneIn >= 1) continue;
    came.asked++;
    const network = `${Math.floor(Math.random() * 10_000)}`;
    if (isReporting({ list, network, oneIn }, now, Math.random)) came.reports++;
  }
  return came;
}

/** Where the page views are counted, and how. */
interface Kind {
  name: string;
  /** On the publisher's own pages one in so many asks as the service tells; else each page has a ticket. */
  asks: boolean;
  /** Dollars of a million page views, and of a million that ask. */
  each: number;
  ticket: number;
}

/** Dollars for a million clicks at 10 clicks and 100 page views a second. */
function costOf({ asks, each, ticket }: Kind, report: Dollars, counters: number): number {
  const views = (VIEWS * 3600) / counters;
  const { asked, reports } = hourOf(views, asks);
  return (VIEWS / CLICKS) * (each + (ticket * asked + total(report) * reports) / views);
}

/** The section on views of docs/measured/reads.md, and what its summary says. */
export function viewsReport({ told, ticket, report, feed, rowsOfReport }: ViewCosts) {
  const own = { asks: true, ticket: total(ticket) };
  const kinds: Kind[] = [
    {
      name: 'feeds in HTML, whose ticket is put in after the cache',
      asks: false,
      each: Math.max(0, feed.with - feed.without),
      ticket: 0,
    },
    ...KEPT.map((kept) => ({
      ...own,
      name: `lists on the publisher's own pages, ${kept === 1 ? 'each view is that of a new browser' : `a browser sees one ${kept} times a week`}`,
      each: total(told) / kept,
    })),
    { ...own, name: '… if each page view asked for a ticket', asks: false, each: 0 },
  ];
  const costs = kinds.map((kind) => COUNTERS.map((n) => fixed(costOf(kind, report, n), 2)));
  const names = Object.keys(report) as (keyof Dollars)[];
  const columns = [told, ticket, report];
  const body = `
## Views

${CLICKS} clicks and ${VIEWS} page views a second of lists with ${ITEMS} items, of which a reader sees ${SEEN.length}. A page of the publisher's own asks in how many pages one is to ask for a
ticket, and its browser keeps the answer, for a week where so many look; one in so many asks, and the ticket says whether it reports. How many ask and
report is what the service decides when it is given such page views for two hours, by lists and isolates that count for themselves. A report writes ${fixed(rowsOfReport, 1)} rows.

${table(
  ['dollars for a million', 'told how many ask', 'tickets asked for', 'reports of views'],
  [
    ...names.map((name) => [name, ...columns.map((column) => fixed(column[name], 2))]),
    ['**together**', ...columns.map((column) => `**${fixed(total(column), 2)}**`)],
  ],
)}

${table(
  [
    'dollars for a million clicks',
    ...COUNTERS.map((n) => (n === 1 ? 'one list, one isolate' : `${n} lists and isolates`)),
    'target',
  ],
  kinds.map(({ name }, i) => [name, ...(costs[i] ?? []), i === kinds.length - 1 ? '' : '≤ 1.5']),
)}`.trim();
  const said = costs.map((each) => each.join(' to '));
  return {
    body,
    summary: `Views cost ${said[0]} dollars in feeds, ${said[2]} on own pages that a browser sees ${KEPT[1]} times a week and ${said[1]} where each view is that of a new browser, at ${CLICKS} clicks and ${VIEWS} page views a second.`,
  };
}
