import { sql } from 'drizzle-orm';
import { openDb } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { deadLetters } from '../../db/schema.ts';
import { toSeconds } from '../../lib/time.ts';
import { storeDeadLetters } from './dead-letters.ts';

const FIRST_DELAY_S = 2;
const DELAY_GROWTH = 1.25;
const MAX_DELAY_S = 5400;
/** From this attempt on, messages of a failing batch are consumed one by one, so that only the faulty message fails. */
const ISOLATE_FROM_ATTEMPT = 8;
/** Number of attempts (within 14 hours) after which a message becomes a dead letter if the database accepts writes. */
const MAX_ATTEMPTS = 41;

type Consumer = (batch: MessageBatch, env: Env, now: number) => Promise<void>;

/** Returns the retry delay in seconds: a quarter of the elapsed time, up to 90 minutes. */
export const retryDelay = (attempts: number): number =>
  Math.min(MAX_DELAY_S, Math.round(FIRST_DELAY_S * DELAY_GROWTH ** (attempts - 1)));

/** Consumes a batch and retries it after a failure. Database outages cause no dead letters. (docs/decisions.md#C20) */
export async function consumeWithRetries(batch: MessageBatch, env: Env, consume: Consumer, now = Date.now()) {
  try {
    await consume(batch, env, now);
  } catch {
    const suspects = batch.messages.some(({ attempts }) => attempts >= ISOLATE_FROM_ATTEMPT);
    if (suspects && (await databaseWrites(env))) await consumeOneByOne(batch, env, consume, now);
    else retryAll(batch);
  }
}

/** Requests a retry of each message after its own delay. The local queue may retry the whole batch earlier. */
function retryAll(batch: MessageBatch): void {
  for (const message of batch.messages) retry(message);
  batch.retryAll({ delaySeconds: MAX_DELAY_S });
}

const retry = (message: Message) => message.retry({ delaySeconds: retryDelay(message.attempts) });

/** Returns true if the database accepts writes. Without a table name, the query would succeed on a locked database. */
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
  if (message.attempts < MAX_ATTEMPTS) return retry(message);
  try {
    const letter = { messageId: message.id, reason: 'failed', body: message.body } as const;
    await storeDeadLetters(openDb(env.DB.withSession('first-primary')), [letter], toSeconds(now));
    message.ack();
  } catch {
    retry(message);
  }
}
