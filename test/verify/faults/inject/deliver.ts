import worker from '../../../../src/index.ts';
import { faulty } from './env.ts';
import { tellDone } from './logbook.ts';
import { count, failure, orders, random, strikes } from './random-faults.ts';

/** Messages kept to be delivered once more, hours later it may be. */
const KEPT = 200;
const kept: Message[] = [];

/** Ids of messages that are refused for as long as the run says so. */
const POISONED = 30;
const poisoned = new Set<string>();

/** Delivers a batch as a queue may: late, twice, in another order, with messages of long ago, and again where it fails. */
export async function deliver(batch: MessageBatch, env: Env): Promise<void> {
  while (orders().held) await scheduler.wait(100);
  const isDead = batch.queue.endsWith('-dead');
  const refused = isDead ? [] : batch.messages.filter(isRefused);
  const delayed = batch.messages.filter((message) => !refused.includes(message) && strikes('message delayed'));
  const prompt = batch.messages.filter((message) => !refused.includes(message) && !delayed.includes(message));
  if (strikes('batch fails before')) throw failure();
  const again = isDead ? [] : kept.filter(() => strikes('message delivered again later'));
  const list = strikes('batch reordered') ? random.shuffle([...again, ...prompt]) : [...again, ...prompt];
  const times = strikes('batch delivered twice') ? 2 : 1;
  if (list.length > 0) await Promise.all(Array.from({ length: times }, () => hand(batch, list, env)));
  if (strikes('batch fails after')) throw failure();
  for (const message of prompt) if (random.chance(0.05)) kept[random.int(0, KEPT - 1)] = message;
  if (!isDead) await tellDone(prompt.map(({ body }) => body));
  for (const message of delayed) message.retry({ delaySeconds: random.int(1, 5) });
  for (const message of refused) message.retry({ delaySeconds: 0 });
}

function isRefused({ id }: Message): boolean {
  if (!orders().poison) {
    poisoned.clear();
    return false;
  }
  if (poisoned.size < POISONED) poisoned.add(id);
  if (poisoned.has(id)) count('message refused until it is dead');
  return poisoned.has(id);
}

/** One delivery. Fails where the consumer does not acknowledge. */
async function hand(batch: MessageBatch, messages: readonly Message[], env: Env): Promise<void> {
  let acknowledged = false;
  const ackAll = () => {
    acknowledged = true;
  };
  await worker.queue({ queue: batch.queue, messages, ackAll } as unknown as MessageBatch, faulty(env));
  if (!acknowledged) throw new Error('the consumer has returned without acknowledging');
}
