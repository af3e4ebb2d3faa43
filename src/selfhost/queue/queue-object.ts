import { DurableObject } from 'cloudflare:workers';
import { Pace } from '../../lib/pace.ts';
import { type Incoming, MessageStore, type Metrics, type StoredMessage } from '../../node/queue/message-store.ts';
import { Progress } from '../../node/queue/progress.ts';
import {
  type ConsumerSettings,
  DEFAULT_SETTINGS,
  decide,
  MAX_REST_MS,
  type Outcome,
  restAfter,
} from '../../node/queue/settlement.ts';

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
/** Milliseconds by which messages are overdue when there are more than are delivered. */
const BEHIND = 3000;
/** Then the newest come first, but for one batch of so many. (docs/decisions.md#L18) */
const OLD_TURN = 4;
/** What an exception in the consumer comes to. */
const FAILED: Outcome = {
  outcome: 'exception',
  ackAll: false,
  retryBatch: { retry: true },
  explicitAcks: [],
  retryMessages: [],
};

/**
 * One queue: stores messages, and hands them to its consumer by alarm, one batch after the other. Where many wait, new ones are
 * delivered before old ones, and requests are answered meanwhile.
 *
 * What the consumer sends back as a whole (`retryAll`, or an exception) is an outage: after it no delivery is made for up to three
 * seconds, and none of its messages waits longer for the next one. These attempts are more than the consumer has asked for, so that
 * one counts only when the delay that it asked for is over: an outage takes as many attempts as on the platform. (docs/decisions.md#L20)
 */
export class LocalQueue extends DurableObject<QueueEnv> {
  readonly #name: string;
  readonly #store: MessageStore;
  readonly #settings: ConsumerSettings;
  /** Epoch milliseconds of the alarm that is set; infinite where none is known. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #delivering = false;
  readonly #pace = new Pace();
  readonly #progress = new Progress();
  #turn = 0;
  /** Deliveries in a row that failed as a whole, and until when (epoch milliseconds) there is none. */
  #outages = 0;
  #restsUntil = 0;

  constructor(ctx: DurableObjectState, env: QueueEnv) {
    super(ctx, env);
    this.#name = ctx.id.name ?? '';
    const settings = env.CONSUMERS[this.#name];
    if (!settings) throw new Error(`the queue ${this.#name} has no consumer`);
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#store = new MessageStore(ctx.storage);
  }

  /** Stores messages; resolves when they are on disk. */
  async add(messages: Incoming[]): Promise<Metrics> {
    if (this.#store.metrics().backlogBytes > this.env.MAX_BACKLOG_BYTES)
      throw new Error(`the queue ${this.#name} is full`);
    this.#store.add(messages);
    await this.#schedule();
    return this.#store.metrics();
  }

  /** `secondsLeft`: until none waits, as `Progress` says. */
  async metrics(): Promise<Metrics & { secondsLeft: number | null }> {
    const metrics = this.#store.metrics();
    return { ...metrics, secondsLeft: this.#progress.secondsLeft(metrics.backlogCount, Date.now()) };
  }

  /** Resumes deliveries after a start. */
  async wake(): Promise<void> {
    this.#store.correctClock(Date.now());
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
      for (let start = Date.now(); this.#nextDue() <= start && start < end; start = Date.now()) {
        this.#store.correctClock(start);
        await this.#deliver();
        await this.#pace.pause(Date.now() - start);
      }
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
    const at = Math.min(this.#store.dueAt(maxBatchSize - 1), this.#store.dueAt(0) + maxBatchTimeout * 1000);
    // A rest that is longer was begun before the clock went back.
    return this.#restsUntil - Date.now() > MAX_REST_MS ? at : Math.max(at, this.#restsUntil);
  }

  #nextBatch(now: number): StoredMessage[] {
    this.#turn = (this.#turn + 1) % OLD_TURN;
    const isBehind = this.#store.dueAt(0) < now - BEHIND;
    return this.#store.due(now, this.#settings.maxBatchSize, isBehind && this.#turn > 0 ? 'last' : 'first');
  }

  async #deliver(): Promise<void> {
    const batch = this.#nextBatch(Date.now());
    const messages = batch.map(({ id, sentAt, body, failures }) => ({
      id,
      timestamp: new Date(sentAt),
      body: JSON.parse(body),
      attempts: failures + 1,
    }));
    const metadata = { metrics: this.#store.metrics() };
    this.#progress.note(metadata.metrics.backlogCount, Date.now());
    const outcome = await this.env.CONSUMER.queue(this.#name, messages, metadata).catch((error: Error) => {
      console.error(`queue ${this.#name}: ${error.message}`);
      return FAILED;
    });
    const now = Date.now();
    const { isOutage, again, dead } = decide(batch, outcome, this.#settings, now);
    this.#outages = isOutage ? this.#outages + 1 : 0;
    this.#restsUntil = isOutage ? now + restAfter(this.#outages) : 0;
    if (dead.length > 0) await this.#bury(dead);
    this.#store.settle(batch, again);
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
