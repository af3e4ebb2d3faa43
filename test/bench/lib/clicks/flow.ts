import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningWorker } from '../../../support/worker.ts';
import type { Usage } from '../../meter.ts';
import { client, percentile } from '../http.ts';
import { topicsOf } from './newsroom.ts';
import { beacon } from './readers.ts';

/** What clicks at one rate have cost and how long they took to be seen. */
export interface Flow {
  /** Clicks a second. */
  rate: number;
  clicks: number;
  /** During the clicks, clean-up and heartbeats of later hours not among it. */
  usage: Usage;
  /** Seconds of processor time of the whole runtime, simulators and all. */
  cpu: number;
  /** Milliseconds from the sending of a beacon to the published rankings of each of its topics and the site. */
  visible: { p50: number; p95: number; max: number };
}

export interface FlowOptions {
  rate: number;
  /** Seconds at this rate before counting begins: objects are loaded and have their alarms. */
  warmUp: number;
  seconds: number;
}

const SITE = 0;
const POLL = 200;
/** Longer than an object waits between two publications. */
const SETTLE = 6_000;

/** Sends clicks of new readers at a steady rate through the whole way, and watches the rankings. */
export async function measureFlow(
  { url, db }: RunningWorker,
  key: string,
  cpuSeconds: () => number,
  { rate, warmUp, seconds }: FlowOptions,
): Promise<Flow> {
  const { ask, close } = client(32);
  const usage = async (): Promise<Usage> => JSON.parse((await ask({ url: new URL('/bench/usage', url).href })).body);
  const watch = await watchRankings(db);
  const send = async () => {
    const sent = beacon(url, key);
    const began = Date.now();
    const { status, headers, body } = await ask(sent);
    if (headers['x-click'] !== 'accepted') throw new Error(`${status} ${headers['x-click']} ${body}`);
    watch.accepted([SITE, ...topicsOf(sent.contentId)], began);
  };
  const clicks = async (count: number) => {
    const pending: Promise<void>[] = [];
    const began = performance.now();
    for (let i = 0; i < count; i++) {
      await sleep(Math.max(0, began + (i * 1000) / rate - performance.now()));
      pending.push(send());
    }
    await Promise.all(pending);
  };
  await clicks(rate * warmUp);
  await sleep(SETTLE);
  watch.forget();
  const [before, cpuBefore] = [await usage(), cpuSeconds()];
  await clicks(rate * seconds);
  await sleep(SETTLE);
  const [after, cpu] = [await usage(), cpuSeconds() - cpuBefore];
  const times = await watch.stop();
  close();
  return {
    rate,
    clicks: rate * seconds,
    usage: difference(after, before),
    cpu,
    visible: { p50: percentile(times, 0.5), p95: percentile(times, 0.95), max: percentile(times, 1) },
  };
}

/** What has been used between two looks. */
export function difference({ written, ...after }: Usage, before: Usage): Usage {
  const amounts = Object.entries(after).map(([name, amount]) => [name, amount - before[name as keyof typeof after]]);
  const rows = Object.entries(written).map(([table, count]) => [table, count - (before.written[table] ?? 0)]);
  return { ...(Object.fromEntries(amounts) as typeof after), written: Object.fromEntries(rows) };
}

/** Looks at the published counters again and again: a topic's n-th click is visible when the counter has grown by n. */
async function watchRankings(db: D1Database) {
  const counters = async () => {
    return new Map(await db.prepare('SELECT topic_id, engagement_7d FROM topic_windows').raw<[number, number]>());
  };
  const start = await counters();
  /** When the clicks of each topic that cannot be seen yet were sent, and how many there were before. */
  const waiting = new Map<number, { seen: number; sent: number[] }>();
  let times: number[] = [];
  let on = true;
  const look = async () => {
    const now = await counters();
    const at = Date.now();
    for (const [topic, queue] of waiting) {
      const visible = (now.get(topic) ?? 0) - (start.get(topic) ?? 0) - queue.seen;
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
