import { and, asc, count, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import { AUDIT_COLUMNS, type Author, auditHead, type Change, newChange } from '../../content/history/audit.ts';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { audit, deadLetters } from '../../db/schema.ts';
import { inList, listed } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { DAY, type Seconds, toSeconds } from '../../lib/time.ts';

/** Reasons for which a message could not be counted. `failed`: each attempt failed, or the queue gave up. `tooOld`: of an earlier version, and replayed. */
export const DEAD_REASONS = ['malformed', 'tooOld', 'failed'] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

export interface DeadLetter {
  /** The queue's id of the message: it is stored once, however often it is delivered. */
  messageId: string;
  reason: DeadReason;
  body: unknown;
}

export interface StoredDeadLetter extends DeadLetter {
  id: number;
  at: Seconds;
}

/** Which dead letters an operator means: all, those of a reason, or some by id. */
export interface DeadLetterSelection {
  reason?: DeadReason | undefined;
  /** Empty: any id. */
  ids?: readonly number[];
}

/** Seconds after which a letter is deleted, and after which one that is no click, and so may say anything, is emptied. */
const EXPIRY = 14 * DAY;
const READERLESS = 2 * DAY;

/** Keeps messages for an operator. (docs/decisions.md#C21) */
export async function storeDeadLetters(db: Db, letters: readonly DeadLetter[], now: Seconds): Promise<void> {
  if (letters.length === 0) return;
  const { at, messageId, reason, body } = deadLetters;
  // One value for all of them: D1 takes 100 parameters per statement.
  await db.run(sql`INSERT OR IGNORE INTO ${deadLetters} (${listed(at, messageId, reason, body)})
    SELECT ${now}, value ->> 'messageId', value ->> 'reason', value ->> 'body' FROM json_each(${JSON.stringify(letters.map(withBody))})
    WHERE (${unlessRestoring}) IS NULL`);
}

/** JSON has no undefined, and a message may have been empty. */
const withBody = (letter: DeadLetter) => ({ ...letter, body: apart(JSON.stringify(letter.body ?? null)) });

/** Bytes that SQLite keeps of a long row beside other rows, more than that at most, and on each further page. */
const FIRST = 429;
const BESIDE = 900;
const PAGE = 4092;

/**
 * JSON between blanks. SQLite moves rows from page to page as it grows and shrinks, and leaves copies of them behind; only what a row has
 * on further pages stays where it is. Blanks push a message there, so that overwriting it leaves nothing of it in the file.
 */
function apart(json: string): string {
  const length = BESIDE + new TextEncoder().encode(json).length;
  const pages = Math.ceil((length - FIRST) / PAGE);
  return ' '.repeat(BESIDE) + json + ' '.repeat(FIRST + pages * PAGE - length);
}

const selected = ({ reason, ids = [] }: DeadLetterSelection): SQL | undefined =>
  and(reason ? eq(deadLetters.reason, reason) : undefined, ids.length > 0 ? inList(deadLetters.id, ids) : undefined);

/** Dead letters, oldest first, after the given id, up to `until`. */
export async function listDeadLetters(
  db: Db,
  { after, until, limit, ...selection }: { after: number; until?: number; limit: number } & DeadLetterSelection,
): Promise<StoredDeadLetter[]> {
  const { id, at, messageId, reason, body } = deadLetters;
  return db
    .select({ id, at, messageId, reason, body })
    .from(deadLetters)
    .where(and(gt(id, after), until === undefined ? undefined : lte(id, until), selected(selection)))
    .orderBy(asc(id))
    .limit(limit);
}

/** How many there are, by reason. */
export async function countDeadLetters(db: Db): Promise<Partial<Record<DeadReason, number>>> {
  const rows = await db
    .select({ reason: deadLetters.reason, letters: count().as('letters') })
    .from(deadLetters)
    .groupBy(deadLetters.reason);
  return Object.fromEntries(rows.map(({ reason, letters }) => [reason, letters]));
}

/** Discards dead letters and returns how many. `author`: for the audit trail; left out: no record. */
export async function discardDeadLetters(
  db: Db,
  selection: DeadLetterSelection,
  author?: Author,
  becomes: 'discarded' | 'queued' = 'discarded',
): Promise<number> {
  const where = selected(selection);
  const remove = db.delete(deadLetters).where(where).returning({ id: deadLetters.id });
  const records = author ? [recordLetters(newChange(author), where, becomes)] : [];
  const { gone } = await db.transaction({ records, blanked: blank(db, where), gone: remove });
  return gone.length;
}

/** The new body has the length of the old one, so that it overwrites its bytes: what is deleted or shortened stays in the file. */
function blank(db: Db, where: SQL | undefined) {
  const length = sql`length(CAST(${deadLetters.body} AS BLOB))`;
  const zeros = sql`substr(hex(zeroblob((${length} + 1) / 2)), 1, ${length})`;
  return db.update(deadLetters).set({ body: zeros }).where(where);
}

/** Statement that records how many letters of each reason leave the store, and which; never what is in them. */
function recordLetters(change: Change, where: SQL | undefined, becomes: string): SQL {
  const { id, reason } = deadLetters;
  return sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    SELECT ${auditHead(change, 'letter')}, ${reason}, ${becomes === 'queued' ? 'update' : 'delete'},
      json_object('letters', count(*), 'firstId', min(${id}), 'lastId', max(${id}), 'state', 'dead'),
      ${becomes === 'queued' ? JSON.stringify({ state: becomes }) : null}
    FROM ${deadLetters} WHERE ${where ?? sql`true`} GROUP BY ${reason}`;
}

/**
 * Deletes letters after 14 days; after two days it empties those that are not clicks and might identify a reader. One of a clock that was
 * ahead counts as of today.
 */
export async function expireDeadLetters(db: Db, time: TrustedTime): Promise<void> {
  const { at, body, reason } = deadLetters;
  const now = toSeconds(time);
  await db
    .update(deadLetters)
    .set({ at: now })
    .where(gt(at, now + DAY));
  const isOld = lt(at, now - EXPIRY);
  await db.transaction(blank(db, isOld), db.delete(deadLetters).where(isOld));
  const isTwoDaysOld = lt(at, now - READERLESS);
  await db.transaction(
    blank(db, and(isTwoDaysOld, eq(reason, 'malformed'), sql`${body} <> 'null'`)),
    db
      .update(deadLetters)
      .set({ body: sql`'null'` })
      .where(and(isTwoDaysOld, sql`ltrim(${body}, '0') = ''`)),
  );
}

/** Most messages that a queue takes at once, and bytes, below its 256 KB with what it adds to each. */
const SEND = 100;
const SEND_BYTES = 200_000;

/** As many of the first letters as a queue takes at once. */
function first(letters: readonly StoredDeadLetter[]): StoredDeadLetter[] {
  let bytes = 0;
  const next = letters.findIndex(({ body }, i) => {
    bytes += new TextEncoder().encode(JSON.stringify(body)).length;
    return i > 0 && bytes > SEND_BYTES;
  });
  return letters.slice(0, next < 0 ? letters.length : next);
}

/**
 * Puts at most `limit` dead letters back into the queue and returns how many. A letter is removed only after the queue has it:
 * a failure in between sends it twice, and the ledger counts it once. `author`: for the audit trail; left out: no record.
 */
export async function replayDeadLetters(
  db: Db,
  queue: Pick<Queue, 'sendBatch'>,
  { limit, ...selection }: { limit: number } & DeadLetterSelection,
  author?: Author,
): Promise<number> {
  let replayed = 0;
  // What cannot be counted may be back as a new letter before this ends.
  const [newest] = await db.select({ id: sql<number | null>`max(${deadLetters.id})`.as('newest') }).from(deadLetters);
  const range = { after: 0, until: newest?.id ?? 0 };
  while (replayed < limit) {
    const letters = first(
      await listDeadLetters(db, { ...selection, ...range, limit: Math.min(SEND, limit - replayed) }),
    );
    if (letters.length === 0) break;
    await queue.sendBatch(letters.map(({ body }) => ({ body, contentType: 'json' as const })));
    await discardDeadLetters(db, { ids: letters.map(({ id }) => id) }, author, 'queued');
    replayed += letters.length;
  }
  return replayed;
}
