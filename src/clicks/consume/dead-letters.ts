import { and, asc, count, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import {
  AUDIT_COLUMNS,
  type AuditChange,
  type Author,
  auditHead,
  newAuditChange,
} from '../../content/history/audit.ts';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { audit, deadLetters } from '../../db/schema.ts';
import { inList, listed } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { DAY, type Seconds, toSeconds } from '../../lib/time.ts';

/** Reasons for dead letters. Only earlier versions stored `tooOld`. */
export const DEAD_REASONS = ['malformed', 'tooOld', 'failed'] as const;
export type DeadReason = (typeof DEAD_REASONS)[number];

export interface DeadLetter {
  messageId: string;
  reason: DeadReason;
  body: unknown;
}

export interface StoredDeadLetter extends DeadLetter {
  id: number;
  at: Seconds;
}

export interface DeadLetterSelection {
  reason?: DeadReason | undefined;
  ids?: readonly number[];
}

/** Time until a dead letter is deleted. Malformed messages may contain personal data, so they are deleted earlier. */
const EXPIRY_S = 14 * DAY;
const MALFORMED_EXPIRY_S = 2 * DAY;

/** Stores failed messages, so that an operator can inspect them. (docs/decisions.md#C21) */
export async function storeDeadLetters(db: Db, letters: readonly DeadLetter[], now: Seconds): Promise<void> {
  if (letters.length === 0) return;
  const { at, messageId, reason, body } = deadLetters;
  // D1 allows 100 parameters per statement, so one JSON value contains all rows.
  await db.run(sql`INSERT OR IGNORE INTO ${deadLetters} (${listed(at, messageId, reason, body)})
    SELECT ${now}, value ->> 'messageId', value ->> 'reason', value ->> 'body' FROM json_each(${JSON.stringify(letters.map(withBody))})
    WHERE (${unlessRestoring}) IS NULL`);
}

/** Converts the body to padded JSON. JSON has no `undefined`, so an empty body becomes `null`. */
const withBody = (letter: DeadLetter) => ({ ...letter, body: padToOverflow(JSON.stringify(letter.body ?? null)) });

/** Number of bytes of a long row that SQLite stores on its first page (minimum, maximum) and on each overflow page. */
const MIN_LOCAL_BYTES = 429;
const MAX_LOCAL_BYTES = 900;
const OVERFLOW_PAGE_BYTES = 4092;

/** Pads JSON so that SQLite stores it in overflow pages. SQLite never copies these pages, so an overwrite erases it. */
function padToOverflow(json: string): string {
  const length = MAX_LOCAL_BYTES + new TextEncoder().encode(json).length;
  const pages = Math.ceil((length - MIN_LOCAL_BYTES) / OVERFLOW_PAGE_BYTES);
  return ' '.repeat(MAX_LOCAL_BYTES) + json + ' '.repeat(MIN_LOCAL_BYTES + pages * OVERFLOW_PAGE_BYTES - length);
}

const matchSelection = ({ reason, ids = [] }: DeadLetterSelection): SQL | undefined =>
  and(reason ? eq(deadLetters.reason, reason) : undefined, ids.length > 0 ? inList(deadLetters.id, ids) : undefined);

export async function listDeadLetters(
  db: Db,
  { after, until, limit, ...selection }: { after: number; until?: number; limit: number } & DeadLetterSelection,
): Promise<StoredDeadLetter[]> {
  const { id, at, messageId, reason, body } = deadLetters;
  return db
    .select({ id, at, messageId, reason, body })
    .from(deadLetters)
    .where(and(gt(id, after), until === undefined ? undefined : lte(id, until), matchSelection(selection)))
    .orderBy(asc(id))
    .limit(limit);
}

export async function countDeadLetters(db: Db): Promise<Partial<Record<DeadReason, number>>> {
  const rows = await db
    .select({ reason: deadLetters.reason, letters: count().as('letters') })
    .from(deadLetters)
    .groupBy(deadLetters.reason);
  return Object.fromEntries(rows.map(({ reason, letters }) => [reason, letters]));
}

/** Discards dead letters and returns their number. Adds an audit record if `author` is given. */
export async function discardDeadLetters(
  db: Db,
  selection: DeadLetterSelection,
  author?: Author,
  becomes: 'discarded' | 'queued' = 'discarded',
): Promise<number> {
  const where = matchSelection(selection);
  const remove = db.delete(deadLetters).where(where).returning({ id: deadLetters.id });
  const records = author ? [recordLetters(newAuditChange(author), where, becomes)] : [];
  const { gone } = await db.transaction({ records, blanked: blank(db, where), gone: remove });
  return gone.length;
}

/** Overwrites bodies with values of equal length. SQLite leaves deleted or shortened values in the database file. */
function blank(db: Db, where: SQL | undefined) {
  const length = sql`length(CAST(${deadLetters.body} AS BLOB))`;
  const zeros = sql`substr(hex(zeroblob((${length} + 1) / 2)), 1, ${length})`;
  return db.update(deadLetters).set({ body: zeros }).where(where);
}

function recordLetters(change: AuditChange, where: SQL | undefined, becomes: string): SQL {
  const { id, reason } = deadLetters;
  return sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    SELECT ${auditHead(change, 'letter')}, ${reason}, ${becomes === 'queued' ? 'update' : 'delete'},
      json_object('letters', count(*), 'firstId', min(${id}), 'lastId', max(${id}), 'state', 'dead'),
      ${becomes === 'queued' ? JSON.stringify({ state: becomes }) : null}
    FROM ${deadLetters} WHERE ${where ?? sql`true`} GROUP BY ${reason}`;
}

/** Deletes dead letters after 14 days, and malformed messages after two days, because these might identify a reader. */
export async function expireDeadLetters(db: Db, time: TrustedTime): Promise<void> {
  const { at, body, reason } = deadLetters;
  const now = toSeconds(time);
  await db
    .update(deadLetters)
    .set({ at: now })
    .where(gt(at, now + DAY));
  const isOld = lt(at, now - EXPIRY_S);
  await db.transaction(blank(db, isOld), db.delete(deadLetters).where(isOld));
  const isTwoDaysOld = lt(at, now - MALFORMED_EXPIRY_S);
  await db.transaction(
    blank(db, and(isTwoDaysOld, eq(reason, 'malformed'), sql`${body} <> 'null'`)),
    db
      .update(deadLetters)
      .set({ body: sql`'null'` })
      .where(and(isTwoDaysOld, sql`ltrim(${body}, '0') = ''`)),
  );
}

/** Maximum size of a batch, in messages and in bytes. The queue rejects batches above 256 KB. */
const MAX_BATCH_MESSAGES = 100;
const MAX_BATCH_BYTES = 200_000;

function takeBatch(letters: readonly StoredDeadLetter[]): StoredDeadLetter[] {
  let bytes = 0;
  const next = letters.findIndex(({ body }, i) => {
    bytes += new TextEncoder().encode(JSON.stringify(body)).length;
    return i > 0 && bytes > MAX_BATCH_BYTES;
  });
  return letters.slice(0, next < 0 ? letters.length : next);
}

/** Sends dead letters to the queue again and returns their number. If deleting them fails, repeats are not counted. */
export async function replayDeadLetters(
  db: Db,
  queue: Pick<Queue, 'sendBatch'>,
  { limit, ...selection }: { limit: number } & DeadLetterSelection,
  author?: Author,
): Promise<number> {
  let replayed = 0;
  // Dead letters above this id failed again during this replay, so they are not replayed.
  const [newest] = await db.select({ id: sql<number | null>`max(${deadLetters.id})`.as('newest') }).from(deadLetters);
  const range = { after: 0, until: newest?.id ?? 0 };
  while (replayed < limit) {
    const letters = takeBatch(
      await listDeadLetters(db, { ...selection, ...range, limit: Math.min(MAX_BATCH_MESSAGES, limit - replayed) }),
    );
    if (letters.length === 0) break;
    await queue.sendBatch(letters.map(({ body }) => ({ body, contentType: 'json' as const })));
    await discardDeadLetters(db, { ids: letters.map(({ id }) => id) }, author, 'queued');
    replayed += letters.length;
  }
  return replayed;
}
