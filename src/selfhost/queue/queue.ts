/**
 * The queue of the local runtime, which runs in workerd beside the Worker. Messages live in SQLite, where the platform's
 * simulator keeps them in memory: what was accepted outlives every process. Otherwise as Cloudflare Queues: batches by size
 * or age, retries with delays, dead letters, delivery at least once. (docs/decisions.md#L1)
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { toIncoming } from '../../node/queue/incoming.ts';
import type { Metrics } from '../../node/queue/message-store.ts';
import type { QueueEnv } from './queue-object.ts';

export { LocalQueue } from './queue-object.ts';

/** What a queue binding of the Worker is bound to; its properties name the queue. */
export class Producer extends WorkerEntrypoint<QueueEnv, { queue: string }> implements Queue {
  async send(body: unknown, options: QueueSendOptions = {}): Promise<QueueSendResponse> {
    return this.sendBatch([{ body, ...options }]);
  }

  async sendBatch(messages: Iterable<MessageSendRequest>, { delaySeconds }: QueueSendBatchOptions = {}) {
    const now = Date.now();
    const incoming = Array.from(messages, (message) => toIncoming(message, delaySeconds ?? 0, now));
    return { metadata: { metrics: await this.#queue().add(incoming) } };
  }

  async metrics(): Promise<Metrics> {
    return this.#queue().metrics();
  }

  #queue() {
    return this.env.QUEUES.getByName(this.ctx.props.queue);
  }
}

/** For the process that runs workerd: how many messages wait, by queue. `/wake` resumes their deliveries first. */
export default {
  async fetch(request, env) {
    const wakes = new URL(request.url).pathname === '/wake';
    const waiting = await Promise.all(
      Object.keys(env.CONSUMERS).map(async (name) => {
        const queue = env.QUEUES.getByName(name);
        if (wakes) await queue.wake();
        return [name, (await queue.metrics()).backlogCount] as const;
      }),
    );
    return Response.json(Object.fromEntries(waiting));
  },
} satisfies ExportedHandler<QueueEnv>;
