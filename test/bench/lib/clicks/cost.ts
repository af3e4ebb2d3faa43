import type { Usage } from '../../meter.ts';
import type { Flow } from './flow.ts';
import { distinctArticles } from './newsroom.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Runs of the watchdog and the other jobs of five minutes in a day. */
const RUNS = 288;
/** Days whose hours are stored on average: partitions of five days, of which one waits to be emptied. */
const STORED_DAYS = 22;

/** What is paid for whether clicks come or not. */
export interface Upkeep {
  /** The heartbeats of all objects at one full hour. */
  hourly: Usage;
  /** One run of the jobs of five minutes. */
  frequent: Usage;
  /** One run of the daily jobs, which adds up the days, for so many rows of articles and hours. */
  daily: Usage;
  cells: number;
}

/** Dollars a million, Cloudflare's list prices for paid Workers plans. Included amounts are not deducted. */
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
/** A message is written, read and deleted. */
export const OPERATIONS = 3;
/** An object is charged for 128 MB while it is awake. */
export const OBJECT_GIGABYTES = 0.128;

export const total = (amounts: Record<string, number>): number => Object.values(amounts).reduce((sum, n) => sum + n, 0);

const rowsRead = ({ rowsRead: rows, objectReads }: Usage): number => rows + objectReads;
/** Rows of articles and hours that a day at a steady rate makes. */
const cellsOfDay = (rate: number): number => 24 * distinctArticles(HOUR * rate);

/** Rows written for one click at a steady rate, by what they are for. Fractions where many clicks share a row. */
export function rowsWritten({ rate, clicks, usage }: Flow, { hourly, frequent }: Upkeep): Record<string, number> {
  const measured = Object.entries(usage.written).map(([table, rows]): [string, number] => [table, rows / clicks]);
  return {
    ...Object.fromEntries(measured),
    heartbeats: total(hourly.written) / (HOUR * rate),
    'jobs of five minutes': (RUNS * total(frequent.written)) / (DAY * rate),
    // One total for each article that was clicked that day; dropping partitions writes none.
    'daily totals': distinctArticles(DAY * rate) / (DAY * rate),
  };
}

/** Rows read for one click at a steady rate, by what they are for. */
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

/** Dollars for a million clicks at a steady rate, by what is charged. */
export function costOfMillion(flow: Flow, upkeep: Upkeep): Record<string, number> {
  const { usage, clicks, rate } = flow;
  const each = (of: (from: Usage) => number) => of(usage) / clicks + of(upkeep.hourly) / (HOUR * rate);
  return {
    'Worker requests': PRICES.request * (1 + usage.batches / clicks + RUNS / (DAY * rate)),
    'CPU time': PRICES.cpuMillisecond * ((flow.cpu * 1000) / clicks),
    'queue operations': PRICES.queueOperation * OPERATIONS,
    'rows written': PRICES.rowWritten * total(rowsWritten(flow, upkeep)),
    'rows read': PRICES.rowRead * total(rowsReadOf(flow, upkeep)),
    'object requests': PRICES.objectRequest * each(({ objectRequests }) => objectRequests),
    'object duration': PRICES.gigabyteSecond * OBJECT_GIGABYTES * each(({ objectSeconds }) => objectSeconds),
    'key-value store': each(({ keyReads, keyWrites }) => PRICES.keyRead * keyReads + PRICES.keyWritten * keyWrites),
  };
}
