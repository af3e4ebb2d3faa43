import { OPERATIONS, PRICES, total } from '../lib/clicks/report.ts';
import type { Usage } from '../meter.ts';

/** Dollars per million operations by kind of charge. `of` is the number of operations that caused the usage. */
export const dollarsOf = ({
  requests,
  cpu,
  usage,
  of,
}: {
  requests: number;
  cpu: number;
  usage: Usage;
  of: number;
}) => ({
  'Worker requests': (PRICES.request * (requests + usage.batches)) / of,
  'CPU time': (PRICES.cpuMillisecond * cpu * 1000) / of,
  'queue operations': (PRICES.queueOperation * OPERATIONS * usage.messages) / of,
  'rows written': (PRICES.rowWritten * total(usage.written)) / of,
  'rows read': (PRICES.rowRead * usage.rowsRead) / of,
  'key-value store': (PRICES.keyRead * usage.keyReads + PRICES.keyWritten * usage.keyWrites) / of,
});
