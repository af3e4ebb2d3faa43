import { sql } from 'drizzle-orm';
import { openDb } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { deadLetters } from '../../db/schema.ts';
import { toSeconds } from '../../lib/time.ts';
import { storeDeadLetters } from './dead-letters.ts';

/** Seconds until the second attempt, and how much longer each further wait is, up to the longest. */
const FIRST_DELAY = 2;
const GROWTH = 1.25;
const MAX_DELAY = 5400;
/** From this attempt on, the messages of a failing batch are consumed one by one: one of them may make the others fail. */
const SUSPECT = 8;
/** A message that has failed this often on its own, over 14 hours, while the database was available will not succeed. */
const GIVE_UP = 41;

type Consumer = (batch: MessageBatch, env: Env, now: number) => Promise<void>;

/**
 * Seconds until the attempt after this one: 2, 3, 3, 4, 5, 6, 8 … up to 90 minutes. `attempts` counts from 1. The wait is a quarter of
 * what has passed, so that an outage that is over delays a message by a quarter of its length at most; and the 100 retries of
 * wrangler.toml last for four days and six hours.
 */
export const retryDelay = (attempts: number): number =>
  Math.min(MAX_DELAY, Math.round(FIRST_DELAY * GROWTH ** (attempts - 1)));

/**
 * Consumes a batch; if that fails, its messages are redelivered after a delay that grows with their attempts. A message that
 * keeps failing on its own becomes a dead letter; an outage of the database never causes one. `now`: epoch milliseconds. (docs/decisions.md#C20)
 */
export async function consumeWithRetries(batch: MessageBatch, env: Env, consume: Consumer, now = Date.now()) {
  try {
    await consume(batch, env, now);
  } catch {
    const suspects = batch.messages.some(({ attempts }) => attempts >= SUSPECT);
    if (suspects && (await databaseWrites(env))) await consumeOneByOne(batch, env, consume, now);
    else retryAll(batch);
  }
}

/** Says of each message when, and of the batch that it failed as a whole: a queue that knows may try again as soon as it likes. */
function retryAll(batch: MessageBatch): void {
  for (const message of batch.messages) retry(message);
  batch.retryAll({ delaySeconds: MAX_DELAY });
}

const retry = (message: Message) => message.retry({ delaySeconds: retryDelay(message.attempts) });

/** Whether the database can be written to, and no backup is being restored: one that another program has locked still answers what reads no table. */
async function databaseWrites(env: Env): Promise<boolean> {
  try {
    await openDb(env.DB.withSession('first-primary')).transaction(
      unlessRestoring,
      sql`DELETE FROM ${deadLetters} WHERE FALSE`,
    );
    return true;
  } catch {
    return false;
  }
}

async function consumeOneByOne({ queue, messages }: MessageBatch, env: Env, consume: Consumer, now: number) {
  for (const message of messages) {
    const single = { queue, messages: [message], ackAll: () => message.ack(), retryAll: () => retry(message) };
    try {
      await consume(single as unknown as MessageBatch, env, now);
    } catch {
      await retryOrBury(message, env, now);
    }
  }
}

async function retryOrBury(message: Message, env: Env, now: number): Promise<void> {
  if (message.attempts < GIVE_UP) return retry(message);
  try {
    const letter = { messageId: message.id, reason: 'failed', body: message.body } as const;
    await storeDeadLetters(openDb(env.DB.withSession('first-primary')), [letter], toSeconds(now));
    message.ack();
  } catch {
    retry(message);
  }
}
