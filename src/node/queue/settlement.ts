import type { Metrics, Retry, StoredMessage } from './message-store.ts';

/** Consumer settings from wrangler.toml. Times are in seconds. */
export interface ConsumerSettings {
  maxBatchSize: number;
  maxBatchTimeout: number;
  maxRetries: number;
  deadLetterQueue?: string | undefined;
}

export type Consume = (batch: MessageBatch) => Promise<void>;

/** Calls of a consumer to acknowledge or retry messages, or all messages of its batch. */
interface Settlement {
  ackAll: boolean;
  /** `null` unless the whole batch failed. */
  retryAll: QueueRetryOptions | null;
  acknowledged: Set<string>;
  retries: Map<string, QueueRetryOptions>;
}

interface Delivery {
  queue: string;
  stored: readonly StoredMessage[];
  metrics: Metrics;
  consume: Consume;
  failed: (thrown: unknown) => void;
}

export async function deliverBatch({ queue, stored, metrics, consume, failed }: Delivery): Promise<Settlement> {
  const settlement: Settlement = { ackAll: false, retryAll: null, acknowledged: new Set(), retries: new Map() };
  const messages = stored.map(({ id, sentAt, body, failures }) => ({
    id,
    timestamp: new Date(sentAt),
    body: JSON.parse(body),
    attempts: failures + 1,
    ack: () => void settlement.acknowledged.add(id),
    retry: (options: QueueRetryOptions = {}) => void settlement.retries.set(id, options),
  }));
  const batch = {
    queue,
    messages,
    metadata: { metrics },
    ackAll: () => {
      settlement.ackAll = true;
    },
    retryAll: (options: QueueRetryOptions = {}) => {
      settlement.retryAll = options;
    },
  };
  try {
    await consume(batch as unknown as MessageBatch);
  } catch (thrown) {
    failed(thrown);
    settlement.retryAll ??= {};
  }
  return settlement;
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
  { ackAll, retryAll, acknowledged, retries }: Settlement,
  maxRetries: number,
  now: number,
): Decision {
  const isOutage = retryAll !== null;
  const again = new Map<number, Retry>();
  const dead: StoredMessage[] = [];
  for (const message of batch) {
    const { id, seq, failures, countsAt } = message;
    const retried = retries.get(id);
    if (ackAll || acknowledged.has(id) || !(isOutage || retried)) continue;
    const delay = 1000 * (retried?.delaySeconds ?? retryAll?.delaySeconds ?? 0);
    const dueAt = now + (isOutage ? Math.min(delay, MAX_PAUSE_MS) : delay);
    if (isOutage && now < countsAt) again.set(seq, { dueAt, failures, countsAt });
    else if (failures >= maxRetries) dead.push(message);
    else again.set(seq, { dueAt, failures: failures + 1, countsAt: now + delay });
  }
  return { isOutage, again, dead };
}
