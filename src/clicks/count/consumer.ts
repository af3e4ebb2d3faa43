import { openDb } from '../../db/client.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { toSeconds } from '../../lib/time.ts';
import { type DeadLetter, storeDeadLetters } from './dead-letters.ts';
import { countKinds, type Known, knownOf } from './kinds.ts';
import { countUnknown } from './unknown.ts';

/** Name of the dead-letter queue in wrangler.toml. */
export const DEAD_QUEUE = 'newsgauge-clicks-dead';

/** Whether a queue is that of dead letters: who deploys may give it another name that ends so. */
export const isDeadQueue = (name: string): boolean => name.endsWith('-clicks-dead');

/**
 * Counts a batch of messages, notifies the windows, then acknowledges. Every step can be repeated, so after any failure before the
 * acknowledgement the whole batch is redelivered. A message that can never be counted becomes a dead letter; those on unknown
 * articles, which anybody can send, are only tallied. A click counts in its own hour, whatever the clock says by now. (docs/decisions.md#C50)
 */
export const consumeClicks = (batch: MessageBatch, env: Env, now = Date.now()): Promise<void> =>
  reported(batch, env.CLICKS, now, () => countBatch(batch, env, now));

async function countBatch(batch: MessageBatch, env: Env, now: number): Promise<DeadLetter[]> {
  const db = openDb(env.DB.withSession('first-primary'));
  const dead: DeadLetter[] = [];
  const counted: Known[] = [];
  for (const message of batch.messages) {
    const known = knownOf(message.body);
    if (known) counted.push(known);
    else dead.push({ messageId: message.id, reason: 'malformed', body: message.body });
  }
  const unknown = await countKinds(counted, { db, env, now, nonce: randomNonce() });
  await storeDeadLetters(db, dead, toSeconds(now));
  await countUnknown(db, unknown);
  batch.ackAll();
  return dead;
}

/** Stores the messages that the queue has given up on. */
export const consumeDeadLetters = (batch: MessageBatch, env: Env, now = Date.now()): Promise<void> =>
  reported(batch, undefined, now, async () => {
    const letters = batch.messages.map(({ id, body }) => ({ messageId: id, reason: 'failed' as const, body }));
    await storeDeadLetters(openDb(env.DB.withSession('first-primary')), letters, toSeconds(now));
    batch.ackAll();
    return letters;
  });

/** A number below 2^53 that identifies an attempt. */
export function randomNonce(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}

/**
 * Runs the work on a batch and logs what an operator should look at: its failure with the number of messages that wait and
 * the time of this batch's oldest, and the dead letters that it produced. `queue` is asked for its backlog only on failure.
 */
export async function reported(
  batch: MessageBatch,
  asked: Pick<Queue, 'metrics'> | undefined,
  now: number,
  work: () => Promise<DeadLetter[]>,
): Promise<void> {
  const backlog = async () => (await asked?.metrics().catch(() => null))?.backlogCount ?? null;
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
