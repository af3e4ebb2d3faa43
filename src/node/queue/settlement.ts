import type { Retry, StoredMessage } from './message-store.ts';

/** Consumer settings from wrangler.toml. Times are in seconds. */
export interface ConsumerSettings {
  maxBatchSize: number;
  maxBatchTimeout: number;
  maxRetries: number;
  retryDelay: number;
  deadLetterQueue?: string;
}

export const DEFAULT_SETTINGS: ConsumerSettings = {
  maxBatchSize: 10,
  maxBatchTimeout: 5,
  maxRetries: 3,
  retryDelay: 0,
};

export interface Settlement {
  outcome: string;
  ackAll: boolean;
  retryBatch: { retry: boolean; delaySeconds?: number };
  explicitAcks: string[];
  retryMessages: { msgId: string; delaySeconds?: number }[];
}

/** Pause after a failed batch. It doubles with each further failure. */
const FIRST_PAUSE_MS = 500;
/** Maximum pause after a failed batch. It is short, because the consumer may recover soon. (docs/decisions.md#L20) */
export const MAX_PAUSE_MS = 3000;

export const restAfter = (outages: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(outages - 1, 10));

export interface Decision {
  isOutage: boolean;
  again: Map<number, Retry>;
  dead: StoredMessage[];
}

/** Decides which delivered messages are retried (`again`) or have failed (`dead`). All others are complete. */
export function decide(
  batch: readonly StoredMessage[],
  outcome: Settlement,
  settings: ConsumerSettings,
  now: number,
): Decision {
  const isOutage = outcome.outcome !== 'ok' || outcome.retryBatch.retry;
  const again = new Map<number, Retry>();
  const dead: StoredMessage[] = [];
  for (const [message, delay] of delaysOf(batch, outcome, settings.retryDelay)) {
    const counts = !isOutage || now >= message.countsAt;
    if (counts && message.failures >= settings.maxRetries) dead.push(message);
    else again.set(message.seq, retryOf(message, { counts, delay, isOutage }, now));
  }
  return { isOutage, again, dead };
}

function delaysOf(
  batch: readonly StoredMessage[],
  { outcome, ackAll, explicitAcks, retryBatch, retryMessages }: Settlement,
  retryDelay: number,
): Map<StoredMessage, number> {
  const acknowledged = new Set(explicitAcks);
  const delays = new Map(retryMessages.map(({ msgId, delaySeconds }) => [msgId, delaySeconds]));
  const allFailed = outcome !== 'ok' || retryBatch.retry;
  const failed = batch.filter(({ id }) => !ackAll && !acknowledged.has(id) && (allFailed || delays.has(id)));
  const usual = retryBatch.delaySeconds ?? retryDelay;
  return new Map(failed.map((message) => [message, 1000 * (delays.get(message.id) ?? usual)]));
}

function retryOf(
  { failures, countsAt }: StoredMessage,
  { counts, delay, isOutage }: { counts: boolean; delay: number; isOutage: boolean },
  now: number,
): Retry {
  const dueAt = now + (isOutage ? Math.min(delay, MAX_PAUSE_MS) : delay);
  return counts ? { dueAt, failures: failures + 1, countsAt: now + delay } : { dueAt, failures, countsAt };
}
