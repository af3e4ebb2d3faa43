import { and, eq, exists, getTableColumns, lt, lte, min, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { articles, serviceClock, webhookDeliveries, webhookEvents, webhooks } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { isTrusted } from '../../db/trusted-time.ts';
import type { DeliveryAttempt } from '../../db/values.ts';
import type { SigningStores } from '../../keys/signing.ts';
import { sha256 } from '../../lib/hash/hash.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { isDeliveryDue, isDeliveryLate, isFree, isPending, stateAfterAttempt } from '../../outbox/outbox.ts';
import { endOfQuiet, isQuiet } from '../../outbox/quiet-hours.ts';
import { delayAfter, GIVE_UP_AFTER_MS, MAX_WAIT_MS } from '../../outbox/schedule.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { publishedEvents } from '../event.ts';
import { type WebhookMessage, webhookBodyOf } from './body.ts';
import { type Sent, sendWebhook } from './send.ts';
import { webhookSecrets } from './signature.ts';

/** This module sends pending deliveries. Each event waits until earlier events about the same subject are delivered. */

const d = webhookDeliveries;
const earlier = alias(webhookDeliveries, 'earlier');
/** Time for which a run reserves a webhook. A run always ends earlier, even if its last message is slow. */
export const SENDING_LEASE_MS: Millis = MINUTE_MS;

/** SQL condition: no earlier event of the same subject is due. A postponed event does not delay later events. */
const isFirst = (db: Db, webhook: number, now: Millis) =>
  and(
    eq(d.webhookId, webhook),
    isPending(d),
    notExists(
      db
        .select({ one: sql`1` })
        .from(earlier)
        .where(
          and(
            eq(earlier.webhookId, d.webhookId),
            isPending(earlier),
            eq(earlier.subject, d.subject),
            lt(earlier.eventId, d.eventId),
            lte(earlier.firstAt, now),
          ),
        ),
    ),
  );

/** Selects due deliveries, at most one per subject. Selects none if the webhook was changed. (docs/decisions.md#H4) */
const dueDeliveries = (db: Db, webhook: Addressed, now: Millis, limit: number) => {
  const { type, key, at, data } = webhookEvents;
  const { eventId, attempts, firstAt } = d;
  return db
    .select({ eventId, attempts, firstAt, type, key, at, data })
    .from(d)
    .innerJoin(webhookEvents, eq(webhookEvents.id, eventId))
    .where(and(isFirst(db, webhook.id, now), isDeliveryDue(d, now), isUnchanged(db, webhook)))
    .orderBy(eventId)
    .limit(limit);
};

type Due = Awaited<ReturnType<typeof dueDeliveries>>[number];

export async function nextDue(db: Db, webhook: number, now: Millis): Promise<number | null> {
  const [row] = await db
    .select({ at: min(d.nextAt) })
    .from(d)
    .where(isFirst(db, webhook, now));
  return row?.at ?? null;
}

const MAX_LOG = 25;

const appendAttempt = (attempt: DeliveryAttempt): SQL<DeliveryAttempt[]> => {
  const longer = sql`json_insert(${d.log}, '$[#]', json(${JSON.stringify(attempt)}))`;
  return sql`iif(json_array_length(${d.log}) < ${MAX_LOG}, ${longer}, json_remove(${longer}, '$[0]'))`;
};

/** Records an attempt. A delivery fails 24 hours after it was first due, unless the clock cannot be trusted. */
function note(db: Db, webhook: Addressed, due: Due, { attempt, wait }: Sent) {
  const { at, reason } = attempt;
  const isDelivered = reason === null;
  // The stored time may be in the future, because a fast clock may have set it.
  const firstAt = Math.min(due.firstAt ?? at, at);
  const { id, isTrusted } = webhook;
  const outcome = { result: isDelivered ? 'delivered' : 'retry', at, wait, isTrusted } as const;
  return db
    .update(d)
    .set({ ...stateAfterAttempt({ ...due, firstAt }, outcome), firstAt, log: appendAttempt(attempt) })
    .where(and(eq(d.webhookId, id), eq(d.eventId, due.eventId), isDelivered ? undefined : isPending(d)))
    .returning({ isUnchanged: sql`${isUnchanged(db, webhook)}`.mapWith(Boolean).as('is_unchanged') });
}

/** Marks pending deliveries as failed, unless the webhook changed during this run. */
const giveUp = (db: Db, webhook: Addressed, attempt: DeliveryAttempt, condition = isPending(d) as SQL | undefined) =>
  db
    .update(d)
    .set({ state: 'failed', log: appendAttempt(attempt) })
    .where(and(eq(d.webhookId, webhook.id), condition, isUnchanged(db, webhook)));

const publication = sql`(SELECT 1000 * ${articles.publishedAt} FROM ${articles}, ${webhookEvents}
  WHERE ${webhookEvents.id} = ${d.eventId} AND ${articles.id} = ${webhookEvents.data} ->> '$.article.id')`;

/** Postpones events until their article is published. If it is published too late or never, they fail. */
const putOff = (db: Db, webhook: Addressed, events: readonly number[], at: Millis) =>
  db
    .update(d)
    .set({
      state: sql`iif(${webhook.isTrusted ? sql`${publication} <= ${at + GIVE_UP_AFTER_MS}` : sql`${publication} IS NOT NULL`}, 'pending', 'failed')`,
      nextAt: webhook.isTrusted ? sql`coalesce(${publication}, ${d.nextAt})` : at + MAX_WAIT_MS,
      firstAt: sql`coalesce(${publication}, ${d.firstAt})`,
      log: appendAttempt({ at, status: null, milliseconds: 0, reason: NOT_NOW, excerpt: '' }),
    })
    .where(and(eq(d.webhookId, webhook.id), isPending(d), inList(d.eventId, events), isUnchanged(db, webhook)));

type Addressed = typeof webhooks.$inferSelect & { isTrusted: boolean };

/** SQL condition: this run may still send to the webhook. If someone changes the webhook, the run stops. */
const isAsLeased = ({ id, leasedUntil }: Addressed) => and(eq(webhooks.id, id), eq(webhooks.leasedUntil, leasedUntil));
const isUnchanged = (db: Db, webhook: Addressed) =>
  exists(db.select({ one: sql`1` }).from(webhooks).where(isAsLeased(webhook)));

/** Reserves a webhook for this run. Returns `null` if it is disabled, or `busy` if another run has reserved it. */
async function leaseWebhook(db: Db, id: number, now: Millis): Promise<Addressed | 'busy' | null> {
  const isEnabled = and(eq(webhooks.id, id), eq(webhooks.enabled, true));
  const { leased, clock, enabled } = await db.transaction({
    unlessRestoring,
    leased: db
      .update(webhooks)
      .set({ leasedUntil: now + SENDING_LEASE_MS })
      .where(and(isEnabled, isFree(webhooks.leasedUntil, now, SENDING_LEASE_MS)))
      .returning(getTableColumns(webhooks)),
    clock: db.select({ newest: serviceClock.newest }).from(serviceClock),
    enabled: db.select({ id: webhooks.id }).from(webhooks).where(isEnabled),
  });
  const [webhook] = leased;
  if (!webhook) return enabled.length > 0 ? 'busy' : null;
  return { ...webhook, isTrusted: isTrusted(clock[0]?.newest ?? null, now) };
}

const setState = (
  db: Db,
  which: SQL | undefined,
  state: Partial<Pick<Addressed, 'leasedUntil' | 'heldUntil' | 'silences' | 'wakeAt' | 'enabled' | 'disabledReason'>>,
) => db.update(webhooks).set(state).where(which);

export interface Post {
  db: Db;
  kv: SigningStores['kv'];
  reach: Reach;
  zone: string;
  clock: () => number;
}

const MAX_RUN_MS = 30_000;
const MAX_DELIVERIES_PER_RUN = 40;
const DELIVERIES_PER_ROUND = 20;

const NOT_NOW = 'its article is no longer published';

export type Ended = { isBusy: true } | { isBusy: false; next: number | null };

/** Sends the due messages of a webhook one by one. Only one run per webhook is active, so events arrive in order. */
export async function deliverDue(post: Post, id: number): Promise<Ended> {
  const { db, clock } = post;
  const webhook = await leaseWebhook(db, id, clock());
  if (webhook === 'busy') return { isBusy: true };
  if (!webhook) return { isBusy: false, next: null };
  const isOurs = and(eq(webhooks.id, id), lte(webhooks.leasedUntil, webhook.leasedUntil));
  let notBefore = 0;
  let wakeAt = webhook.wakeAt;
  try {
    notBefore = await deliver(post, webhook);
  } catch (error) {
    await setState(db, isOurs, { leasedUntil: 0 });
    throw error;
  }
  const due = await nextDue(db, id, clock());
  const next = due === null ? null : Math.max(due, notBefore);
  const isKnown = next === null || (wakeAt > clock() && wakeAt <= next);
  if (!isKnown) wakeAt = next;
  await setState(db, isOurs, { leasedUntil: 0, wakeAt });
  return { isBusy: false, next: isKnown ? null : next };
}

async function deliver(post: Post, webhook: Addressed): Promise<number> {
  const { db, kv, reach, zone, clock } = post;
  const { quiet, heldUntil } = webhook;
  const start = clock();
  // An implausibly late end of the pause is ignored, because a fast clock stored it.
  const restUntil = heldUntil - start > GIVE_UP_AFTER_MS ? 0 : heldUntil;
  const barred = quiet && isQuiet(quiet, zone, start) ? endOfQuiet(quiet, zone, start) : restUntil;
  if (barred > start) return barred;
  const secrets = await webhookSecrets({ db, kv }, webhook.signer, start);
  let { silences } = webhook;
  for (let made = 0; made < MAX_DELIVERIES_PER_RUN; ) {
    const round = await dueDeliveries(db, webhook, clock(), DELIVERIES_PER_ROUND);
    if (round.length === 0) break;
    const publishedDeliveries = await publishedEvents(db, round, toSeconds(clock()));
    if (publishedDeliveries.length < round.length) {
      const ids = round
        .map(({ eventId }) => eventId)
        .filter((id) => !publishedDeliveries.some(({ eventId }) => eventId === id));
      await putOff(db, webhook, ids, clock());
      made += ids.length;
    }
    for (const due of publishedDeliveries) {
      made++;
      const sent = await sendWebhook(
        reach,
        { url: webhook.url, secrets, ...(await parcelOf(due, webhook, zone)) },
        clock(),
      );
      if (sent.attempt.status === 410) {
        await switchOff(db, webhook, due, sent);
        return 0;
      }
      if (sent.attempt.status === null) return hold(db, { ...webhook, silences }, due, sent);
      const { noted } = await db.transaction({
        noted: note(db, webhook, due, sent),
        answered: silences > 0 ? [setState(db, isAsLeased(webhook), { silences: 0 })] : [],
      });
      if (!noted[0]?.isUnchanged) return 0;
      silences = 0;
      if (clock() - start > MAX_RUN_MS) return 0;
    }
  }
  return 0;
}

export async function parcelOf(
  due: WebhookMessage & { key: string },
  { format }: Pick<Addressed, 'format'>,
  zone: string,
) {
  // The message id is derived from the key of the event, so that a restore does not change it.
  const id = `evt_${(await sha256(due.key)).slice(0, 32)}`;
  return { id, body: webhookBodyOf(due, format, zone) };
}

async function switchOff(db: Db, webhook: Addressed, due: Due, sent: Sent): Promise<void> {
  await db.transaction(
    note(db, webhook, due, sent),
    giveUp(db, webhook, sent.attempt),
    setState(db, isAsLeased(webhook), { enabled: false, disabledReason: 'The receiver returned 410 (gone)' }),
  );
}

/** Pauses deliveries to a webhook that does not respond. Otherwise, each further event would wait for a timeout. */
async function hold(db: Db, webhook: Addressed, due: Due, sent: Sent): Promise<number> {
  const silences = webhook.silences + 1;
  const { attempt } = sent;
  const heldUntil = attempt.at + attempt.milliseconds + delayAfter(silences);
  const { noted } = await db.transaction({
    noted: note(db, webhook, due, sent),
    late: webhook.isTrusted ? [giveUp(db, webhook, attempt, isDeliveryLate(d, attempt.at))] : [],
    held: setState(db, isAsLeased(webhook), { silences, heldUntil }),
  });
  return noted[0]?.isUnchanged ? heldUntil : 0;
}
