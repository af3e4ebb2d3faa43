import type { DatabaseSync } from 'node:sqlite';
import { Pace } from '../../lib/pace.ts';
import { inTransaction } from '../d1/sqlite.ts';
import { report } from '../report.ts';
import { type IncomingMessage, MessageStore, type Metrics, type StoredMessage, toIncoming } from './message-store.ts';
import { Progress } from './progress.ts';
import { type Consume, type ConsumerSettings, decide, deliverBatch, MAX_PAUSE_MS, restAfter } from './settlement.ts';

/** Maximum total size of the messages in a queue, as on Cloudflare. */
const MAX_BACKLOG_BYTES = 25e9;
/** Interval at which waiting messages are checked, in case the clock was changed. */
const MAX_WAIT_MS = 5000;
/** Delay before the next delivery if the outcome of the last one could not be stored. */
const TROUBLE_MS = 5000;
/** A queue counts as late if its oldest message has waited at least this long. */
const BEHIND_MS = 3000;
/** A late queue delivers its newest messages first, but its oldest in every fourth batch. (docs/decisions.md#L18) */
const OLDEST_FIRST_EVERY = 4;

/** Maximum time for which a message waits, so that one commit can store it with messages from other senders. */
const GATHER_MS = 2;

interface Options {
  name: string;
  settings: ConsumerSettings;
  database: DatabaseSync;
  consume: Consume;
  deadLetters: () => MessageQueue | undefined;
  before: () => void;
  written: (thrown: unknown) => void;
}

/** Queue that stores messages and delivers them to its consumer, one batch at a time. */
export class MessageQueue {
  readonly #options: Options;
  readonly #store: MessageStore;
  #sent: IncomingMessage[] = [];
  #committed: Promise<Metrics> | null = null;
  #lastCommit = { size: 0, at: Number.NEGATIVE_INFINITY };
  #backlogBytes: number;
  #timer: NodeJS.Timeout | undefined;
  #delivery: Promise<void> | null = null;
  #isStopped = true;
  readonly #pace = new Pace();
  readonly #progress = new Progress();
  #turn = 0;
  #outages = 0;
  #restsUntil = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#store = new MessageStore(options.database, options.name);
    this.#backlogBytes = this.#store.metrics().backlogBytes;
  }

  send(body: unknown, options: QueueSendOptions = {}): Promise<QueueSendResponse> {
    return this.sendBatch([{ body, ...options } as MessageSendRequest]);
  }

  /** Sends messages. Resolves when they are on disk. */
  async sendBatch(messages: Iterable<MessageSendRequest>, { delaySeconds = 0 }: QueueSendBatchOptions = {}) {
    const now = Date.now();
    const incoming = Array.from(messages, (message) => toIncoming(message, delaySeconds, now));
    if (this.#isFull()) throw new Error(`the queue ${this.#options.name} is full`);
    this.#sent.push(...incoming);
    this.#committed ??= this.#gathered().then(() => this.#commit());
    return { metadata: { metrics: await this.#committed } } as QueueSendResponse;
  }

  #isFull(): boolean {
    return this.#backlogBytes > MAX_BACKLOG_BYTES && this.#store.metrics().backlogBytes > MAX_BACKLOG_BYTES;
  }

  /** Waits for messages that are sent in the same turn of the event loop. Under load, waits for `GATHER_MS`. */
  #gathered(): Promise<unknown> {
    const { size, at } = this.#lastCommit;
    const isIdle = size < 2 || performance.now() - at >= GATHER_MS;
    return new Promise((resolve) => (isIdle ? setImmediate(resolve) : setTimeout(resolve, GATHER_MS)));
  }

  /** Returns the metrics. `secondsLeft` is the time until the queue is empty. */
  async metrics(): Promise<Metrics & { secondsLeft: number | null }> {
    const metrics = this.#store.metrics();
    return { ...metrics, secondsLeft: this.#progress.secondsLeft(metrics.backlogCount, Date.now()) };
  }

  start(): void {
    this.#isStopped = false;
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#delivery;
    await this.#committed?.catch(() => undefined);
  }

  /** Adds failed messages of another queue. Must be called within a transaction. */
  bury(dead: readonly StoredMessage[], now: number): void {
    this.#store.add(dead.map(({ id, body, sentAt }) => ({ id, body, sentAt, dueAt: now })));
    setImmediate(() => this.#schedule());
  }

  /** Commits all gathered messages in one transaction, so that many clicks share one write to the disk. */
  #commit(): Metrics {
    const sent = this.#sent;
    this.#sent = [];
    this.#committed = null;
    try {
      this.#options.before();
      this.#store.add(sent);
      this.#options.written(null);
    } catch (thrown) {
      this.#options.written(thrown);
      throw thrown;
    } finally {
      this.#lastCommit = { size: sent.length, at: performance.now() };
    }
    this.#schedule();
    const metrics = this.#store.metrics();
    this.#backlogBytes = metrics.backlogBytes;
    return metrics;
  }

  #schedule(): void {
    if (this.#isStopped || this.#delivery) return;
    clearTimeout(this.#timer);
    const at = this.#nextDue();
    if (at === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#work(), Math.max(0, Math.min(at - Date.now(), MAX_WAIT_MS)));
  }

  #work(): void {
    this.#delivery = this.#deliverDue().then(
      () => {
        this.#delivery = null;
        this.#schedule();
      },
      (thrown) => {
        this.#delivery = null;
        this.#report(thrown);
        if (!this.#isStopped) this.#timer = setTimeout(() => this.#work(), TROUBLE_MS);
      },
    );
  }

  async #deliverDue(): Promise<void> {
    for (let start = Date.now(); !this.#isStopped; start = Date.now()) {
      this.#store.correctClock(start);
      if (this.#nextDue() > start) return;
      await this.#deliver();
      await this.#pace.pause(Date.now() - start);
    }
  }

  #nextDue(): number {
    const { maxBatchSize, maxBatchTimeout } = this.#options.settings;
    const at = Math.min(this.#store.dueAt(maxBatchSize - 1), this.#store.dueAt(0) + maxBatchTimeout * 1000);
    // A remaining pause above the maximum means that the clock was set back, so the pause is ignored.
    return this.#restsUntil - Date.now() > MAX_PAUSE_MS ? at : Math.max(at, this.#restsUntil);
  }

  #nextBatch(now: number): StoredMessage[] {
    this.#turn = (this.#turn + 1) % OLDEST_FIRST_EVERY;
    const isBehind = this.#store.dueAt(0) < now - BEHIND_MS;
    return this.#store.due(now, this.#options.settings.maxBatchSize, isBehind && this.#turn > 0 ? 'last' : 'first');
  }

  async #deliver(): Promise<void> {
    const { name, settings, consume, database, before } = this.#options;
    const batch = this.#nextBatch(Date.now());
    const metrics = this.#store.metrics();
    this.#progress.note(metrics.backlogCount, Date.now());
    const failed = (thrown: unknown) => this.#report(thrown);
    const settlement = await deliverBatch({ queue: name, stored: batch, metrics, consume, failed });
    const now = Date.now();
    const { isOutage, again, dead } = decide(batch, settlement, settings.maxRetries, now);
    this.#outages = isOutage ? this.#outages + 1 : 0;
    this.#restsUntil = isOutage ? now + restAfter(this.#outages) : 0;
    const deadLetters = this.#options.deadLetters();
    if (dead.length > 0 && !deadLetters)
      this.#report(new Error(`${dead.length} messages were dropped, because the queue has no dead letter queue`));
    before();
    inTransaction(database, () => {
      deadLetters?.bury(dead, now);
      this.#store.settle(batch, again);
    });
  }

  #report(thrown: unknown): void {
    report('queueFailed', thrown, { queue: this.#options.name });
  }
}

/** All queues of the process, in one file. `before` commits other files to which messages may refer. */
export class Queues {
  readonly #database: DatabaseSync;
  readonly #queues: Map<string, MessageQueue>;

  constructor(
    database: DatabaseSync,
    settings: Readonly<Record<string, ConsumerSettings>>,
    consume: Consume,
    before: () => void = () => {},
    written: (thrown: unknown) => void = () => {},
  ) {
    this.#database = database;
    this.#queues = new Map(
      Object.entries(settings).map(([name, each]) => [
        name,
        new MessageQueue({
          name,
          settings: each,
          database,
          consume,
          deadLetters: () => this.#queues.get(each.deadLetterQueue ?? ''),
          before,
          written,
        }),
      ]),
    );
  }

  /** Returns a producer's binding. Throws if the queue has no consumer. */
  producer(name: string): Queue {
    const queue = this.#queues.get(name);
    if (!queue) throw new Error(`the queue ${name} has no consumer`);
    return queue as unknown as Queue;
  }

  start(): void {
    for (const queue of this.#queues.values()) queue.start();
  }

  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#queues.values(), (queue) => queue.stop()));
    this.#database.close();
  }
}
