/** Worker of the contract tests: an object with every feature that the service uses, and a consumer of instructions. */
import { DurableObject } from 'cloudflare:workers';

export interface ContractEnv {
  CONTRACT: DurableObjectNamespace<ContractObject>;
}

export interface Delivered {
  queue: string;
  id: string;
  body: Asking;
  attempts: number;
  size: number;
  at: number;
}

export interface Asking {
  test: string;
  n: number;
  /** Number of attempts that are retried, each after this delay in seconds. */
  retry?: { times: number; delaySeconds?: number };
  /** Number of attempts in which the handler throws. */
  throws?: number;
  ack?: boolean;
  retryAll?: number;
}

class OwnError extends Error {
  override name = 'OwnError';
}

export class ContractObject extends DurableObject<ContractEnv> {
  readonly #made = Math.random();
  #events: string[] = [];
  #delivered: Delivered[] = [];
  readonly secret = 'not callable';

  instance(): number {
    return this.#made;
  }

  ownName(): string | undefined {
    return this.ctx.id.name;
  }

  put(key: string, value: unknown): void {
    this.ctx.storage.kv.put(key, value);
  }

  read(key: string): unknown {
    return this.ctx.storage.kv.get(key) ?? null;
  }

  remove(key: string): boolean {
    return this.ctx.storage.kv.delete(key);
  }

  /** Whether the storage returns the same object that was put instead of a copy. */
  aliased(): boolean {
    const value = { changed: false };
    this.ctx.storage.kv.put('aliased', value);
    value.changed = true;
    return this.ctx.storage.kv.get<typeof value>('aliased')?.changed ?? true;
  }

  roundTrip(value: unknown): unknown {
    return value;
  }

  change(value: { list: number[] }): number[] {
    value.list.push(99);
    return value.list;
  }

  fail(kind: string): never {
    if (kind === 'own') throw new OwnError('of a class of its own');
    if (kind === 'type') throw new TypeError('of the wrong type');
    throw new Error('of no special kind');
  }

  async between(label: string, way: 'timer' | 'alarm' | 'block'): Promise<void> {
    this.#events.push(`${label} begins`);
    if (way === 'timer') await wait(30);
    if (way === 'alarm') {
      await this.ctx.storage.getAlarm();
      this.#events.push(`${label} goes on`);
      await this.ctx.storage.setAlarm(Date.now() + 3_600_000);
    }
    if (way === 'block') await this.ctx.blockConcurrencyWhile(() => wait(30));
    this.#events.push(`${label} ends`);
  }

  events(): string[] {
    return this.#events;
  }

  async setAlarm(delay: number): Promise<number | null> {
    await this.ctx.storage.setAlarm(Date.now() + delay);
    return this.ctx.storage.getAlarm();
  }

  getAlarm(): Promise<number | null> {
    return this.ctx.storage.getAlarm();
  }

  deleteAlarm(): Promise<void> {
    return this.ctx.storage.deleteAlarm();
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    const during = await this.ctx.storage.getAlarm();
    const rung = this.ctx.storage.kv.get<unknown[]>('rung') ?? [];
    const isFailing = this.ctx.storage.kv.get<boolean>('failing') && rung.length === 0;
    this.ctx.storage.kv.put('rung', [...rung, { during, isRetry: info?.isRetry, retryCount: info?.retryCount }]);
    if (this.ctx.storage.kv.get<number>('again') === rung.length) await this.ctx.storage.setAlarm(Date.now() + 50);
    if (isFailing) throw new Error('the first time');
  }

  async callOther(other: string): Promise<string> {
    return `${await this.env.CONTRACT.getByName(other).ownName()} answered ${this.ctx.id.name}`;
  }

  deliver(message: Delivered): void {
    this.#delivered.push(message);
  }

  delivered(): Delivered[] {
    return this.#delivered;
  }
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export async function consume(batch: MessageBatch<Asking>, env: ContractEnv): Promise<void> {
  const { queue, messages } = batch;
  for (const { id, body, attempts } of messages)
    await env.CONTRACT.getByName(body.test).deliver({
      queue,
      id,
      body,
      attempts,
      size: messages.length,
      at: Date.now(),
    });
  for (const message of messages) {
    const { ack, retry } = message.body;
    if (ack) message.ack();
    if (retry && message.attempts <= retry.times) message.retry({ delaySeconds: retry.delaySeconds ?? 0 });
  }
  if (queue === 'contract-dead') return;
  if (messages.some(({ body, attempts }) => attempts <= (body.retryAll ?? 0))) batch.retryAll();
  if (messages.some(({ body, attempts }) => attempts <= (body.throws ?? 0))) throw new Error('as a message asks');
}

export default { fetch: () => new Response(null, { status: 404 }), queue: consume } satisfies ExportedHandler<
  ContractEnv,
  Asking
>;
