import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { installationSecret } from '../clicks/salts/secret.ts';
import type { Db } from '../db/client.ts';
import { hasCome } from '../db/due.ts';
import { unlessRestoring } from '../db/restoring.ts';
import { feedHubs, feeds } from '../db/schema.ts';
import { hmac } from '../lib/hash/hash.ts';
import { DAY, MINUTE, MINUTE_MS, type Millis, SECOND_MS, type Seconds, toSeconds } from '../lib/time.ts';
import { type Hub, tell } from './announce.ts';

/** Subscriptions to the hubs that feeds name (https://www.w3.org/TR/websub/), each at an address of its own. */
export type Subscription = typeof feedHubs.$inferSelect & {
  /** The feed is still there, and names this hub. */
  isMeant: boolean;
};

const LEASE: Seconds = 10 * DAY;
/** However long a hub promises, it is asked again after so long; however short, not before. */
const MAX_LEASE_SECONDS: Seconds = 30 * DAY;
const SHORTEST: Seconds = 10 * MINUTE;
/** Subscriptions that one run asks for. */
const MAX_SUBSCRIPTIONS_PER_RUN = 20;
/** Attempts to end a subscription, after which it is left to run out. */
const ATTEMPTS = 5;

const isMeant = sql<number>`(${feedHubs.wanted} AND ${feeds.id} IS NOT NULL)`;

const subscriptions = (db: Db, where?: SQL) =>
  db
    .select({ hub: feedHubs, isMeant, feed: feeds.url })
    .from(feedHubs)
    .leftJoin(feeds, eq(feeds.id, feedHubs.feedId))
    .where(where)
    .orderBy(feedHubs.askAt, feedHubs.id);

const subscriptionOf = (row: { hub: typeof feedHubs.$inferSelect; isMeant: number }): Subscription => ({
  ...row.hub,
  isMeant: row.isMeant === 1,
});

/** Signed texts name what they are for, as the secret serves other purposes. */
const signed = async (db: Db, purpose: string, id: number): Promise<string> =>
  hmac(await installationSecret(db), `websub ${purpose}\n${id}`);

/** Path of a subscription's callback: its id, and 128 bits that nobody can guess. */
const tokenOf = async (db: Db, id: number): Promise<string> =>
  `${id}-${(await signed(db, 'callback', id)).slice(0, 32)}`;

/** The subscription of a callback's token; `unknown`: it was never given out; `gone`: it has ended. */
export async function subscriptionAt(db: Db, token: string): Promise<Subscription | 'unknown' | 'gone'> {
  const id = Number(/^(\d{1,15})-/.exec(token)?.[1] ?? Number.NaN);
  // Hashes are compared, so that the time that it takes tells nothing of the token.
  const [given, right] = await Promise.all([hmac('token', token), tokenOf(db, id).then((own) => hmac('token', own))]);
  if (given !== right) return 'unknown';
  const [row] = await subscriptions(db, eq(feedHubs.id, id));
  return row ? subscriptionOf(row) : 'gone';
}

/** All subscriptions, with the feed's address; null: it is gone. */
export const subscriptionsOf = async (db: Db): Promise<(Subscription & { feed: string | null })[]> =>
  (await subscriptions(db)).map((row) => ({ ...subscriptionOf(row), feed: row.feed }));

export interface Subscribing extends Omit<Hub, 'url'> {
  /** Where the service answers. */
  origin: string;
  now: Millis;
}

/** Asks hubs for what is new, is to be renewed or to end. Reads and writes a row a subscription that is due. */
export async function askHubs(db: Db, options: Subscribing): Promise<{ asked: number; failed: number }> {
  const now = toSeconds(options.now);
  const isEnding = or(eq(feedHubs.wanted, false), isNull(feeds.id));
  const due = await subscriptions(
    db,
    or(
      hasCome(feedHubs.askAt, now, MAX_LEASE_SECONDS),
      and(isEnding, or(eq(feedHubs.asked, 0), isNull(feedHubs.until))),
    ),
  ).limit(MAX_SUBSCRIPTIONS_PER_RUN);
  const outcomes = await Promise.all(due.map((row) => ask(db, subscriptionOf(row), options)));
  return { asked: outcomes.length, failed: outcomes.filter((failure) => failure !== null).length };
}

async function ask(db: Db, subscription: Subscription, options: Subscribing): Promise<string | null> {
  const { id, hub, topic, isMeant, asked, until } = subscription;
  const now = toSeconds(options.now);
  const isOver = !isMeant && (asked >= ATTEMPTS || until === null || until <= now);
  if (isOver) {
    await db.delete(feedHubs).where(eq(feedHubs.id, id));
    return null;
  }
  // Before the hub is asked, for it may verify at once. A confirmation puts the next attempt off.
  const wait = Math.min(DAY, 10 * MINUTE * 2 ** Math.min(asked, 10));
  await db
    .update(feedHubs)
    .set({ asked: asked + 1, askAt: now + wait })
    .where(eq(feedHubs.id, id));
  const failure = await tell(
    { ...options, url: hub },
    {
      'hub.mode': isMeant ? 'subscribe' : 'unsubscribe',
      'hub.topic': topic,
      'hub.callback': `${options.origin}/websub/callback/${await tokenOf(db, id)}`,
      ...(isMeant ? { 'hub.secret': await signed(db, 'secret', id), 'hub.lease_seconds': String(LEASE) } : {}),
    },
  );
  if (failure !== null) await db.update(feedHubs).set({ reason: failure }).where(eq(feedHubs.id, id));
  return failure;
}

/** What a hub asks a callback: `hub.mode` and the rest of its query. */
export interface Intent {
  mode: string;
  topic: string;
  lease: number;
  reason: string;
}

/** Whether a hub's question is answered with yes: only what was asked of it is meant. */
export async function confirm(db: Db, subscription: Subscription, intent: Intent, at: Millis): Promise<boolean> {
  const { id, topic, isMeant, asked, until } = subscription;
  const now = toSeconds(at);
  if (intent.topic !== topic || (asked === 0 && until === null)) return false;
  const isThis = eq(feedHubs.id, id);
  if (intent.mode === 'denied') {
    const reason = `denies the subscription${intent.reason && `: ${intent.reason.slice(0, 200).toWellFormed()}`}`;
    await db
      .update(feedHubs)
      .set({ until: null, askAt: now + DAY, reason })
      .where(isThis);
    return true;
  }
  if (intent.mode === 'subscribe' && isMeant) {
    const lease = Math.min(MAX_LEASE_SECONDS, Number.isFinite(intent.lease) && intent.lease > 0 ? intent.lease : DAY);
    const askAt = now + Math.max(SHORTEST, Math.floor((lease * 3) / 4));
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

/** Whether a body is signed with the subscription's secret. `signature`: `sha256=…`, as in `X-Hub-Signature`. */
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

/** Milliseconds between reads that pings cause, and where the last ones brought nothing. */
const BETWEEN: Millis = 4 * SECOND_MS;
const BETWEEN_IDLE: Millis = MINUTE_MS;
const IDLE = 3;

export const pauseOf = ({ idle }: Pick<Subscription, 'idle'>): Millis => (idle < IDLE ? BETWEEN : BETWEEN_IDLE);

/** Remembers a ping: the feed is due at once, unless it is paused, or fails and waits. While a backup is restored it fails, so that the hub pings again. */
export const notePing = (db: Db, { id, feedId }: Subscription, now: Millis) =>
  db.transaction(
    unlessRestoring,
    db.update(feedHubs).set({ pingedAt: now }).where(eq(feedHubs.id, id)),
    db
      .update(feeds)
      .set({ nextAt: sql`min(${feeds.nextAt}, ${toSeconds(now)})` })
      .where(and(eq(feeds.id, feedId), eq(feeds.failures, 0))),
  );

/** Claims the read that a ping causes; false where another has it, or one was a short time ago. */
export async function claimRead(db: Db, subscription: Subscription, now: Millis): Promise<boolean> {
  const pause = pauseOf(subscription);
  const isLongAgo = or(isNull(feedHubs.readAt), hasCome(feedHubs.readAt, now - pause, pause));
  const rows = await db
    .update(feedHubs)
    .set({ readAt: now })
    .where(and(eq(feedHubs.id, subscription.id), isLongAgo))
    .returning({ id: feedHubs.id });
  return rows.length > 0;
}

/** Notes whether a read brought anything. */
export const noteRead = (db: Db, { id }: Subscription, brought: boolean) =>
  db
    .update(feedHubs)
    .set({ idle: brought ? 0 : sql`${feedHubs.idle} + 1` })
    .where(eq(feedHubs.id, id));
