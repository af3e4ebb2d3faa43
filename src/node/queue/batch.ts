import type { Metrics, StoredMessage } from './message-store.ts';
import type { Settlement } from './settlement.ts';

export type Consume = (batch: MessageBatch) => Promise<void>;

export async function deliverBatch(
  queue: string,
  stored: readonly StoredMessage[],
  metrics: Metrics,
  consume: Consume,
  failed: (thrown: unknown) => void,
): Promise<Settlement> {
  const outcome: Settlement = {
    outcome: 'ok',
    ackAll: false,
    retryBatch: { retry: false },
    explicitAcks: [],
    retryMessages: [],
  };
  const messages = stored.map(({ id, sentAt, body, failures }) => ({
    id,
    timestamp: new Date(sentAt),
    body: JSON.parse(body),
    attempts: failures + 1,
    ack: () => void outcome.explicitAcks.push(id),
    retry: (options: QueueRetryOptions = {}) => void outcome.retryMessages.push({ msgId: id, ...options }),
  }));
  const batch = {
    queue,
    messages,
    metadata: { metrics },
    ackAll: () => {
      outcome.ackAll = true;
    },
    retryAll: (options: QueueRetryOptions = {}) => {
      outcome.retryBatch = { retry: true, ...options };
    },
  };
  try {
    await consume(batch as unknown as MessageBatch);
  } catch (thrown) {
    failed(thrown);
    outcome.outcome = 'exception';
    outcome.retryBatch = { ...outcome.retryBatch, retry: true };
  }
  return outcome;
}
