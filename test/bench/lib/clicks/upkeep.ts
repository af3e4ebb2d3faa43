import { now } from '../../../../src/command/command.ts';
import type { RunningWorker } from '../../../support/worker.ts';
import type { Usage } from '../../meter.ts';
import type { Upkeep } from './cost.ts';
import { difference } from './flow.ts';

const FREQUENT = '*/5 * * * *';
const DAILY = '17 3 * * *';
const DAY = 86_400;
/** A partition's turn comes round after 25 days; it is emptied in the five days before. */
const UNTIL_DROPPED = 20 * DAY;

export interface Retention {
  /** Articles that have been clicked. */
  articles: number;
  /** What the daily jobs use that drop a partition. */
  dropping: Usage;
}

/** Measures what the objects and the jobs do without any click: at a full hour, every five minutes, and once a day. */
export async function measureUpkeep(running: RunningWorker): Promise<Upkeep> {
  const { url, db, cron } = running;
  // The first run computes the days that clicks have come in for; the second has nothing to do.
  await cron(FREQUENT, at(0));
  return {
    cells: await count(db, 'count(*)'),
    frequent: await during(running, () => cron(FREQUENT, at(0))),
    daily: await during(running, () => cron(DAILY, at(DAY))),
    hourly: withNextAlarms(await during(running, () => fetch(new URL('/bench/heartbeats', url), { method: 'POST' }))),
  };
}

/** Here the alarm of the next hour is still set, because it has not rung; where it has, each object sets another. */
const withNextAlarms = (usage: Usage): Usage => ({
  ...usage,
  written: { ...usage.written, alarms: usage.objectRequests },
});

/** Measures what dropping a partition takes; no click of these days can be counted afterwards. */
export const measureRetention = async (running: RunningWorker): Promise<Retention> => ({
  articles: await count(running.db, 'count(DISTINCT content_id)'),
  dropping: await during(running, () => running.cron(DAILY, at(UNTIL_DROPPED))),
});

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
