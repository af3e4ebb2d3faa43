import { log, reasonOf } from '../../lib/log.ts';
import type { DeadLetter } from './dead-letters.ts';

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
