import type { Usage } from '../../meter.ts';
import { OBJECT_GIGABYTES, OPERATIONS, total, type Upkeep } from './cost.ts';
import type { Flow } from './flow.ts';

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
