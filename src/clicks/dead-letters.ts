import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Why a message could not be counted. `failed`: it kept failing until the queue gave up. */
export type DeadReason = 'malformed' | 'unknownArticle' | 'tooOld' | 'failed';

export interface DeadLetter {
  /** The queue's id of the message: stored once, however often it comes. */
  messageId: string;
  reason: DeadReason;
  body: unknown;
}

export interface StoredDeadLetter extends DeadLetter {
  id: number;
  /** Epoch seconds. */
  at: number;
}

/** Keeps messages for an operator. `now`: epoch seconds. */
export async function storeDeadLetters(db: Db, letters: readonly DeadLetter[], now: number): Promise<void> {
  if (letters.length === 0) return;
  await db.run(sql`INSERT OR IGNORE INTO dead_letters (at, message_id, reason, body)
    SELECT ${now}, value ->> 'messageId', value ->> 'reason', value -> 'body' FROM json_each(${JSON.stringify(letters.map(withBody))})`);
}

/** JSON has no undefined, and a message may have been nothing. */
const withBody = (letter: DeadLetter) => ({ ...letter, body: letter.body ?? null });

/** Dead letters, oldest first, after the given id. */
export async function listDeadLetters(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<StoredDeadLetter[]> {
  const rows = await db.all<StoredDeadLetter & { body: string }>(
    sql`SELECT id, at, message_id AS messageId, reason, body FROM dead_letters WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }));
}

/** How many there are, by reason. */
export async function countDeadLetters(db: Db): Promise<Record<string, number>> {
  const rows = await db.all<{ reason: string; count: number }>(
    sql`SELECT reason, count(*) AS count FROM dead_letters GROUP BY reason`,
  );
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

/** Messages a queue takes at once. */
const SEND = 100;

/**
 * Puts dead letters back into the queue, at most `limit`, and returns how many. One is removed only after the queue has it:
 * a failure in between sends it twice, and the ledger counts it once.
 */
export async function replayDeadLetters(db: Db, queue: Queue, limit: number): Promise<number> {
  let replayed = 0;
  while (replayed < limit) {
    const letters = await listDeadLetters(db, { after: 0, limit: Math.min(SEND, limit - replayed) });
    if (letters.length === 0) break;
    await queue.sendBatch(letters.map(({ body }) => ({ body, contentType: 'json' as const })));
    const ids = JSON.stringify(letters.map(({ id }) => id));
    await db.run(sql`DELETE FROM dead_letters WHERE id IN (SELECT value FROM json_each(${ids}))`);
    replayed += letters.length;
  }
  return replayed;
}
