import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db, Statement } from '../../db/client.ts';
import { isTimeDue } from '../../db/due.ts';
import { apiKeys, dispatches, subscriptions } from '../../db/schema.ts';
import { bare, inList, valuesOf } from '../../db/sql.ts';
import { type TrustedTime, trustedTime } from '../../db/trusted-time.ts';
import type { Dispatch } from '../../db/values.ts';
import type { Kind } from '../../keys/key.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { isDeliveryDue, isDeliveryLate, isPending, stateAfterAttempt } from '../../outbox/outbox.ts';
import { delayAfter, GIVE_UP_AFTER_MS } from '../../outbox/schedule.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { othersUrl } from '../../syndication/fetch/public-url.ts';
import { sendWebhook } from '../../webhooks/send/send.ts';
import { messageOf } from '../mail/mime.ts';
import { sendByPlatform } from '../mail/platform.ts';
import { MailFailure, SmtpConnection } from '../mail/smtp.ts';
import { isInDomains, type Mailing } from '../mail/smtp-server.ts';
import { alarmsOf } from '../news.ts';
import { CONFIRMATION_SECONDS, isConfirmed, isLiving, isRecipient, NOT_MADE, ownAddress } from '../store.ts';
import { confirmationToken, endingToken, signingSecret } from './derived-secrets.ts';
import { letterOf, loadThings, mailBodyOf, type Things } from './email-content.ts';
import { invitationToDigest } from './invitation.ts';

/**
 * This module marks a message as `sending` just before it sends the message. If no outcome is stored afterwards, the
 * message may have arrived. It then counts as failed, so that it is never sent twice.
 */

/** Maximum number of messages per run, for email and webhooks separately. */
const MAX_MESSAGES_PER_RUN = 200;
const CONCURRENT_SENDINGS = 3;
const MAX_CONNECTION_FAILURES = 3;
const MAX_RUN_MS = 2 * MINUTE_MS;
/** Maximum number of attempts per message. Only messages with a time in the future, set by a wrong clock, reach it. */
const MAX_TRIES = 40;
/** Time after which a message that is being sent counts as failed. Sending one message never takes that long. */
const SENDING_LEASE_MS = 10 * MINUTE_MS;
const NOT_NOW = 'did not receive the message, because its content is no longer published';
const INTERRUPTED = 'did not confirm the message, because sending was interrupted; it may have arrived';

export interface Sending {
  db: Db;
  mailing: Mailing | null;
  reach: Reach;
  zone: string;
  clock: () => Millis;
  limit?: number;
}

const { subscriptionId, number, state, nextAt, attempts, reason } = dispatches;
const isWaiting = sql`${state} IN ('pending', 'sending')`;
const addressNow = sql<string | null>`coalesce(${subscriptions.address}, ${ownAddress})`;

const ownerKind = sql<Kind>`(SELECT ${apiKeys.kind} FROM ${apiKeys} WHERE ${apiKeys.id} = ${subscriptions.keyId})`;

/** Name of the owner of a recipient's subscription. `null` if the owner receives the messages. */
const editor = sql<
  string | null
>`iif(${isRecipient}, (SELECT ${apiKeys.name} FROM ${apiKeys} WHERE ${apiKeys.id} = ${subscriptions.keyId}), NULL)`;

/** SQL condition: the message may be sent. A recipient who has not confirmed gets invitations only, while they are valid. */
const maySend = (now: Millis) =>
  sql`(${isLiving(toSeconds(now))} AND iif(${number} > 0, ${isConfirmed},
    ${isRecipient} AND ${subscriptions.confirmedAt} IS NULL AND ${subscriptions.invitedAt} >= ${toSeconds(now) - CONFIRMATION_SECONDS}))`;

/** Reads the content as text. If it were read as JSON, one invalid message would make the whole query fail. */
const content = sql<string>`${dispatches.content}`.as('content_text');

/** Order of sending. It alternates between owners, so that an owner with many messages does not delay others. */
const turn = sql`row_number() OVER (PARTITION BY ${subscriptions.keyId} ORDER BY ${nextAt}, ${subscriptionId})`;

const selectDue = (db: Db, now: Millis, way: 'mail' | 'webhook') =>
  db
    .select({
      ...getTableColumns(dispatches),
      content,
      ...followed,
      address: addressNow.as('address_now'),
      ownerKind: ownerKind.as('owner_kind'),
      editor: editor.as('editor_name'),
    })
    .from(dispatches)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(and(isWaiting, isDeliveryDue(dispatches, now), maySend(now), eq(subscriptions.via, way)))
    .orderBy(turn, nextAt, subscriptionId)
    .limit(MAX_MESSAGES_PER_RUN);
const { id, keyId, kind, ref, name, via, rhythm, invitedAt } = subscriptions;
const followed = { id, keyId, kind, ref, name, via, rhythm, invitedAt };
type Due = Awaited<ReturnType<typeof selectDue>>[number];

const itself = (due: Due) => and(eq(subscriptionId, due.subscriptionId), eq(number, due.number));

/** Marks items as unsent if they may no longer be sent. Concurrent runs notice the new message count and send nothing. */
const markUnsent = (due: Due, hiddenItems: readonly string[]) =>
  sql`UPDATE ${subscriptions} SET ${bare(subscriptions.made)} = ${subscriptions.made} + 1,
    ${bare(subscriptions.sentItems)} = (SELECT json_group_array(value) FROM json_each(${subscriptions.sentItems}) WHERE value NOT IN ${valuesOf(hiddenItems)})
    WHERE changes() > 0 AND ${subscriptions.id} = ${due.subscriptionId} AND json_valid(${subscriptions.sentItems})`;

const without = (content: Dispatch, hiddenItems: readonly string[]): Dispatch => ({
  ...content,
  articles: content.articles.filter((id) => !hiddenItems.includes(`a${id}`)),
  events: content.events.filter((id) => !hiddenItems.includes(`e${id}`)),
});

/** Reserves a message for this run and removes hidden items. Returns false if the message is no longer available. */
async function claim(db: Db, due: Due, hiddenItems: readonly string[], now: Millis): Promise<boolean> {
  const { claimed } = await db.transaction({
    claimed: db
      .update(dispatches)
      .set({
        state: 'sending',
        attempts: due.attempts + 1,
        nextAt: now + SENDING_LEASE_MS,
        ...(hiddenItems.length > 0 && { content: without(JSON.parse(due.content), hiddenItems) }),
      })
      .where(
        and(
          itself(due),
          isPending(dispatches),
          sql`${dispatches.content} = ${due.content}`,
          sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId}
            AND ${maySend(now)} AND ${addressNow} IS ${due.address} AND ${ownerKind} = ${due.ownerKind})`,
        ),
      )
      .returning({ number }),
    untold: hiddenItems.length > 0 ? [markUnsent(due, hiddenItems)] : [],
  });
  return claimed.length > 0;
}

/** Builds the statement that stores an attempt's outcome. Changes nothing if another run has reserved the message. */
function outcome(db: Db, due: Due, { failed, isClaimed }: AttemptResult, at: Millis, isTrusted: boolean): Statement {
  const tries = due.attempts + 1;
  const isOurs = isClaimed
    ? and(sql`${state} = 'sending'`, eq(attempts, tries))
    : and(isPending(dispatches), eq(attempts, due.attempts));
  const isOver = failed?.kind === 'unknown' || failed?.kind === 'permanent' || tries >= MAX_TRIES;
  const result = failed === null ? 'delivered' : isOver ? 'refused' : 'retry';
  return db
    .update(dispatches)
    .set({
      ...stateAfterAttempt(due, { result, at, wait: failed?.wait ?? null, isTrusted }),
      reason: failed?.message ?? null,
      ...(isClaimed &&
        failed?.kind === 'connection' && {
          content: sql`json_set(${dispatches.content}, '$.mayBeThere', json('true'))`,
        }),
    })
    .where(and(itself(due), isOurs));
}

const putOff = (db: Db, failed: Due, due: readonly Due[], now: Millis): Statement => {
  const there = due.filter((one) => hostOf(one) === hostOf(failed)).map((one) => one.subscriptionId);
  return db
    .update(dispatches)
    .set({ nextAt: now + delayAfter(failed.attempts + 1) })
    .where(and(isWaiting, isDeliveryDue(dispatches, now), inList(subscriptionId, there)));
};

const hostOf = ({ keyId, address }: Due): string => `${keyId} ${URL.parse(address ?? '')?.host}`;

type Send = () => Promise<void>;

interface AttemptResult {
  failed: MailFailure | null;
  isClaimed: boolean;
}

const sweep = (db: Db, now: Millis, time: TrustedTime | null): Statement[] => [
  db
    .update(dispatches)
    .set({ state: 'failed', reason: INTERRUPTED })
    .where(and(isWaiting, sql`${state} = 'sending'`, isTimeDue(nextAt, now, GIVE_UP_AFTER_MS))),
  ...(time === null
    ? []
    : [
        db
          .delete(dispatches)
          .where(
            and(
              isWaiting,
              isPending(dispatches),
              sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId} AND ${maySend(time)})`,
            ),
          ),
        db
          .update(dispatches)
          .set({ state: 'failed', reason: sql`coalesce(${reason}, 'did not receive the message within a day')` })
          .where(and(isWaiting, isDeliveryLate(dispatches, time))),
      ]),
];

export interface SendCounts {
  sent: number;
  failed: number;
}

/** Sends messages that are due. Reads three rows per pending message. */
export async function sendDue(sending: Sending): Promise<SendCounts> {
  const { db, mailing, clock } = sending;
  const start = clock();
  const time = await trustedTime(db, start);
  const { posts, mails } = await db.transaction({
    swept: sweep(db, start, time),
    posts: selectDue(db, start, 'webhook'),
    mails: mailing ? [selectDue(db, start, 'mail')] : [],
  });
  const due = [posts, ...mails];
  const ran = { sent: 0, failed: 0 };
  if (due.flat().length === 0) return ran;
  const load = async () =>
    loadThings(
      db,
      due.flat().map((one) => ({ ...one, content: JSON.parse(one.content) })),
      { now: start, zone: sending.zone },
    );
  // If loading the items of all messages together fails, each message loads its own items.
  const things = await load().catch(() => null);
  const lane = async (all: readonly Due[], queue: Iterable<Due>, broken: Map<string, number>) => {
    const sender = new MessageSender(sending, things);
    const isBroken = (name: string, most: number) => (broken.get(name) ?? 0) >= most;
    const count = (name: string) => broken.set(name, (broken.get(name) ?? 0) + 1);
    try {
      for (const one of queue) {
        if (clock() - start > MAX_RUN_MS) break;
        const isPost = one.via === 'webhook';
        const of = isPost ? String(one.keyId) : 'mail';
        if (isBroken(of, MAX_CONNECTION_FAILURES) || isBroken(hostOf(one), 1)) continue;
        const tried = await sender.attempt(one);
        if (!tried) continue;
        // After the outcome `unknown`, further messages on the same connection might be lost too.
        const isDown = tried.failed?.kind === 'connection' || (!isPost && tried.failed?.kind === 'unknown');
        const others = isPost && isDown ? [putOff(db, one, all, clock())] : [];
        await db.transaction(outcome(db, one, tried, clock(), time !== null), ...others);
        ran[tried.failed ? 'failed' : 'sent']++;
        if (isDown) for (const name of isPost ? [of, hostOf(one)] : [of]) count(name);
      }
    } finally {
      await sender.end();
    }
  };
  const lanes = due.flatMap((all) => {
    const [queue, broken] = [all.values(), new Map<string, number>()];
    return Array.from({ length: Math.min(CONCURRENT_SENDINGS, all.length) }, () => lane(all, queue, broken));
  });
  await Promise.all(lanes);
  return ran;
}

/** Sends messages one after the other. Emails share one connection until it fails. */
class MessageSender {
  readonly #sending: Sending;
  readonly #things: Things | null;
  #connection: SmtpConnection | null = null;
  constructor(sending: Sending, things: Things | null) {
    this.#sending = sending;
    this.#things = things;
  }

  async attempt(one: Due): Promise<AttemptResult | null> {
    const { db, clock } = this.#sending;
    let isClaimed = false;
    try {
      const { hiddenItems, send } = await this.#prepare(one);
      isClaimed = await claim(db, one, hiddenItems, clock());
      if (isClaimed && !send) throw new MailFailure('permanent', NOT_NOW);
      if (isClaimed) await send?.();
      // The connection is closed, so that the server discards the unfinished message.
      else await this.end();
      return isClaimed ? { failed: null, isClaimed } : null;
    } catch (thrown) {
      // After a failure, the state of the SMTP session is unknown, so the next message needs a new connection.
      await this.end();
      if (thrown instanceof MailFailure) return { failed: thrown, isClaimed };
      log('messageNotMade', clock(), { subscription: one.subscriptionId, reason: reasonOf(thrown) });
      const failed = isClaimed ? new MailFailure('unknown', INTERRUPTED) : new MailFailure('temporary', NOT_MADE);
      return { failed, isClaimed };
    }
  }

  /** Returns items that must no longer be sent, and the function that sends the rest (`null` if none are left). */
  async #prepare(one: Due): Promise<{ hiddenItems: string[]; send: Send | null }> {
    const { db, mailing, clock, zone } = this.#sending;
    const content = JSON.parse(one.content) as Dispatch;
    const things = this.#things ?? (await loadThings(db, [{ ...one, content }], { now: clock(), zone }));
    // The owner's role may have changed since the message was composed.
    const isAllowed = (id: number) => alarmsOf(one.ownerKind).some((type) => type === things.events.get(id)?.type);
    const hidden = (letter: string, ids: readonly number[], there: ReadonlyMap<number, unknown>) =>
      ids.filter((id) => !content.mayBeThere && !there.has(id)).map((id) => letter + id);
    const hiddenItems = [
      ...hidden('a', content.articles, things.articles),
      ...hidden('e', content.events, things.events),
    ];
    const visible = { ...content, events: content.events.filter(isAllowed) };
    const send =
      mailing && one.via === 'mail'
        ? await this.#mail(one, visible, things, mailing)
        : await this.#post(one, visible, things);
    return { hiddenItems, send };
  }

  async #mail(one: Due, content: Dispatch, things: Things, mailing: Mailing): Promise<Send | null> {
    const { db, zone, limit } = this.#sending;
    const { by, from, origin, publisher } = mailing;
    const { subscriptionId, number, firstAt: at, address: to } = one;
    if (one.editor !== null && !isInDomains(to ?? '', mailing.recipientDomains))
      throw new MailFailure(
        'permanent',
        'did not receive the message, because RECIPIENT_DOMAINS does not list the domain',
      );
    const end = `${origin}/unsubscribe/${await endingToken(db, subscriptionId)}`;
    const letter =
      number < 0
        ? invitationToDigest(one, {
            publisher,
            end,
            link: `${origin}/confirm/${await confirmationToken(db, subscriptionId, one.invitedAt ?? 0)}`,
          })
        : letterOf(one, content, things, { origin, zone, end, publisher });
    if (!letter) return null;
    if (to === null) throw new MailFailure('permanent', 'the subscriber has no email address');
    if ('email' in by) return () => sendByPlatform(by.email, letter, { ...mailing, to }, limit);
    const text = await messageOf(letter, { ...mailing, to, id: `${subscriptionId}.${number}.${at.toString(36)}`, at });
    this.#connection ??= await SmtpConnection.open(by.dial, by.server, new URL(origin).hostname, limit);
    const connection = this.#connection;
    await connection.begin(from, to);
    return () => connection.send(text);
  }

  /** Prepares a message to a webhook. Receivers recognise duplicates by the message id. */
  async #post(one: Due, content: Dispatch, things: Things): Promise<Send | null> {
    const { db, reach, clock } = this.#sending;
    const { subscriptionId, number, firstAt } = one;
    const url = one.address ?? '';
    const body = mailBodyOf({ ...one, id: subscriptionId }, content, things, toSeconds(firstAt));
    if (body === null) return null;
    // The URL is checked again, because the owner may have been an operator only when the subscription was created.
    const { refused } = one.ownerKind === 'operator' ? {} : othersUrl(url, reach.allowed);
    if (refused) throw new MailFailure('permanent', `is not allowed, because the address ${refused}`);
    const id = `sub_${subscriptionId}_${number}_${firstAt.toString(36)}`;
    const secrets = [await signingSecret(db, subscriptionId)];
    return async () => {
      const { attempt, wait } = await sendWebhook(reach, { url, id, body, secrets }, clock());
      const { reason, status } = attempt;
      const kind = status === 410 ? 'permanent' : status === null ? 'connection' : 'temporary';
      if (reason !== null) throw new MailFailure(kind, reason, wait);
    };
  }

  async end(): Promise<void> {
    await this.#connection?.close();
    this.#connection = null;
  }
}
