import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../../../src/command/command.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../../../src/db/audiences.ts';
import { byKind, KINDS } from '../../../../src/db/click-columns.ts';
import { createRandom, sampler, zipf } from '../../../../src/demo/random.ts';
import type { RunningWorker } from '../../../support/worker.ts';
import type { Usage } from '../../meter.ts';
import { type Ask, client, percentile } from '../http.ts';
import { makeArticle, TOPICS } from '../newsroom.ts';
import type { Upkeep } from './report.ts';

/** Number of clicked articles. The newest are clicked most often. */
export const ARTICLES = 20_000;

const drawTopic = sampler(zipf(TOPICS, 0.9));
const topicsById = new Map<number, number[]>();

export function topicsOf(id: number): number[] {
  const random = createRandom(3, String(id));
  const known = topicsById.get(id) ?? [];
  for (const topics = new Set(known); known.length < 3; ) {
    const topic = drawTopic(random.next()) + 1;
    if (!topics.has(topic)) known.push(topic);
    topics.add(topic);
  }
  topicsById.set(id, known);
  return known;
}

export function makeClickedArticle(age: number, size: number, now: number) {
  const article = makeArticle(age, size, now);
  return { ...article, topics: topicsOf(article.id) };
}

const weights = zipf(ARTICLES);
const draw = sampler(weights);

export const clickedArticle = (uniform: number): number => ARTICLES - draw(uniform);

export function distinctArticles(clicks: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight) => sum + 1 - (1 - weight / total) ** clicks, 0);
}

const random = createRandom(5, 'readers');
const SYSTEMS = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'Linux; Android 10; K',
];
const BROWSERS = SYSTEMS.flatMap((system) =>
  ['', ' Edg/141.0.0.0', ' OPR/126.0.0.0'].map(
    (name) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36${name}`,
  ),
);
const NETWORKS = 40;
const PREFIXES = 4096;

const gaps = createRandom(5, 'gaps');

let readers = 0;
const era = Math.floor(Date.now() / 1000).toString(16);

const attributes = () => ({
  companyType: random.chance(0.8) ? random.pick(COMPANY_TYPES) : null,
  seniority: random.chance(0.7) ? random.pick(SENIORITIES) : null,
});

export interface Beacon extends Ask {
  contentId: number;
}

export function beacon(base: URL, key: string): Beacon {
  const contentId = clickedArticle(random.next());
  const bits = readers++;
  return {
    contentId,
    url: new URL('/clicks', base).href,
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      'User-Agent': random.pick(BROWSERS),
      // Each reader has a separate /64. The readers come from many /32.
      'CF-Connecting-IP': `2${(0x100 + (bits >>> 16)).toString(16)}:${random.int(1, PREFIXES).toString(16)}:${era.slice(-4)}:${(bits & 0xffff).toString(16)}::1`,
      'X-Bench-Continent': random.pick(CONTINENTS),
      'X-Bench-Network': String(random.int(1, NETWORKS)),
    },
    body: JSON.stringify({ key, contentId, ...attributes() }),
  };
}

export function message() {
  return {
    v: 1,
    id: `${era}${(readers++).toString(16)}`.padStart(32, '0'),
    contentId: clickedArticle(random.next()),
    hour: Math.floor(Date.now() / 3_600_000),
    origin: 'unsigned',
    ...byKind((kind) => random.int(0, KINDS[kind] - 1)),
    ...attributes(),
    continent: random.pick(CONTINENTS),
  };
}

/** Returns a click from the six days before `now` (epoch seconds), in the import format. */
export function pastClick(now: number) {
  return {
    contentId: clickedArticle(random.next()),
    at: new Date((now - random.int(3600, 6 * 86_400)) * 1000).toISOString(),
    reader: `${era}-${readers++}`,
    ...(random.chance(0.5)
      ? {}
      : {
          signed: false,
          network: random.int(1, NETWORKS),
          prefix: `10.${random.int(0, 255)}`,
          userAgent: random.pick(BROWSERS),
        }),
    ...attributes(),
    continent: random.pick(CONTINENTS),
  };
}

export interface Flow {
  rate: number;
  clicks: number;
  /** Usage of the platform during the clicks, excluding clean-up and later heartbeats. */
  usage: Usage;
  /** CPU time of the runtime with its simulators but without its idle consumption, in seconds. */
  cpu: number;
  /** Time from a beacon until the rankings of its topics and of the site are stored, in milliseconds. */
  visible: { p50: number; p95: number; max: number } | null;
}

export interface FlowOptions {
  rate: number;
  /** Seconds of clicks before the measurement, so that objects are loaded and have set their alarms. */
  warmUp: number;
  seconds: number;
  /** Secret key of a client that reads lists continuously, or `null` without a reader. */
  reader: string | null;
  idle: number;
  /** Whether clicks come at random times, as those of independent readers do. Otherwise, their intervals are equal. */
  isRandom: boolean;
}

const LOOKS = 8;
const LOOK = 2_500;

/** CPU seconds per second of the idle runtime. Its simulators poll, which no platform charges for. */
export async function measureIdle(cpuSeconds: () => number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < LOOKS; i++) {
    const [before, began] = [cpuSeconds(), performance.now()];
    await sleep(LOOK);
    times.push(((cpuSeconds() - before) * 1000) / (performance.now() - began));
  }
  return Math.min(...times);
}

const SITE = 0;
const POLL = 200;
/** Time in milliseconds that is longer than the maximum between two publications of an object. */
const SETTLE = 12_000;
/** Milliseconds between two requests of the reader. They stand for those of many readers that miss the edge cache. */
const READ = 1_000;

export async function measureFlow(
  { url, db }: RunningWorker,
  key: string,
  cpuSeconds: () => number,
  { rate, warmUp, seconds, reader, idle, isRandom }: FlowOptions,
): Promise<Flow> {
  const { ask, close } = client(32);
  const usage = async (): Promise<Usage> => JSON.parse((await ask({ url: new URL('/bench/usage', url).href })).body);
  const readers = reader ? readLists(url, reader) : null;
  // Clicks that were sent before but are stored later would be mistaken for the measured ones.
  if (readers) await sleep(SETTLE);
  const watch = reader ? await watchRankings(db) : null;
  const send = async () => {
    const sent = beacon(url, key);
    const began = Date.now();
    const { status, headers, body } = await ask(sent);
    if (headers['x-click'] !== 'accepted') throw new Error(`${status} ${headers['x-click']} ${body}`);
    watch?.accepted([SITE, ...topicsOf(sent.contentId)], began);
  };
  const clicks = async (count: number) => {
    const pending: Promise<void>[] = [];
    const began = performance.now();
    for (let i = 0, at = began; i < count; i++) {
      await sleep(Math.max(0, at - performance.now()));
      at += (isRandom ? -Math.log(1 - gaps.next()) : 1) * (1000 / rate);
      pending.push(send());
    }
    await Promise.all(pending);
  };
  await clicks(rate * warmUp);
  await sleep(SETTLE);
  watch?.forget();
  const [before, cpuBefore, began] = [await usage(), cpuSeconds(), performance.now()];
  await clicks(rate * seconds);
  await sleep(SETTLE);
  const [after, cpu, ended] = [await usage(), cpuSeconds() - cpuBefore, performance.now()];
  const times = await watch?.stop();
  await readers?.stop();
  close();
  return {
    rate,
    clicks: rate * seconds,
    usage: difference(after, before),
    cpu: Math.max(0, cpu - (idle * (ended - began)) / 1000),
    visible: times ? { p50: percentile(times, 0.5), p95: percentile(times, 0.95), max: percentile(times, 1) } : null,
  };
}

function readLists(url: URL, key: string) {
  const { ask, close } = client(2);
  let on = true;
  let asked = 0;
  const loop = (async () => {
    while (on) {
      const limit = 1 + (asked++ % 50);
      const lists = ['trending-topics', 'popular-content'].map(async (list) => {
        const { status, body } = await ask({
          url: new URL(`/api/v2/insights/${list}/?limit=${limit}`, url).href,
          headers: { Authorization: `Bearer ${key}` },
        });
        if (status !== 200) throw new Error(`${list}: ${status} ${body}`);
      });
      await Promise.all([...lists, sleep(READ)]);
    }
  })();
  return {
    async stop() {
      on = false;
      await loop;
      close();
    },
  };
}

export function difference({ written, ...after }: Usage, before: Usage): Usage {
  const amounts = Object.entries(after).map(([name, amount]) => [name, amount - before[name as keyof typeof after]]);
  const rows = Object.entries(written).map(([table, count]) => [table, count - (before.written[table] ?? 0)]);
  return { ...(Object.fromEntries(amounts) as typeof after), written: Object.fromEntries(rows) };
}

/** Polls the published counters: a topic's n-th click is visible when the counter has grown by n. */
async function watchRankings(db: D1Database) {
  const counters = async () => {
    return new Map(await db.prepare('SELECT topic_id, engagement_7d FROM topic_windows').raw<[number, number]>());
  };
  const start = await counters();
  const waiting = new Map<number, { seen: number; sent: number[] }>();
  let times: number[] = [];
  let on = true;
  const look = async () => {
    const now = await counters();
    const at = Date.now();
    for (const [topic, queue] of waiting) {
      const visible = (now.get(topic) ?? 0) - (start.get(topic) ?? 0) - queue.seen;
      if (visible > queue.sent.length) throw new Error(`topic ${topic} shows more clicks than were sent`);
      const gone = queue.sent.splice(0, Math.max(0, visible));
      queue.seen += gone.length;
      times.push(...gone.map((sent) => at - sent));
    }
  };
  const loop = (async () => {
    while (on) await Promise.all([look(), sleep(POLL)]);
  })();
  return {
    accepted(topics: readonly number[], sent: number) {
      for (const topic of topics) {
        const queue = waiting.get(topic) ?? { seen: 0, sent: [] };
        queue.sent.push(sent);
        waiting.set(topic, queue);
      }
    },
    forget() {
      times = [];
    },
    async stop() {
      on = false;
      await loop;
      await look();
      const unseen = [...waiting.values()].reduce((sum, { sent }) => sum + sent.length, 0);
      if (unseen > 0) throw new Error(`${unseen} clicks have not become visible`);
      return times;
    },
  };
}

const FREQUENT = '*/5 * * * *';
const DAILY = '17 3 * * *';
const DAY = 86_400;
/** Time until a partition is emptied. This happens in the last five of the 25 days before it is reused. */
const UNTIL_DROPPED = 20 * DAY;

export interface Retention {
  articles: number;
  dropping: Usage;
}

/** Measures objects and jobs without clicks: at a full hour, every five minutes, and once per day. */
export async function measureUpkeep(running: RunningWorker): Promise<Upkeep> {
  const { url, db, cron } = running;
  // The first run computes the days with new clicks, and the second run has nothing to do.
  await cron(FREQUENT, at(0));
  await trustClock(running, at(DAY));
  return {
    cells: await count(db, 'count(*)'),
    frequent: await during(running, () => cron(FREQUENT, at(0))),
    daily: await during(running, () => cron(DAILY, at(DAY))),
    hourly: withNextAlarm(await during(running, () => fetch(new URL('/bench/heartbeats', url), { method: 'POST' }))),
  };
}

/** Adds the alarm that the site's object sets after a full hour. In this run that alarm is already set. */
const withNextAlarm = ({ written, ...usage }: Usage): Usage => ({
  ...usage,
  written: { ...written, alarms: (written.alarms ?? 0) + 1 },
});

/** Clicks on the days of a dropped partition cannot be counted afterwards. */
export async function measureRetention(running: RunningWorker): Promise<Retention> {
  await trustClock(running, at(UNTIL_DROPPED));
  return {
    articles: await count(running.db, 'count(DISTINCT content_id)'),
    dropping: await during(running, () => running.cron(DAILY, at(UNTIL_DROPPED))),
  };
}

/** Nothing is deleted before the clock's jump by several days is confirmed. */
const trustClock = async ({ db }: RunningWorker, time: Date) => {
  await db.prepare('UPDATE service_clock SET newest = ?').bind(time.getTime()).run();
};

async function during({ url }: RunningWorker, work: () => Promise<unknown>): Promise<Usage> {
  const usage = async () => (await (await fetch(new URL('/bench/usage', url))).json()) as Usage;
  const before = await usage();
  await work();
  return difference(await usage(), before);
}

const count = async (db: D1Database, what: string): Promise<number> =>
  (await db.prepare(`SELECT ${what} AS n FROM (${ALL_HOURS})`).first<number>('n')) ?? 0;
const ALL_HOURS = [0, 1, 2, 3, 4].map((n) => `SELECT content_id FROM click_hours_${n}`).join(' UNION ALL ');
const at = (ahead: number) => new Date((now() + ahead) * 1000);
