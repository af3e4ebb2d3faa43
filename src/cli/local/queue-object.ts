import { DurableObject } from 'cloudflare:workers';
import { type Incoming, MessageStore, type Metrics, type StoredMessage } from './message-store.ts';

/** Settings of a queue's consumer, as wrangler.toml has them; times are seconds. */
export interface ConsumerSettings {
  maxBatchSize: number;
  maxBatchTimeout: number;
  maxRetries: number;
  retryDelay: number;
  deadLetterQueue?: string;
}

/** Of the platform, where wrangler.toml says nothing. */
const DEFAULTS: ConsumerSettings = { maxBatchSize: 10, maxBatchTimeout: 5, maxRetries: 3, retryDelay: 0 };

/** What the runtime says of a batch that it has delivered. */
interface Outcome {
  outcome: string;
  ackAll: boolean;
  retryBatch: { retry: boolean; delaySeconds?: number };
  explicitAcks: string[];
  retryMessages: { msgId: string; delaySeconds?: number }[];
}

/** A service binding with the runtime's doors to `queue` and `scheduled` handlers. */
interface Consumer {
  queue(
    name: string,
    messages: { id: string; timestamp: Date; body: unknown; attempts: number }[],
    metadata: MessageBatchMetadata,
  ): Promise<Outcome>;
  scheduled(options: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
}

export interface QueueEnv {
  QUEUES: DurableObjectNamespace<LocalQueue>;
  /** The Worker whose `queue` handler takes the batches. */
  CONSUMER: Consumer;
  /** By name of the queue. */
  CONSUMERS: Record<string, Partial<ConsumerSettings>>;
  /** Bytes of bodies beyond which a queue takes no more. */
  MAX_BACKLOG_BYTES: number;
}

/** Milliseconds that one alarm delivers before it ends and the next begins. */
const SHIFT = 5000;
/** Milliseconds until the next attempt when the outcome of a delivery could not even be noted. */
const TROUBLE = 5000;
/** What an exception in the consumer comes to. */
const FAILED: Outcome = {
  outcome: 'exception',
  ackAll: false,
  retryBatch: { retry: true },
  explicitAcks: [],
  retryMessages: [],
};

/** One queue: stores messages, and hands them to its consumer by alarm, one batch after the other. */
export class LocalQueue extends DurableObject<QueueEnv> {
  readonly #name: string;
  readonly #store: MessageStore;
  readonly #settings: ConsumerSettings;
  /** Epoch milliseconds of the alarm that is set; infinite where none is known. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #delivering = false;

  constructor(ctx: DurableObjectState, env: QueueEnv) {
    super(ctx, env);
    this.#name = ctx.id.name ?? '';
    const settings = env.CONSUMERS[this.#name];
    if (!settings) throw new Error(`the queue ${this.#name} has no consumer`);
    this.#settings = { ...DEFAULTS, ...settings };
    this.#store = new MessageStore(ctx.storage);
    this.#store.correctClock(Date.now());
  }

  /** Stores messages; resolves when they are on disk. */
  async add(messages: Incoming[]): Promise<Metrics> {
    if (this.#store.bytes > this.env.MAX_BACKLOG_BYTES) throw new Error(`the queue ${this.#name} is full`);
    this.#store.add(messages);
    await this.#schedule();
    return this.#store.metrics();
  }

  async metrics(): Promise<Metrics> {
    return this.#store.metrics();
  }

  /** Resumes deliveries after a start. */
  async wake(): Promise<void> {
    const at = this.#nextDue();
    if (this.#delivering || at === Number.POSITIVE_INFINITY) return;
    // An alarm that has failed, as on a full disk, is put off by the runtime for minutes, whatever it is set to meanwhile.
    if (at <= Date.now()) {
      this.ctx.waitUntil(this.#work());
      return;
    }
    // The time that the object's own storage has is not scheduled again, even if the runtime's scheduler has lost it.
    const stored = await this.ctx.storage.getAlarm();
    this.#alarmAt = at === stored ? at + 1 : at;
    await this.ctx.storage.setAlarm(this.#alarmAt);
  }

  override alarm(): Promise<void> {
    return this.#work();
  }

  /** Delivers what is due, for as long as a shift lasts, and sets the next alarm. */
  async #work(): Promise<void> {
    // The shift that is under way sets the alarm when it ends.
    if (this.#delivering) return;
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#delivering = true;
    const end = Date.now() + SHIFT;
    try {
      while (this.#nextDue() <= Date.now() && Date.now() < end) await this.#deliver();
    } catch (thrown) {
      // Nothing may be thrown: an alarm that keeps failing is dropped, and with it all that waits.
      console.error(`queue ${this.#name}: ${thrown}`);
      this.#alarmAt = Date.now() + TROUBLE;
      await this.ctx.storage.setAlarm(this.#alarmAt);
    } finally {
      this.#delivering = false;
    }
    await this.#schedule();
  }

  /** Sets the alarm for the next batch, unless one is set that comes as early. */
  async #schedule(): Promise<void> {
    // A delivery that is under way does this when it ends.
    if (this.#delivering) return;
    const at = this.#nextDue();
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
    await this.ctx.storage.setAlarm(at);
  }

  /** When a batch is full, or its first message has waited long enough. */
  #nextDue(): number {
    const { maxBatchSize, maxBatchTimeout } = this.#settings;
    return Math.min(this.#store.dueAt(maxBatchSize - 1), this.#store.dueAt(0) + maxBatchTimeout * 1000);
  }

  async #deliver(): Promise<void> {
    const batch = this.#store.due(Date.now(), this.#settings.maxBatchSize);
    const messages = batch.map(({ id, sentAt, body, failures }) => ({
      id,
      timestamp: new Date(sentAt),
      body: JSON.parse(body),
      attempts: failures + 1,
    }));
    const metadata = { metrics: this.#store.metrics() };
    const outcome = await this.env.CONSUMER.queue(this.#name, messages, metadata).catch((error: Error) => {
      console.error(`queue ${this.#name}: ${error.message}`);
      return FAILED;
    });
    const delays = this.#delays(batch, outcome);
    const dead = batch.filter(({ id, failures }) => delays.has(id) && failures >= this.#settings.maxRetries);
    if (dead.length > 0) await this.#bury(dead);
    const now = Date.now();
    const again = batch.flatMap((message) => {
      const delay = delays.get(message.id);
      return delay === undefined || dead.includes(message) ? [] : [[message.seq, now + delay * 1000] as const];
    });
    this.#store.settle(batch, new Map(again));
  }

  /** The messages that were not acknowledged, by id, each with the seconds until its next attempt. */
  #delays(
    batch: readonly StoredMessage[],
    { outcome, ackAll, explicitAcks, retryBatch, retryMessages }: Outcome,
  ): Map<string, number> {
    const acknowledged = new Set(explicitAcks);
    const asked = new Map(retryMessages.map(({ msgId, delaySeconds }) => [msgId, delaySeconds]));
    const allFailed = outcome !== 'ok' || retryBatch.retry;
    const failed = batch.filter(({ id }) => !ackAll && !acknowledged.has(id) && (allFailed || asked.has(id)));
    const usual = retryBatch.delaySeconds ?? this.#settings.retryDelay;
    return new Map(failed.map(({ id }) => [id, asked.get(id) ?? usual]));
  }

  /** Messages that failed too often go to the next queue, which has them before this one forgets them. */
  async #bury(dead: readonly StoredMessage[]): Promise<void> {
    const { deadLetterQueue } = this.#settings;
    if (!deadLetterQueue) {
      console.error(`queue ${this.#name}: ${dead.length} messages are dropped, for it has no dead letter queue`);
      return;
    }
    const dueAt = Date.now();
    await this.env.QUEUES.getByName(deadLetterQueue).add(
      dead.map(({ id, body, sentAt }) => ({ id, body, sentAt, dueAt })),
    );
  }
}
