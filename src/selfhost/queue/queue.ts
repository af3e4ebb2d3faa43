/**
 * The queue of the local runtime, which runs in workerd beside the Worker. Messages live in SQLite, where the platform's
 * simulator keeps them in memory: what was accepted outlives every process. Otherwise as Cloudflare Queues: batches by size
 * or age, retries with delays, dead letters, delivery at least once. (docs/decisions.md#L1)
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { DAY } from '../../lib/time.ts';
import type { Metrics } from './message-store.ts';
import type { QueueEnv } from './queue-object.ts';

export { LocalQueue } from './queue-object.ts';

/** As on the platform. */
const MAX_MESSAGE_BYTES = 128_000;
const MAX_DELAY_SECONDS = DAY;

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

function toIncoming({ body, contentType = 'json', delaySeconds }: MessageSendRequest, delay: number, now: number) {
  if (contentType !== 'json') throw new TypeError(`the local queue carries json, not ${contentType}`);
  const text = JSON.stringify(body);
  if (text === undefined) throw new TypeError('the body of a message cannot be undefined');
  if (text.length > MAX_MESSAGE_BYTES) throw new TypeError(`a message holds at most ${MAX_MESSAGE_BYTES} bytes`);
  const seconds = delaySeconds ?? delay;
  if (!(seconds >= 0 && seconds <= MAX_DELAY_SECONDS)) throw new TypeError('delaySeconds must be from 0 to 86400');
  return { id: crypto.randomUUID().replaceAll('-', ''), body: text, sentAt: now, dueAt: now + seconds * 1000 };
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
