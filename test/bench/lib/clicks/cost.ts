import type { Flow } from './flow.ts';
import { distinctArticles } from './newsroom.ts';

/** Objects that a newsroom of 300 topics keeps: one each, and one for the site. */
export const OBJECTS = 301;
/** Rows that an object's heartbeat writes at the full hour: its ranking and its next alarm. */
const HEARTBEAT = 2;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Rows written for one click at a steady rate, by what they are for. Fractions where many clicks share a row. */
export function rowsPerClick({ rate, clicks, usage }: Flow): Record<string, number> {
  const measured = Object.entries(usage.written).map(([table, rows]): [string, number] => [table, rows / clicks]);
  return {
    ...Object.fromEntries(measured),
    'hourly heartbeats': (OBJECTS * HEARTBEAT) / (HOUR * rate),
    // The daily clean-up writes one total for each article that was clicked that day; dropping partitions writes none.
    'daily totals': distinctArticles(DAY * rate) / (DAY * rate),
  };
}

export const total = (rows: Record<string, number>): number => Object.values(rows).reduce((sum, n) => sum + n, 0);

/** Dollars a million, Cloudflare's list prices for paid Workers plans. Included amounts are not deducted. */
export const PRICES = {
  request: 0.3,
  cpuMillisecond: 0.02,
  queueOperation: 0.4,
  rowWritten: 1,
  rowRead: 0.001,
  objectRequest: 0.15,
  gigabyteSecond: 12.5,
};
/** A message is written, read and deleted. */
const OPERATIONS = 3;
/** An object is charged for 128 MB while it is awake. */
const OBJECT_GIGABYTES = 0.128;

/** Dollars for a million clicks at a steady rate, by what is charged. */
export function costOfMillion(flow: Flow): Record<string, number> {
  const each = (amount: number) => amount / flow.clicks;
  return {
    'Worker requests': PRICES.request * (1 + each(flow.usage.batches)),
    'CPU time': PRICES.cpuMillisecond * each(flow.cpu * 1000),
    'queue operations': PRICES.queueOperation * OPERATIONS,
    'rows written': PRICES.rowWritten * total(rowsPerClick(flow)),
    'rows read': PRICES.rowRead * each(flow.usage.rowsRead + flow.usage.objectReads),
    'object requests': PRICES.objectRequest * each(flow.usage.objectRequests),
    'object duration': PRICES.gigabyteSecond * OBJECT_GIGABYTES * each(flow.usage.objectSeconds),
  };
}
