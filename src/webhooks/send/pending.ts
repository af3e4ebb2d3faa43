import { and, eq, getTableColumns, lt, lte, min, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../../db/schema.ts';
import type { DeliveryAttempt } from '../../db/values.ts';
import type { Millis } from '../../lib/time.ts';
import { delayAfter, GIVE_UP_AFTER } from './schedule.ts';

/** The deliveries to a webhook that are still to be made. Of each subject only the first event is sent; the others wait for it. */

const d = webhookDeliveries;
const earlier = alias(webhookDeliveries, 'earlier');
/** As in the partial index: a parameter would not match it. */
const isPending = sql`${d.state} = 'pending'`;

const isFirst = (db: Db, webhook: number) =>
  and(
    eq(d.webhookId, webhook),
    isPending,
    notExists(
      db
        .select({ one: sql`1` })
        .from(earlier)
        .where(
          and(
            eq(earlier.webhookId, d.webhookId),
            sql`${earlier.state} = 'pending'`,
            eq(earlier.subject, d.subject),
            lt(earlier.eventId, d.eventId),
          ),
        ),
    ),
  );

/** Due events, the oldest first, one of each subject. Reads two rows per pending delivery. (docs/decisions.md#H4) */
export const dueDeliveries = (db: Db, webhook: number, now: Millis, limit: number) => {
  const { type, key, at, data } = webhookEvents;
  const { eventId, attempts, firstAt } = d;
  return db
    .select({ eventId, attempts, firstAt, type, key, at, data })
    .from(d)
    .innerJoin(webhookEvents, eq(webhookEvents.id, eventId))
    .where(and(isFirst(db, webhook), lte(d.nextAt, now)))
    .orderBy(eventId)
    .limit(limit);
};

export type Due = Awaited<ReturnType<typeof dueDeliveries>>[number];

/** When the next event is due, in epoch milliseconds; null: nothing waits. */
export async function nextDue(db: Db, webhook: number): Promise<number | null> {
  const [row] = await db
    .select({ at: min(d.nextAt) })
    .from(d)
    .where(isFirst(db, webhook));
  return row?.at ?? null;
}

const MAX_LOG = 25;

/** The log with one more attempt. */
const logged = (attempt: DeliveryAttempt): SQL<DeliveryAttempt[]> => {
  const longer = sql`json_insert(${d.log}, '$[#]', json(${JSON.stringify(attempt)}))`;
  return sql`iif(json_array_length(${d.log}) < ${MAX_LOG}, ${longer}, json_remove(${longer}, '$[0]'))`;
};

const isDelivery = (webhook: number, { eventId }: Due) => and(eq(d.webhookId, webhook), eq(d.eventId, eventId));

/** Statement that notes a success. Writes three rows: the pending entry of the index goes. */
export const noteDelivered = (db: Db, webhook: number, due: Due, attempt: DeliveryAttempt) =>
  db
    .update(d)
    .set({ state: 'delivered', attempts: due.attempts + 1, log: logged(attempt) })
    .where(isDelivery(webhook, due));

/**
 * Statement that notes a failure. The last attempt is made 24 hours after the event was due; where that fails, too, it is given up.
 * `asked`: seconds that the receiver asks to wait.
 */
export function noteFailed(db: Db, webhook: number, due: Due, attempt: DeliveryAttempt, asked: number | null) {
  const attempts = due.attempts + 1;
  const end = (due.firstAt ?? attempt.at) + GIVE_UP_AFTER;
  const nextAt = Math.min(attempt.at + delayAfter(attempts, asked), end);
  const state = attempt.at >= end ? 'failed' : 'pending';
  return db
    .update(d)
    .set({ state, attempts, nextAt, log: logged(attempt) })
    .where(isDelivery(webhook, due));
}

/** Statement that gives up what has waited for 24 hours on a receiver that does not answer at all. */
export const giveUpLate = (db: Db, webhook: number, attempt: DeliveryAttempt) =>
  giveUp(db, webhook, attempt, sql`${d.firstAt} <= ${attempt.at - GIVE_UP_AFTER}`);

/** Statement that gives up everything that waits for a webhook. */
export const giveUp = (db: Db, webhook: number, attempt: DeliveryAttempt, condition?: SQL) =>
  db
    .update(d)
    .set({ state: 'failed', log: logged(attempt) })
    .where(and(eq(d.webhookId, webhook), isPending, condition));

/** A webhook as it is delivered to. */
export type Addressed = typeof webhooks.$inferSelect;

/** Takes a webhook for one run of deliveries; null where another run has it, or where there is none that is switched on. */
export async function leaseWebhook(db: Db, id: number, now: number, until: number): Promise<Addressed | null> {
  const [leased] = await db
    .update(webhooks)
    .set({ leasedUntil: until })
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true), lte(webhooks.leasedUntil, now)))
    .returning(getTableColumns(webhooks));
  return leased ?? null;
}

/** Whether another run has a webhook that is switched on. */
export async function isLeased(db: Db, id: number, now: number): Promise<boolean> {
  const found = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true), sql`${webhooks.leasedUntil} > ${now}`));
  return found.length > 0;
}

/** Changes a webhook's own state: who is sent what stays as it is. */
export const setState = (
  db: Db,
  id: number,
  state: Partial<Pick<Addressed, 'leasedUntil' | 'heldUntil' | 'silences' | 'wakeAt' | 'enabled' | 'disabledReason'>>,
) => db.update(webhooks).set(state).where(eq(webhooks.id, id));
