import { log, reasonOf } from '../lib/log.ts';
import type { DeadLetter } from './dead-letters.ts';

/** Runs the work on a batch and logs what an operator should look at: its failure, and letters that died of it. */
export async function reported(batch: MessageBatch, now: number, work: () => Promise<DeadLetter[]>): Promise<void> {
  const { queue, messages } = batch;
  try {
    const dead = await work();
    if (dead.length > 0) log('deadLetters', now, { queue, letters: dead.length, ...countByReason(dead) });
  } catch (thrown) {
    const attempts = Math.max(...messages.map((message) => message.attempts));
    log('batchFailed', now, { queue, messages: messages.length, attempts, reason: reasonOf(thrown) });
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
