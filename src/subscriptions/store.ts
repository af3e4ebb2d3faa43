import { and, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { NEWS_SECONDS } from '../content/removal/followers.ts';
import { type Db, failWhere, type Statement } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { apiKeys, dispatches, recipientAddresses, subscriptions } from '../db/schema.ts';
import { bare, inList, objectOf } from '../db/sql.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { type Kind, OWNERS } from '../keys/key.ts';
import { isActive } from '../keys/owned-resources.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import { DAY, HOUR, type Millis, type Seconds, toMillis, toSeconds } from '../lib/time.ts';

/** This module stores subscriptions. A subscription ends when its owner is removed or may no longer subscribe. */

/** Columns except `sentItems`. Invalid JSON in `sentItems` would make each read of its row fail. */
const { hash: _, sentItems: __, ...columns } = getTableColumns(subscriptions);
export type Subscription = Omit<typeof subscriptions.$inferSelect, 'hash' | 'sentItems'>;

/** Failure reason of a message that could not be composed. Reasons of receivers begin with a lower-case letter. */
export const NOT_MADE = 'A message could not be composed';

export const NEWS = toMillis(NEWS_SECONDS);

/** Owners who may send mail to the addresses of other people. */
export const RECIPIENT_OWNERS: readonly Kind[] = ['operator', 'editor'];

/** Time within which a recipient may confirm, in seconds. */
export const CONFIRMATION_SECONDS = 48 * HOUR;

export const MAX_PER_OWNER = 100;
const RETENTION_SECONDS = RETENTION_DAYS.subscriptions * DAY;
/** Length of a token in bytes. Its 160 random bits cannot be guessed from a plain hash. */
const TOKEN_BYTES = 20;
const TOKEN_PATTERN = /^[0-9a-f]{40}$/;

/** SQL condition: the owner may still subscribe. Only operators and editors may send mail to other people's addresses. */
const hasOwner = (now: Seconds) =>
  isActive(
    subscriptions.keyId,
    now,
    OWNERS,
    sql`(${subscriptions.via} <> 'mail' OR ${subscriptions.address} IS NULL OR ${inList(apiKeys.kind, RECIPIENT_OWNERS)}
      OR ${subscriptions.address} = ${apiKeys.email})`,
  );

const isKept = (now: Seconds): SQL => sql`(${subscriptions.endedAt} IS NULL AND ${hasOwner(now)})`;

export const isLiving = (now: Seconds): SQL =>
  sql`(${isKept(now)} AND (${subscriptions.ref} <> '' OR ${subscriptions.kind} IN ('week', 'alerts')))`;

/** SQL condition: the subscription sends mail to the address of another person, who must confirm. */
export const isRecipient: SQL = sql`(${subscriptions.via} = 'mail' AND ${subscriptions.address} IS NOT NULL)`;

/** SQL condition: the owner receives the messages, or the recipient has confirmed. */
export const isConfirmed: SQL = sql`(NOT ${isRecipient} OR ${subscriptions.confirmedAt} IS NOT NULL)`;

export const ownAddress: SQL<string | null> =
  sql`(SELECT ${apiKeys.email} FROM ${apiKeys} WHERE ${apiKeys.id} = ${subscriptions.keyId})`;

export type Recording = (change: { ref: SQL | string; before: SQL; after: SQL; when?: SQL }) => SQL;
export const NEWEST_SUBSCRIPTION_ID = sql`(SELECT max(${subscriptions.id}) FROM ${subscriptions})`;
export const describeSubscription = (where: SQL): SQL =>
  sql`(SELECT ${objectOf(subscriptions, ['id', 'kind', 'ref', 'name', 'via', 'rhythm', 'createdAt', 'invitedAt', 'confirmedAt', 'endedAt'])} FROM ${subscriptions} WHERE ${where})`;

type New = Pick<
  typeof subscriptions.$inferSelect,
  'keyId' | 'kind' | 'ref' | 'name' | 'via' | 'address' | 'rhythm' | 'createdAt' | 'nextAt' | 'sentItems'
> & { invitedAt?: Seconds | null };

/**
 * Stores a subscription with a hash of its token, and runs further statements. Returns the token. Throws
 * `ConflictError` above `MAX_PER_OWNER`, or if a further statement does.
 */
export async function addSubscription(db: Db, values: New, record: Recording, further: readonly Statement[] = []) {
  const token = values.via === 'feed' ? randomHex(TOKEN_BYTES) : null;
  const { inserted } = await db.transaction({
    guard: failWhere(
      sql`(SELECT count(*) FROM ${subscriptions} WHERE ${subscriptions.keyId} = ${values.keyId} AND ${subscriptions.endedAt} IS NULL) >= ${sql.raw(String(MAX_PER_OWNER))}`,
    ),
    inserted: db
      .insert(subscriptions)
      .values({ ...values, hash: token && (await sha256(token)) })
      .returning(columns),
    recorded: record({
      ref: NEWEST_SUBSCRIPTION_ID,
      before: sql`NULL`,
      after: describeSubscription(sql`${subscriptions.id} = ${NEWEST_SUBSCRIPTION_ID}`),
    }),
    further,
  });
  const [stored] = inserted;
  if (!stored) throw new Error('a subscription that was stored has a record');
  return { token, stored };
}

export interface ListedSubscription extends Subscription {
  isLiving: boolean;
  lastAt: Millis | null;
  reason: string | null;
}

const ofIts = (what: SQL, where: SQL) =>
  sql`(SELECT ${what} FROM ${dispatches} WHERE ${dispatches.subscriptionId} = ${subscriptions.id} AND ${where}
    ORDER BY ${dispatches.number} > 0 DESC, abs(${dispatches.number}) DESC LIMIT 1)`;

/** Lists active subscriptions, newest first. */
export const listSubscriptions = async (
  db: Db,
  { of, id }: { of?: number | undefined; id?: number | undefined },
  now: Millis,
): Promise<ListedSubscription[]> =>
  db
    .select({
      ...columns,
      isLiving: sql`${isLiving(toSeconds(now))}`.mapWith(Boolean).as('is_living'),
      lastAt: sql<
        number | null
      >`${ofIts(sql`${dispatches.nextAt}`, sql`(${dispatches.number} > 0 AND ${dispatches.state} = 'delivered')`)}`.as(
        'last_at',
      ),
      reason: sql<string | null>`${ofIts(sql`${dispatches.reason}`, sql`(${dispatches.attempts} > 0)`)}`.as('reason'),
    })
    .from(subscriptions)
    .where(
      and(
        isKept(toSeconds(now)),
        of === undefined ? undefined : eq(subscriptions.keyId, of),
        id === undefined ? undefined : eq(subscriptions.id, id),
      ),
    )
    .orderBy(sql`${subscriptions.id} DESC`);

/** Ends an active subscription. Returns false if the subscription is unknown or `of` is not its owner. */
export async function endSubscription(
  db: Db,
  { id, of }: { id: number; of?: number | undefined },
  now: Seconds,
  record: Recording,
  further: readonly Statement[] = [],
): Promise<boolean> {
  const is =
    of === undefined
      ? sql`${subscriptions.id} = ${id}`
      : sql`(${subscriptions.id}, ${subscriptions.keyId}) = (${id}, ${of})`;
  const before = db
    .select({ it: describeSubscription(is).as('it') })
    .from(subscriptions)
    .where(and(is, isNull(subscriptions.endedAt)));
  const [was] = (await before) as { it: string }[];
  if (!was) return false;
  const { ended } = await db.transaction({
    ended: db
      .update(subscriptions)
      .set({ endedAt: now, address: null })
      .where(and(is, isNull(subscriptions.endedAt)))
      .returning({ id: subscriptions.id }),
    recorded: record({
      ref: String(id),
      before: sql`${was.it}`,
      after: describeSubscription(is),
      when: sql`changes() > 0`,
    }),
    waiting: db.delete(dispatches).where(and(eq(dispatches.subscriptionId, id), eq(dispatches.state, 'pending'))),
    further,
  });
  return ended.length > 0;
}

/** Replaces the token of a feed. The previous token becomes invalid. Returns `null` if `of` is not the feed's owner. */
export async function renewFeed(db: Db, { id, of }: { id: number; of: number }, record: Recording) {
  const token = randomHex(TOKEN_BYTES);
  const is = and(eq(subscriptions.id, id), eq(subscriptions.keyId, of), eq(subscriptions.via, 'feed'));
  const { renewed } = await db.transaction({
    renewed: db
      .update(subscriptions)
      .set({ hash: await sha256(token) })
      .where(and(is, isNull(subscriptions.endedAt)))
      .returning({ id: subscriptions.id }),
    recorded: record({
      ref: String(id),
      before: describeSubscription(eq(subscriptions.id, id)),
      after: sql`json_set(${describeSubscription(eq(subscriptions.id, id))}, '$.address', 'renewed')`,
      when: sql`changes() > 0`,
    }),
  });
  return renewed.length > 0 ? token : null;
}

export async function findFollowed(db: Db, token: string, now: Seconds): Promise<Subscription | null> {
  if (!TOKEN_PATTERN.test(token)) return null;
  const is = and(eq(subscriptions.hash, await sha256(token)), isLiving(now));
  return (await db.select(columns).from(subscriptions).where(is))[0] ?? null;
}

/** Erases the addresses of recipients who have not confirmed, and MACs of addresses that are no longer needed. */
function forgetInvitations(db: Db, now: Seconds) {
  const old = now - RETENTION_DAYS.invitations * DAY;
  const { firstAt, declinedAt } = recipientAddresses;
  return [
    db
      .update(subscriptions)
      .set({ endedAt: now, address: null })
      .where(
        and(
          isRecipient,
          isNull(subscriptions.confirmedAt),
          isNull(subscriptions.endedAt),
          lt(subscriptions.invitedAt, old),
        ),
      ),
    db.delete(recipientAddresses).where(and(isNull(declinedAt), lt(firstAt, old))),
    db.delete(recipientAddresses).where(lt(declinedAt, now - RETENTION_DAYS.declines * DAY)),
  ] as const;
}

export const forgetSubscriptions = (db: Db, now: TrustedTime) =>
  [
    ...forgetInvitations(db, toSeconds(now)),
    db.delete(dispatches).where(lt(dispatches.firstAt, now - toMillis(RETENTION_SECONDS))),
    db.delete(subscriptions).where(lt(subscriptions.endedAt, toSeconds(now) - RETENTION_SECONDS)),
  ] as const;

/** Builds the last statements of a restore. They mark items that may have been sent after the backup as sent. */
export const knowMessages = (): SQL[] => {
  const { subscriptionId, number, content, firstAt } = dispatches;
  const its = sql`${dispatches} WHERE ${subscriptionId} = ${subscriptions.id}`;
  const recent = sql`(SELECT ${content} AS c FROM ${its} AND ${firstAt} > unixepoch() * 1000 - ${NEWS} AND json_valid(${content}))`;
  return [
    sql`UPDATE ${subscriptions} SET ${bare(subscriptions.made)} = max(${subscriptions.made}, (SELECT coalesce(max(${number}), 0) FROM ${its}))`,
    sql`UPDATE ${subscriptions} SET ${bare(subscriptions.sentItems)} = (SELECT json_group_array(one) FROM (
      SELECT 'a' || value AS one FROM ${recent}, json_each(c, '$.articles') UNION SELECT 'e' || value FROM ${recent}, json_each(c, '$.events')
      UNION SELECT 'w' || (c ->> 'monday') FROM ${recent} WHERE c ->> 'monday' IS NOT NULL UNION SELECT value FROM json_each(${subscriptions.sentItems})))
      WHERE json_valid(${subscriptions.sentItems}) AND EXISTS (SELECT 1 FROM ${recent})`,
  ];
};
