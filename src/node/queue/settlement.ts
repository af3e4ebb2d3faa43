import type { Retry, StoredMessage } from './message-store.ts';

/** Settings of a queue's consumer, as wrangler.toml has them; times are seconds. */
export interface ConsumerSettings {
  maxBatchSize: number;
  maxBatchTimeout: number;
  maxRetries: number;
  retryDelay: number;
  deadLetterQueue?: string;
}

/** The platform's own settings, used where wrangler.toml says nothing. */
export const DEFAULT_SETTINGS: ConsumerSettings = {
  maxBatchSize: 10,
  maxBatchTimeout: 5,
  maxRetries: 3,
  retryDelay: 0,
};

/** Outcome of a delivery: what the consumer acknowledged, and what it sent back. */
export interface Settlement {
  outcome: string;
  ackAll: boolean;
  retryBatch: { retry: boolean; delaySeconds?: number };
  explicitAcks: string[];
  retryMessages: { msgId: string; delaySeconds?: number }[];
}

/** Milliseconds without a delivery after one that failed as a whole; twice as many after each further one. */
const FIRST_REST_MS = 500;
/** The longest, and the longest that the messages of such a delivery wait: what ails the consumer may be over at any time. (docs/decisions.md#L20) */
export const MAX_REST_MS = 3000;

/** Milliseconds without a delivery after so many in a row that failed as a whole. */
export const restAfter = (outages: number): number =>
  Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** Math.min(outages - 1, 10));

export interface Decision {
  /** Whether the consumer sent the batch back as a whole. */
  isOutage: boolean;
  /** Messages that are delivered again, by number. */
  again: Map<number, Retry>;
  /** Messages that failed too often. */
  dead: StoredMessage[];
}

/** Decides about each message of a batch after its delivery; those that are neither in `again` nor in `dead` are done. */
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

/** The messages that were not acknowledged, each with the milliseconds that the consumer lets pass before its next attempt. */
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
  const dueAt = now + (isOutage ? Math.min(delay, MAX_REST_MS) : delay);
  return counts ? { dueAt, failures: failures + 1, countsAt: now + delay } : { dueAt, failures, countsAt };
}
