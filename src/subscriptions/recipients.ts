import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Db, failWhere, type Statement } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { apiKeys, dispatches, recipientAddresses, subscriptions } from '../db/schema.ts';
import { bare, listed } from '../db/sql.ts';
import { DAY, type Seconds, toMillis } from '../lib/time.ts';
import { dispatchOf } from './news.ts';
import { addressMac, idInToken, isConfirmationToken } from './send/derived-secrets.ts';
import {
  addSubscription,
  CONFIRMATION_SECONDS,
  describeSubscription,
  endSubscription,
  isLiving,
  NEWEST_SUBSCRIPTION_ID,
  type Recording,
} from './store.ts';

/**
 * This module invites recipients: people without an account to whom an editor sends a digest. Nothing but invitations
 * is sent to their address until they confirm. (docs/decisions.md#K18)
 */

/** Maximum number of invitations per owner and day, and per address within `RETENTION_DAYS.invitations`. */
export const MAX_INVITATIONS_PER_DAY = 50;
export const MAX_INVITATIONS_PER_ADDRESS = 3;

const ADDRESS_SECONDS = RETENTION_DAYS.invitations * DAY;

type Values = Parameters<typeof addSubscription>[1] & { address: string };

/** Returns the reason why an address cannot be invited, worded to follow its name, or `null`. */
export async function invitationFault(
  db: Db,
  { keyId, address, kind, ref }: Pick<Values, 'keyId' | 'address' | 'kind' | 'ref'>,
  now: Seconds,
  isNew = true,
): Promise<string | null> {
  const { declined, invited, sent, same } = await db.transaction({
    ...selectAddress(db, await addressMac(db, address), now),
    sent: db.select({ count: countOfOwner(keyId, now).as('sent_today') }).from(sql`(SELECT 1)`),
    same: db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.keyId, keyId),
          eq(subscriptions.kind, kind),
          eq(subscriptions.ref, ref),
          sql`lower(${subscriptions.address}) = ${address.toLowerCase()}`,
          isNull(subscriptions.endedAt),
        ),
      ),
  });
  if (declined.length > 0) return 'declined digests; only its owner can follow with an account';
  if (isNew && same.length > 0) return 'has already been invited to this digest';
  if (invited.length > 0)
    return `has been invited ${MAX_INVITATIONS_PER_ADDRESS} times within ${RETENTION_DAYS.invitations} days; try later`;
  if ((sent[0]?.count ?? 0) >= MAX_INVITATIONS_PER_DAY)
    return `cannot be invited today: the limit is ${MAX_INVITATIONS_PER_DAY} invitations per day`;
  return null;
}

function selectAddress(db: Db, mac: string, now: Seconds) {
  const { declinedAt, invitations, firstAt } = recipientAddresses;
  const select = () => db.select({ mac: recipientAddresses.mac }).from(recipientAddresses);
  const is = eq(recipientAddresses.mac, mac);
  return {
    declined: select().where(and(is, sql`${declinedAt} IS NOT NULL`)),
    invited: select().where(
      and(is, sql`${invitations} >= ${MAX_INVITATIONS_PER_ADDRESS}`, sql`${firstAt} > ${now - ADDRESS_SECONDS}`),
    ),
  };
}

/** SQL expression: the number of invitations that an owner sent within a day. Reads two rows per subscription. */
const countOfOwner = (keyId: number, now: Seconds) =>
  sql<number>`(SELECT count(*) FROM ${subscriptions} JOIN ${dispatches} ON ${dispatches.subscriptionId} = ${subscriptions.id}
    AND ${dispatches.number} < 0 WHERE ${subscriptions.keyId} = ${keyId} AND ${dispatches.firstAt} > ${toMillis(now - DAY)})`;

/** Returns statements that count and store an invitation. They fail if the address has declined or a limit is reached. */
async function invitation(
  db: Db,
  { id, keyId, address }: { id: number | typeof NEWEST_SUBSCRIPTION_ID; keyId: number; address: string },
  now: Seconds,
): Promise<Statement[]> {
  const mac = await addressMac(db, address);
  const { invitations, firstAt, declinedAt } = recipientAddresses;
  const isOver = sql`${firstAt} <= ${now - ADDRESS_SECONDS}`;
  const { subscriptionId, number, state, content, firstAt: madeAt, nextAt } = dispatches;
  return [
    failWhere(sql`EXISTS (SELECT 1 FROM ${recipientAddresses} WHERE ${recipientAddresses.mac} = ${mac} AND (${declinedAt} IS NOT NULL
      OR (${invitations} >= ${MAX_INVITATIONS_PER_ADDRESS} AND NOT ${isOver})))
      OR ${countOfOwner(keyId, now)} >= ${MAX_INVITATIONS_PER_DAY}`),
    sql`INSERT INTO ${recipientAddresses} (${listed(recipientAddresses.mac, invitations, firstAt)}) VALUES (${mac}, 1, ${now})
      ON CONFLICT DO UPDATE SET ${bare(invitations)} = iif(${isOver}, 1, ${invitations} + 1), ${bare(firstAt)} = iif(${isOver}, ${now}, ${firstAt})`,
    sql`INSERT INTO ${dispatches} (${listed(subscriptionId, number, state, content, madeAt, nextAt)})
      VALUES (${id}, coalesce((SELECT min(${number}) FROM ${dispatches} WHERE ${subscriptionId} = ${id} AND ${number} < 0), 0) - 1, 'pending', ${JSON.stringify(dispatchOf([]))}, ${toMillis(now)}, ${toMillis(now)})`,
  ];
}

/** Stores a subscription of a recipient with its invitation. Throws `ConflictError` if a limit is reached. */
export const inviteRecipient = async (db: Db, values: Values, record: Recording, now: Seconds) =>
  addSubscription(
    db,
    { ...values, invitedAt: now },
    record,
    await invitation(db, { id: NEWEST_SUBSCRIPTION_ID, keyId: values.keyId, address: values.address }, now),
  );

/** Invites a recipient again, which makes the earlier link invalid. Throws `ConflictError` if a limit is reached. */
export async function inviteAgain(
  db: Db,
  { id, keyId, address, invitedAt }: { id: number; keyId: number; address: string; invitedAt: Seconds | null },
  record: Recording,
  now: Seconds,
): Promise<void> {
  const is = eq(subscriptions.id, id);
  await db.transaction({
    guard: failWhere(
      sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${is} AND ${subscriptions.confirmedAt} IS NULL AND ${subscriptions.invitedAt} IS ${invitedAt}
        AND ${subscriptions.endedAt} IS NULL)`,
    ),
    pending: db.delete(dispatches).where(and(eq(dispatches.subscriptionId, id), eq(dispatches.state, 'pending'))),
    invited: db.update(subscriptions).set({ invitedAt: now }).where(is),
    recorded: record({
      ref: String(id),
      before: sql`json_set(${describeSubscription(is)}, '$.invitedAt', CAST(${invitedAt} AS INTEGER))`,
      after: describeSubscription(is),
    }),
    invitation: await invitation(db, { id, keyId, address }, now),
  });
}

export interface InvitedRecipient {
  id: number;
  kind: (typeof subscriptions.$inferSelect)['kind'];
  name: string;
  editor: string;
  state: 'invited' | 'expired' | 'confirmed' | 'ended';
  invitedAt: Seconds;
}

/** Finds the subscription of a confirmation token. Returns `null` if the token is invalid or was replaced. */
export async function findInvited(db: Db, token: string, now: Seconds): Promise<InvitedRecipient | null> {
  const id = idInToken(token);
  if (id === null) return null;
  const { kind, name, invitedAt, confirmedAt, endedAt } = subscriptions;
  const [found] = await db
    .select({
      kind,
      name,
      invitedAt,
      confirmedAt,
      endedAt,
      isLiving: sql`${isLiving(now)}`.mapWith(Boolean).as('is_living'),
      editor: sql<string>`(SELECT ${apiKeys.name} FROM ${apiKeys} WHERE ${apiKeys.id} = ${subscriptions.keyId})`.as(
        'editor',
      ),
    })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  if (!found || found.invitedAt === null || !(await isConfirmationToken(db, token, id, found.invitedAt))) return null;
  const isEnded = found.endedAt !== null || !found.isLiving;
  const isExpired = found.invitedAt < now - CONFIRMATION_SECONDS;
  const state = isEnded ? 'ended' : found.confirmedAt !== null ? 'confirmed' : isExpired ? 'expired' : 'invited';
  return { id, kind: found.kind, name: found.name, editor: found.editor, state, invitedAt: found.invitedAt };
}

/** Stores the consent of a recipient. Returns false if the invitation has expired, was replaced or has ended. */
export async function confirmRecipient(
  db: Db,
  { id, invitedAt }: Pick<InvitedRecipient, 'id' | 'invitedAt'>,
  record: Recording,
  now: Seconds,
): Promise<boolean> {
  const is = eq(subscriptions.id, id);
  const { confirmed } = await db.transaction({
    confirmed: db
      .update(subscriptions)
      .set({ confirmedAt: now })
      .where(
        and(
          is,
          eq(subscriptions.invitedAt, invitedAt),
          sql`${subscriptions.invitedAt} >= ${now - CONFIRMATION_SECONDS}`,
          isNull(subscriptions.confirmedAt),
          isLiving(now),
        ),
      )
      .returning({ id: subscriptions.id }),
    recorded: record({
      ref: String(id),
      before: sql`json_set(${describeSubscription(is)}, '$.confirmedAt', NULL)`,
      after: describeSubscription(is),
      when: sql`changes() > 0`,
    }),
  });
  return confirmed.length > 0;
}

/** Ends a subscription for its receiver. A recipient's address cannot be invited again, and open invitations end. */
export async function endByReceiver(db: Db, id: number, record: Recording, now: Seconds): Promise<boolean> {
  const [found] = await db
    .select({ address: subscriptions.address, via: subscriptions.via })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.endedAt)));
  if (!found?.address || found.via !== 'mail') return endSubscription(db, { id }, now, record);
  const { mac, invitations, firstAt, declinedAt } = recipientAddresses;
  const declined = await addressMac(db, found.address);
  return endSubscription(db, { id }, now, record, [
    sql`INSERT INTO ${recipientAddresses} (${listed(mac, invitations, firstAt, declinedAt)}) VALUES (${declined}, 0, ${now}, ${now})
      ON CONFLICT DO UPDATE SET ${bare(declinedAt)} = ${now}`,
    sql`UPDATE ${subscriptions} SET (${bare(subscriptions.endedAt)}, ${bare(subscriptions.address)}) = (${now}, NULL)
      WHERE ${subscriptions.via} = 'mail' AND lower(${subscriptions.address}) = ${found.address.toLowerCase()}
        AND ${subscriptions.confirmedAt} IS NULL AND ${subscriptions.endedAt} IS NULL`,
  ]);
}
