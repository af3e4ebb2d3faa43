import { openDb } from '../db/client.ts';
import { storeDeadLetters } from './dead-letters.ts';

/** Longest wait between two attempts, in seconds. With the 100 retries of wrangler.toml a message outlives an outage of 5 days. */
const MAX_DELAY = 5400;
/** From this attempt on the messages of a batch that fails are consumed one by one: one of them may fail the others. */
const SUSPECT = 5;
/** A message that has failed alone this often, over 14 hours, while the database answered: it will not be counted by itself. */
const GIVE_UP = 20;

type Consumer = (batch: MessageBatch, env: Env, now: number) => Promise<void>;

/** Seconds until the attempt after this one: 2, 4, 8, … up to 90 minutes. `attempts` counts from 1. */
export const retryDelay = (attempts: number): number => Math.min(MAX_DELAY, 2 ** Math.min(attempts, 30));

/**
 * Consumes a batch; where that fails, its messages come again after a delay that grows with their attempts. A message that
 * keeps failing alone becomes a dead letter; an outage of the database never makes one. `now`: epoch milliseconds.
 */
export async function consumeWithRetries(
  batch: MessageBatch,
  env: Env,
  consume: Consumer,
  now = Date.now(),
): Promise<void> {
  try {
    await consume(batch, env, now);
  } catch {
    const suspects = batch.messages.some(({ attempts }) => attempts >= SUSPECT);
    if (suspects && (await databaseAnswers(env))) await consumeOneByOne(batch, env, consume, now);
    else for (const message of batch.messages) retry(message);
  }
}

const retry = (message: Message) => message.retry({ delaySeconds: retryDelay(message.attempts) });

async function databaseAnswers(env: Env): Promise<boolean> {
  try {
    await env.DB.prepare('SELECT 1').first();
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
    await storeDeadLetters(openDb(env.DB.withSession('first-primary')), [letter], Math.floor(now / 1000));
    message.ack();
  } catch {
    retry(message);
  }
}
