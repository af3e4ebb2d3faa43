import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { installationSecret } from '../clicks/salts/secret.ts';
import type { Db } from '../db/client.ts';
import { isTimeDue } from '../db/due.ts';
import { unlessRestoring } from '../db/restoring.ts';
import { feedHubs, feeds } from '../db/schema.ts';
import { hmac } from '../lib/hash/hash.ts';
import { DAY, MINUTE, MINUTE_MS, type Millis, SECOND_MS, type Seconds, toSeconds } from '../lib/time.ts';
import { delayAfter, HUB_DELAYS } from '../outbox/schedule.ts';
import { type Hub, postToHub } from './announce.ts';

/** Subscription to the hub of a polled feed (https://www.w3.org/TR/websub/). Each has its own callback URL. */
export type HubSubscription = typeof feedHubs.$inferSelect & {
  /** Whether the feed still exists and still declares this hub. */
  isMeant: boolean;
};

const REQUESTED_LEASE_S: Seconds = 10 * DAY;
/** Maximum duration of a subscription, even if the hub grants more time. */
const MAX_LEASE_SECONDS: Seconds = 30 * DAY;
const MIN_LEASE_S: Seconds = 10 * MINUTE;
const MAX_SUBSCRIPTIONS_PER_RUN = 20;
const MAX_UNSUBSCRIBE_ATTEMPTS = 5;

const isMeant = sql<number>`(${feedHubs.wanted} AND ${feeds.id} IS NOT NULL)`;

const subscriptions = (db: Db, where?: SQL) =>
  db
    .select({ hub: feedHubs, isMeant, feed: feeds.url })
    .from(feedHubs)
    .leftJoin(feeds, eq(feeds.id, feedHubs.feedId))
    .where(where)
    .orderBy(feedHubs.askAt, feedHubs.id);

const subscriptionOf = (row: { hub: typeof feedHubs.$inferSelect; isMeant: number }): HubSubscription => ({
  ...row.hub,
  isMeant: row.isMeant === 1,
});

/** Computes a MAC. Other code uses the same secret, so the signed text contains a purpose. */
const signed = async (db: Db, purpose: string, id: number): Promise<string> =>
  hmac(await installationSecret(db), `websub ${purpose}\n${id}`);

/** Returns the token of a callback URL, which has the subscription id and 128 secret bits. */
const tokenOf = async (db: Db, id: number): Promise<string> =>
  `${id}-${(await signed(db, 'callback', id)).slice(0, 32)}`;

/** Finds a subscription by its callback token. Returns `unknown` for an invalid token, and `gone` if it has ended. */
export async function subscriptionAt(db: Db, token: string): Promise<HubSubscription | 'unknown' | 'gone'> {
  const id = Number(/^(\d{1,15})-/.exec(token)?.[1] ?? Number.NaN);
  // Hashes are compared instead of tokens, so that response times do not reveal the correct token.
  const [given, right] = await Promise.all([hmac('token', token), tokenOf(db, id).then((own) => hmac('token', own))]);
  if (given !== right) return 'unknown';
  const [row] = await subscriptions(db, eq(feedHubs.id, id));
  return row ? subscriptionOf(row) : 'gone';
}

export const subscriptionsOf = async (db: Db): Promise<(HubSubscription & { feed: string | null })[]> =>
  (await subscriptions(db)).map((row) => ({ ...subscriptionOf(row), feed: row.feed }));

export interface Subscribing extends Omit<Hub, 'url'> {
  origin: string;
  now: Millis;
}

/** Sends the due requests to hubs: subscribe, renew or unsubscribe. Reads and writes one row per due subscription. */
export async function askHubs(db: Db, options: Subscribing): Promise<{ asked: number; failed: number }> {
  const now = toSeconds(options.now);
  const isEnding = or(eq(feedHubs.wanted, false), isNull(feeds.id));
  const due = await subscriptions(
    db,
    or(
      isTimeDue(feedHubs.askAt, now, MAX_LEASE_SECONDS),
      and(isEnding, or(eq(feedHubs.asked, 0), isNull(feedHubs.until))),
    ),
  ).limit(MAX_SUBSCRIPTIONS_PER_RUN);
  const outcomes = await Promise.all(due.map((row) => ask(db, subscriptionOf(row), options)));
  return { asked: outcomes.length, failed: outcomes.filter((failure) => failure !== null).length };
}

async function ask(db: Db, subscription: HubSubscription, options: Subscribing): Promise<string | null> {
  const { id, hub, topic, isMeant, asked, until } = subscription;
  const now = toSeconds(options.now);
  const isOver = !isMeant && (asked >= MAX_UNSUBSCRIBE_ATTEMPTS || until === null || until <= now);
  if (isOver) {
    await db.delete(feedHubs).where(eq(feedHubs.id, id));
    return null;
  }
  // The request is recorded before it is sent, because the hub may verify it immediately.
  const attempts = asked + 1;
  const claimed = await db
    .update(feedHubs)
    .set({ asked: attempts, askAt: now + toSeconds(delayAfter(attempts, null, HUB_DELAYS)) })
    .where(and(eq(feedHubs.id, id), eq(feedHubs.asked, asked), eq(feedHubs.askAt, subscription.askAt)))
    .returning({ id: feedHubs.id });
  if (claimed.length === 0) return null;
  const failure = await postToHub(
    { ...options, url: hub },
    {
      'hub.mode': isMeant ? 'subscribe' : 'unsubscribe',
      'hub.topic': topic,
      'hub.callback': `${options.origin}/websub/callback/${await tokenOf(db, id)}`,
      ...(isMeant
        ? { 'hub.secret': await signed(db, 'secret', id), 'hub.lease_seconds': String(REQUESTED_LEASE_S) }
        : {}),
    },
  );
  if (failure !== null) await db.update(feedHubs).set({ reason: failure }).where(eq(feedHubs.id, id));
  return failure;
}

export interface Intent {
  mode: string;
  topic: string;
  lease: number;
  reason: string;
}

/** Handles a hub's verification request. Returns true if it matches a request from this service. */
export async function confirm(db: Db, subscription: HubSubscription, intent: Intent, at: Millis): Promise<boolean> {
  const { id, topic, isMeant, asked, until } = subscription;
  const now = toSeconds(at);
  if (intent.topic !== topic || (asked === 0 && until === null)) return false;
  const isThis = eq(feedHubs.id, id);
  if (intent.mode === 'denied') {
    const reason = `denied the subscription${intent.reason && `: ${intent.reason.slice(0, 200).toWellFormed()}`}`;
    await db
      .update(feedHubs)
      .set({ until: null, askAt: now + DAY, reason })
      .where(isThis);
    return true;
  }
  if (intent.mode === 'subscribe' && isMeant) {
    const lease = Math.min(MAX_LEASE_SECONDS, Number.isFinite(intent.lease) && intent.lease > 0 ? intent.lease : DAY);
    const askAt = now + Math.max(MIN_LEASE_S, Math.floor((lease * 3) / 4));
    await db
      .update(feedHubs)
      .set({ until: now + lease, askAt, asked: 0, reason: null })
      .where(isThis);
    return true;
  }
  if (intent.mode !== 'unsubscribe' || isMeant) return false;
  await db.delete(feedHubs).where(isThis);
  return true;
}

/** Verifies the signature of a request body. `signature` is the value of `X-Hub-Signature`, such as `sha256=…`. */
export async function isSigned(db: Db, id: number, body: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  const [, method = '', digits = ''] =
    /^(sha1|sha256|sha384|sha512)=((?:[0-9a-f]{2}){20,64})$/i.exec(signature.trim()) ?? [];
  if (!method) return false;
  const algorithm = { name: 'HMAC', hash: method.toUpperCase().replace('SHA', 'SHA-') };
  const secret = new TextEncoder().encode(await signed(db, 'secret', id));
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, bytes, body);
}

/** Minimum time between two fetches after hub notifications. It grows after fetches without new articles. */
const PING_PAUSE_MS: Millis = 4 * SECOND_MS;
const IDLE_PAUSE_MS: Millis = MINUTE_MS;
const MAX_FRUITLESS_READS = 3;

export const pauseOf = ({ idle }: Pick<HubSubscription, 'idle'>): Millis =>
  idle < MAX_FRUITLESS_READS ? PING_PAUSE_MS : IDLE_PAUSE_MS;

/** Makes a feed due after a hub's notification. Fails during a restore, so that the hub repeats the notification. */
export const notePing = (db: Db, { id, feedId }: HubSubscription, now: Millis) =>
  db.transaction(
    unlessRestoring,
    db.update(feedHubs).set({ pingedAt: now }).where(eq(feedHubs.id, id)),
    db
      .update(feeds)
      .set({ nextAt: sql`min(${feeds.nextAt}, ${toSeconds(now)})` })
      .where(and(eq(feeds.id, feedId), eq(feeds.failures, 0))),
  );

/** Returns true if the caller should fetch the feed now, or false if the feed was fetched shortly before. */
export async function claimRead(db: Db, subscription: HubSubscription, now: Millis): Promise<boolean> {
  const pause = pauseOf(subscription);
  const isLongAgo = or(isNull(feedHubs.readAt), isTimeDue(feedHubs.readAt, now - pause, pause));
  const rows = await db
    .update(feedHubs)
    .set({ readAt: now })
    .where(and(eq(feedHubs.id, subscription.id), isLongAgo))
    .returning({ id: feedHubs.id });
  return rows.length > 0;
}

export const noteRead = (db: Db, { id }: HubSubscription, brought: boolean) =>
  db
    .update(feedHubs)
    .set({ idle: brought ? 0 : sql`${feedHubs.idle} + 1` })
    .where(eq(feedHubs.id, id));
