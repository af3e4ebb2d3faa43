import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeListToken, parseListToken } from '../../../src/clicks/list-tokens.ts';
import { boundariesOf, nextLevel } from '../../../src/clicks/sampling/list-sampling.ts';
import { TARGET_IMPRESSIONS_PER_DAY } from '../../../src/rankings/read-depth/daily-sample-rate.ts';
import { runtimeCpuSeconds } from '../lib/clicks/cpu.ts';
import { beacon, clickedArticle, difference } from '../lib/clicks/flow.ts';
import { total } from '../lib/clicks/report.ts';
import { client } from '../lib/http.ts';
import { fixed, table } from '../lib/report.ts';
import { makeKey, startBench } from '../lib/server.ts';
import type { Usage } from '../meter.ts';
import { dollarsOf } from './dollars.ts';

const VIEWS = 100;
const CLICKS = 10;
const LISTS = [1, 24];
/** Weekly page views of a browser that shows a list. */
const WEEKLY = [1, 5, 10, 20];
/** One in this many first page views of new browsers requests a token (`views.js`). */
const NEW_BROWSERS = 8;
/** Hours for which a browser caches k = 1. A larger k is cached k times as long, up to a week. */
const CACHED_HOURS = 12;
const WEEK_HOURS = 168;
const ITEMS = 10;
const SEEN = [1, 2, 3, 4, 5, 6];
const RATE = 10;
const SETTLE = 10_000;
const DAY = 86_400;

type Dollars = ReturnType<typeof dollarsOf>;

export interface ViewCosts {
  listToken: Dollars;
  /** Cost of a million requests for k, the sampling interval. */
  told: Dollars;
  report: Dollars;
  /** Cost of a million reports beyond the number that is counted. */
  uncounted: Dollars;
  /** CPU cost of a million cached HTML feeds, with and without a list token. */
  feed: { with: number; without: number };
  rowsOfReport: number;
}

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
    const listTokens: string[] = [];
    const listToken = async (i: number) => {
      const ids = Array.from({ length: 3 * ITEMS }, () => clickedArticle(i / 7919 + Math.random() * (1 - i / 7919)));
      const body = await post('/list-tokens', { list: `list ${i}`, ids: [...new Set(ids)].slice(0, ITEMS) });
      listTokens.push(JSON.parse(body).data.listToken);
    };
    const told = async (i: number) => {
      const { status } = await ask({ url: new URL(`/list-tokens/sampling?key=${key}&list=list%20${i}`, url).href });
      if (status !== 200) throw new Error(`/list-tokens ${status}`);
    };
    const report = (i: number) => post('/views', { listToken: listTokens[i % listTokens.length], seen: SEEN });
    // List tokens of yesterday are not counted.
    const today = Math.floor(Date.now() / 1000 / DAY);
    await db
      .prepare('INSERT INTO view_rates (day, part) VALUES (?, 0)')
      .bind(today - 1)
      .run();
    const secret = (await db.prepare('SELECT value FROM secrets').first<string>('value')) ?? '';
    const uncounted = async (i: number) => {
      const known = await parseListToken(secret, listTokens[i % listTokens.length], Date.now());
      if (!known) throw new Error('the list token of a page cannot be read');
      return post('/views', {
        listToken: await makeListToken(secret, { ...known, minute: (today * DAY) / 60 - 1 }),
        seen: SEEN,
      });
    };
    const count = RATE * seconds;
    // The first requests create the salts, load modules and store the feed.
    await each(50, RATE, told);
    await each(50, RATE, listToken);
    await each(50, RATE, report, SETTLE);
    await each(50, RATE, (i) => feed(i % 2 ? '&views=1' : ''));
    await each(50, RATE, uncounted);
    const [learnt, asked, reported, dropped] = [
      await each(count, RATE, told),
      await each(count, RATE, listToken),
      await each(count, RATE, report, SETTLE),
      await each(count, RATE, uncounted),
    ];
    const [bare, ticketed] = [
      await each(count, RATE * 4, () => feed('')),
      await each(count, RATE * 4, () => feed('&views=1')),
    ];
    const cpu = ({ cpu: used, usage: of }: typeof bare) =>
      dollarsOf({ requests: 0, cpu: used, usage: of, of: count })['CPU time'];
    return {
      told: dollarsOf({ ...learnt, requests: count, of: count }),
      listToken: dollarsOf({ ...asked, requests: count, of: count }),
      report: dollarsOf({ ...reported, requests: count, of: count }),
      uncounted: dollarsOf({ ...dropped, requests: count, of: count }),
      rowsOfReport: total(reported.usage.written) / count,
      feed: { with: cpu(ticketed), without: cpu(bare) },
    };
  } finally {
    close();
    await dispose();
  }
}

/** Returns k for a list with this many page views per hour. */
async function samplingAt(views: number, list: number): Promise<number> {
  const boundaries = await boundariesOf('secret of the bench', String(list));
  let level = 0;
  for (let hour = 0; hour < 3; hour++) level = nextLevel(level, views, boundaries);
  return 2 ** level;
}

interface Kind {
  name: string;
  each: number;
  /** Weekly page views of a browser, one in k of which requests a token, or `null` if every page has one. */
  weekly: number | null;
}

async function costOf({ each, weekly }: Kind, costs: ViewCosts, lists: number): Promise<number> {
  const views = (VIEWS * 3600) / lists;
  let [questions, tokens, reports] = [0, 0, 0];
  for (let list = 0; list < lists; list++) {
    const k = await samplingAt(views, list);
    const first = 1 / (weekly ?? Number.POSITIVE_INFINITY);
    const asks = views * (first / Math.max(NEW_BROWSERS, k) + (1 - first) / k);
    const fetches = Math.max(1, WEEK_HOURS / (CACHED_HOURS * k));
    questions += views * (weekly === 1 ? 1 / NEW_BROWSERS : Math.min(1, fetches * first));
    if (weekly !== null) tokens += asks;
    reports += asks;
  }
  const part = Math.min(1, TARGET_IMPRESSIONS_PER_DAY / (24 * reports * SEEN.length));
  const { told, listToken, report, uncounted } = costs;
  const dollars =
    questions * total(told) +
    tokens * total(listToken) +
    reports * (part * total(report) + (1 - part) * total(uncounted)) +
    lists * views * each;
  return dollars / (CLICKS * 3600);
}

export async function viewsReport(measured: ViewCosts) {
  const { told, listToken, report, uncounted, feed, rowsOfReport } = measured;
  const kinds: Kind[] = [
    {
      name: 'feeds in HTML, whose token is written after the cache',
      each: Math.max(0, feed.with - feed.without),
      weekly: null,
    },
    ...WEEKLY.map((weekly) => ({
      name: `lists on the publisher's own pages, ${weekly === 1 ? 'each view is that of a new browser' : `a browser sees one ${weekly} times a week`}`,
      each: 0,
      weekly,
    })),
  ];
  const costs = await Promise.all(
    kinds.map((kind) => Promise.all(LISTS.map(async (n) => fixed(await costOf(kind, measured, n), 2)))),
  );
  const columns = [told, listToken, report, uncounted];
  const body = `
## Views

${CLICKS} clicks and ${VIEWS} page views a second of lists with ${ITEMS} items, of which a reader sees ${SEEN.length}. One in k tokens reports, with the service's own k. On own pages a browser caches k, and one in k page views requests a token. Of new browsers, one in ${NEW_BROWSERS} requests k. Reports above ${TARGET_IMPRESSIONS_PER_DAY.toLocaleString('en')} positions per day are accepted, but not counted. A counted report writes ${fixed(rowsOfReport, 1)} rows.

${table(
  ['dollars for a million', 'questions for k', 'tokens asked for', 'counted reports', 'reports not counted'],
  [['**together**', ...columns.map((column) => `**${fixed(total(column), 2)}**`)]],
)}

${table(
  ['dollars for a million clicks', ...LISTS.map((n) => (n === 1 ? 'one list' : `${n} lists`)), 'target'],
  kinds.map(({ name }, i) => [name, ...(costs[i] ?? []), '≤ 1.5']),
)}`.trim();
  const prices = costs.map((each) => each.map((price) => `$${price}`).join(' to '));
  return {
    body,
    summary: `At ${CLICKS} clicks and ${VIEWS} page views per second, impressions in feeds add ${prices[0]} per million clicks. Impressions on your own pages add ${prices[2]} with ${WEEKLY[1]} visits per browser and week, and ${prices[1]} with a new browser for each page view.`,
  };
}
