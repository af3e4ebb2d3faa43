import { and, eq, getTableColumns, lt, lte, min, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../../db/schema.ts';
import type { DeliveryAttempt } from '../../db/values.ts';
import type { SigningStores } from '../../keys/signing.ts';
import { sha256 } from '../../lib/hash/hash.ts';
import { MINUTE_MS, type Millis } from '../../lib/time.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { bodyOf, type Message } from './body.ts';
import { delayAfter, endOfQuiet, GIVE_UP_AFTER, isQuiet } from './schedule.ts';
import { type Sent, send } from './send.ts';
import { webhookSecrets } from './signature.ts';

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
const dueDeliveries = (db: Db, webhook: number, now: Millis, limit: number) => {
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

type Due = Awaited<ReturnType<typeof dueDeliveries>>[number];

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
const noteDelivered = (db: Db, webhook: number, due: Due, attempt: DeliveryAttempt) =>
  db
    .update(d)
    .set({ state: 'delivered', attempts: due.attempts + 1, log: logged(attempt) })
    .where(isDelivery(webhook, due));

/**
 * Statement that notes a failure. The last attempt is made 24 hours after the event was due; where that fails, too, it is given up.
 * `asked`: seconds that the receiver asks to wait.
 */
function noteFailed(db: Db, webhook: number, due: Due, attempt: DeliveryAttempt, asked: number | null) {
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
const giveUpLate = (db: Db, webhook: number, attempt: DeliveryAttempt) =>
  giveUp(db, webhook, attempt, sql`${d.firstAt} <= ${attempt.at - GIVE_UP_AFTER}`);

/** Statement that gives up everything that waits for a webhook. */
const giveUp = (db: Db, webhook: number, attempt: DeliveryAttempt, condition?: SQL) =>
  db
    .update(d)
    .set({ state: 'failed', log: logged(attempt) })
    .where(and(eq(d.webhookId, webhook), isPending, condition));

/** A webhook as it is delivered to. */
type Addressed = typeof webhooks.$inferSelect;

/** Takes a webhook for one run of deliveries; null where another run has it, or where there is none that is switched on. */
async function leaseWebhook(db: Db, id: number, now: number, until: number): Promise<Addressed | null> {
  const [leased] = await db
    .update(webhooks)
    .set({ leasedUntil: until })
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true), lte(webhooks.leasedUntil, now)))
    .returning(getTableColumns(webhooks));
  return leased ?? null;
}

/** Whether another run has a webhook that is switched on. */
async function isLeased(db: Db, id: number, now: number): Promise<boolean> {
  const found = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true), sql`${webhooks.leasedUntil} > ${now}`));
  return found.length > 0;
}

/** Changes a webhook's own state: who is sent what stays as it is. */
const setState = (
  db: Db,
  id: number,
  state: Partial<Pick<Addressed, 'leasedUntil' | 'heldUntil' | 'silences' | 'wakeAt' | 'enabled' | 'disabledReason'>>,
) => db.update(webhooks).set(state).where(eq(webhooks.id, id));

/** What deliveries need. */
export interface Post {
  db: Db;
  kv: SigningStores['kv'];
  reach: Reach;
  /** Time zone of quiet hours. */
  zone: string;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** Milliseconds after which a run begins no more attempts, and how many it makes at most: the next one goes on. */
const LONGEST = 30_000;
const MOST = 40;
const ROUND = 20;
/** Longer than a run, its last attempt included, can take. */
const LEASE = MINUTE_MS;

/** How a run ended: `next` is when the next delivery is due, in epoch milliseconds, if a message has to be sent for it. */
export type Ended = { isBusy: true } | { isBusy: false; next: number | null };

/**
 * Sends what is due to a webhook, one message after the other. Only one run at a time does so, and of the events about one subject
 * only the oldest is tried: they arrive in their order.
 */
export async function deliverDue(post: Post, id: number): Promise<Ended> {
  const { db, clock } = post;
  const start = clock();
  const webhook = await leaseWebhook(db, id, start, start + LEASE);
  if (!webhook) return (await isLeased(db, id, start)) ? { isBusy: true } : { isBusy: false, next: null };
  let notBefore = 0;
  let wakeAt = webhook.wakeAt;
  try {
    notBefore = await deliver(post, webhook);
  } catch (error) {
    await setState(db, id, { leasedUntil: 0 });
    throw error;
  }
  const due = await nextDue(db, id);
  const next = due === null ? null : Math.max(due, notBefore);
  const isKnown = next === null || (wakeAt > clock() && wakeAt <= next);
  if (!isKnown) wakeAt = next;
  await setState(db, id, { leasedUntil: 0, wakeAt });
  return { isBusy: false, next: isKnown ? null : next };
}

/** Returns the time before which nothing may be sent. */
async function deliver(post: Post, webhook: Addressed): Promise<number> {
  const { db, kv, reach, zone, clock } = post;
  const { id, quiet, heldUntil } = webhook;
  const start = clock();
  const barred = quiet && isQuiet(quiet, zone, start) ? endOfQuiet(quiet, zone, start) : heldUntil;
  if (barred > start) return barred;
  const secrets = await webhookSecrets({ db, kv }, webhook.signer, start);
  let { silences } = webhook;
  for (let made = 0; made < MOST; ) {
    const round = await dueDeliveries(db, id, clock(), ROUND);
    if (round.length === 0) break;
    for (const due of round) {
      made++;
      const sent = await send(reach, { url: webhook.url, secrets, ...(await parcelOf(due, webhook)) }, clock());
      if (sent.isGone) {
        await switchOff(db, id, due, sent);
        return 0;
      }
      if (sent.status === null) return hold(db, { id, silences }, due, sent);
      await db.transaction(
        sent.reason === null
          ? noteDelivered(db, id, due, attemptOf(sent))
          : noteFailed(db, id, due, attemptOf(sent), sent.wait),
        ...(silences > 0 ? [setState(db, id, { silences: 0 })] : []),
      );
      silences = 0;
      if (clock() - start > LONGEST) return 0;
    }
  }
  return 0;
}

/** An event as a webhook is sent it: the id of the message and its body. */
export async function parcelOf(
  due: Message & { key: string },
  { format }: Pick<Addressed, 'format'>,
): Promise<{ id: string; body: string }> {
  // The same wherever the event is recorded, also after a backup has been restored.
  const id = `evt_${(await sha256(due.key)).slice(0, 32)}`;
  return { id, body: bodyOf(due, format) };
}

/** What is kept of an attempt. */
export const attemptOf = ({ at, status, milliseconds, reason, excerpt }: DeliveryAttempt): DeliveryAttempt => ({
  at,
  status,
  milliseconds,
  reason,
  excerpt,
});

async function switchOff(db: Db, id: number, due: Due, sent: Sent): Promise<void> {
  const attempt = attemptOf(sent);
  await db.transaction(
    noteFailed(db, id, due, attempt, null),
    giveUp(db, id, attempt),
    setState(db, id, { enabled: false, disabledReason: 'Its address is gone for good (410)' }),
  );
}

/** A receiver that does not answer at all would cost each further event a timeout, so the webhook rests. */
async function hold(
  db: Db,
  { id, silences }: Pick<Addressed, 'id' | 'silences'>,
  due: Due,
  sent: Sent,
): Promise<number> {
  const attempt = attemptOf(sent);
  const heldUntil = sent.at + sent.milliseconds + delayAfter(silences + 1);
  await db.transaction(
    noteFailed(db, id, due, attempt, null),
    giveUpLate(db, id, attempt),
    setState(db, id, { silences: silences + 1, heldUntil }),
  );
  return heldUntil;
}
