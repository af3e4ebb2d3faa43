import { openDb } from '../../db/client.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { toSeconds } from '../../lib/time.ts';
import { type DeadLetter, storeDeadLetters } from './dead-letters.ts';
import { countKinds, type ParsedMessage, parseMessage } from './kinds.ts';
import { countUnknown } from './unknown-articles.ts';

export const DEAD_QUEUE = 'newsgauge-clicks-dead';

/** Returns true for the name of the dead-letter queue. Deployments may add a prefix to the name. */
export const isDeadQueue = (name: string): boolean => name.endsWith('-clicks-dead');

/** Counts clicks, updates rankings, then acknowledges the batch. Failed batches are retried. (docs/decisions.md#C50) */
export const consumeClicks = (batch: MessageBatch, env: Env, now = Date.now()): Promise<void> =>
  consumeWithLog(batch, env.CLICKS, now, () => countBatch(batch, env, now));

async function countBatch(batch: MessageBatch, env: Env, now: number): Promise<DeadLetter[]> {
  const db = openDb(env.DB.withSession('first-primary'));
  const dead: DeadLetter[] = [];
  const counted: ParsedMessage[] = [];
  for (const { id, body } of batch.messages.flatMap(eventsOf)) {
    const parsed = parseMessage(body);
    if (parsed) counted.push(parsed);
    else dead.push({ messageId: id, reason: 'malformed', body });
  }
  const unknown = await countKinds(counted, { db, env, now, nonce: randomNonce() });
  await storeDeadLetters(db, dead, toSeconds(now));
  await countUnknown(db, unknown);
  batch.ackAll();
  return dead;
}

/** Returns the events of a message. Two clicks may share a message as an array. */
const eventsOf = ({ id, body }: Message): { id: string; body: unknown }[] =>
  Array.isArray(body) && body.length > 0 ? body.map((event, i) => ({ id: `${id}.${i}`, body: event })) : [{ id, body }];

export const consumeDeadLetters = (batch: MessageBatch, env: Env, now = Date.now()): Promise<void> =>
  consumeWithLog(batch, undefined, now, async () => {
    const letters = batch.messages.map(({ id, body }) => ({ messageId: id, reason: 'failed' as const, body }));
    await storeDeadLetters(openDb(env.DB.withSession('first-primary')), letters, toSeconds(now));
    batch.ackAll();
    return letters;
  });

export function randomNonce(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}

/** Processes a batch, and logs dead letters and failures. Queries the size of the backlog only after a failure. */
export async function consumeWithLog(
  batch: MessageBatch,
  metricsQueue: Pick<Queue, 'metrics'> | undefined,
  now: number,
  work: () => Promise<DeadLetter[]>,
): Promise<void> {
  const backlog = async () => (await metricsQueue?.metrics().catch(() => null))?.backlogCount ?? null;
  const { queue, messages } = batch;
  try {
    const dead = await work();
    if (dead.length > 0) log('deadLetters', now, { queue, letters: dead.length, ...countByReason(dead) });
  } catch (thrown) {
    const attempts = Math.max(...messages.map((message) => message.attempts));
    const oldest = Math.min(...messages.map(({ timestamp }) => timestamp.getTime()));
    const since = new Date(oldest).toISOString();
    const waiting = await backlog();
    log('batchFailed', now, { queue, messages: messages.length, waiting, since, attempts, reason: reasonOf(thrown) });
    throw thrown;
  }
}

const countByReason = (dead: readonly DeadLetter[]) =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(dead, ({ reason }) => reason),
      ([reason, letters]) => [reason, letters.length],
    ),
  );
