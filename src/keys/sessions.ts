import { and, desc, eq, gt, inArray, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys, onceTokens, sessions } from '../db/schema.ts';
import { deletableExpiry, type TrustedTime } from '../db/trusted-time.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import { HOUR, type Millis, type Seconds, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { isDeviceLink } from './one-time-tokens.ts';
import { Outlasting } from './outlasting.ts';
import { isAlive, KEY_COLUMNS, type KeyRecord } from './store.ts';

/** Seconds that a session lasts at most; it ends earlier with its key. */
export const SESSION_LIFE = 12 * HOUR;

/** Most sessions of one key: more than a newsroom has devices. The oldest ends when another begins. */
const MAX_PER_KEY = 50;

/** How long an isolate that has seen a session may go on accepting it after the session or its key has ended. */
const REMEMBERED_MS = 5_000;

export interface Session {
  /** By which operators and the audit trail know it. */
  id: string;
  /** The key that it belongs to. */
  key: KeyRecord;
  /** Epoch seconds; the key may end earlier. */
  expiresAt: number;
}

const remembered = new TtlCache<Session | null>({ ttl: REMEMBERED_MS, capacity: 5_000 });
/** The status page must say what waits while the database does not answer. */
const outlasting = new Outlasting<Session>();

/** 256 random bits: a plain hash of them cannot be reversed by guessing. */
const TOKEN = /^[0-9a-f]{64}$/;

/** Statement that deletes sessions that expired a day ago or before. */
export const forgetEnded = (db: Db, now: TrustedTime) =>
  db.delete(sessions).where(lte(sessions.expiresAt, toSeconds(deletableExpiry(now))));

/**
 * Starts a session for a living key and returns its token, which is stored nowhere.
 * `passkeyId`: the passkey that it is begun with, whose removal ends it.
 */
export async function createSession(
  db: Db,
  key: Pick<KeyRecord, 'id' | 'expiresAt'>,
  now: Seconds,
  passkeyId: string | null = null,
): Promise<{ id: string; token: string; expiresAt: number }> {
  const token = randomHex(32);
  const expiresAt = Math.min(now + SESSION_LIFE, key.expiresAt ?? Number.POSITIVE_INFINITY);
  const newest = db
    .select({ hash: sessions.hash })
    .from(sessions)
    .where(eq(sessions.keyId, key.id))
    .orderBy(desc(sessions.createdAt), desc(sql`rowid`))
    .limit(MAX_PER_KEY);
  const hash = await sha256(token);
  await db.transaction(
    db.insert(sessions).values({ hash, keyId: key.id, passkeyId, createdAt: now, expiresAt }),
    db.delete(sessions).where(and(eq(sessions.keyId, key.id), notInArray(sessions.hash, newest))),
  );
  return { id: idOf(hash), token, expiresAt };
}

type Found = Promise<Session | null>;

/**
 * The session with this token, or null if it or its key has ended. While the database does not answer, a session that was seen
 * within the hour lives on. Reads two rows, none within five seconds. `admit` looks the session up,
 * or throws after too many look-ups, unless it `isKnown`: was there within the hour.
 */
export async function findSession(
  db: Db,
  token: string,
  now: Millis,
  admit: (lookUp: (db: Db) => Found, isKnown: boolean) => Found = (lookUp) => lookUp(db),
): Found {
  if (!TOKEN.test(token)) return null;
  const hash = await sha256(token);
  let session = remembered.get(hash, now);
  if (session === undefined) {
    const lookUp = async (asked: Db) =>
      remembered.get(hash, now) ?? outlasting.find(hash, () => selectSession(asked, hash), now);
    session = await admit(lookUp, outlasting.has(hash, now));
    remembered.set(hash, session, now);
  }
  const seconds = toSeconds(now);
  return session && session.expiresAt > seconds && isAlive(session.key, seconds) ? session : null;
}

async function selectSession(db: Db, hash: string): Found {
  const [row] = await db
    .select({ ...KEY_COLUMNS, endsAt: sql<number>`${sessions.expiresAt}`.as('ends_at') })
    .from(sessions)
    .innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId))
    .where(eq(sessions.hash, hash));
  if (!row) return null;
  const { endsAt, ...key } = row;
  return { id: idOf(hash), key, expiresAt: endsAt };
}

/** Ends the session with this token, if there is one; other isolates learn of it within five seconds. */
export async function endSession(db: Db, token: string, now: Millis): Promise<void> {
  if (!TOKEN.test(token)) return;
  const hash = await sha256(token);
  remembered.set(hash, null, now);
  outlasting.end(hash, now);
  await db.delete(sessions).where(eq(sessions.hash, hash));
}

/** Forgets what this isolate knows of sessions. */
export function forgetSessions(): void {
  remembered.clear();
  outlasting.clear();
}

/** Of 64 digits of a hash these tell sessions apart and open none. */
const ID_LENGTH = 16;
const idOf = (hash: string): string => hash.slice(0, ID_LENGTH);

/** A living session as operators see it. */
export interface ListedSession {
  id: string;
  keyId: number;
  /** Name of the key. */
  name: string;
  kind: KeyRecord['kind'];
  createdAt: Seconds;
  expiresAt: number;
}

/** All living sessions, newest first. */
export async function listSessions(db: Db, now: Seconds): Promise<ListedSession[]> {
  const rows = await db
    .select({
      hash: sessions.hash,
      keyId: sessions.keyId,
      name: apiKeys.name,
      kind: apiKeys.kind,
      createdAt: sql<number>`${sessions.createdAt}`.as('began_at'),
      expiresAt: sql<number>`${sessions.expiresAt}`.as('ends_at'),
    })
    .from(sessions)
    .innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId))
    .where(and(gt(sessions.expiresAt, now), isNull(apiKeys.revokedAt)))
    .orderBy(desc(sessions.createdAt), sessions.hash);
  return rows.map(({ hash, ...row }) => ({ id: idOf(hash), ...row }));
}

/** Ends the session with this id, and its person's link for another device. Other isolates learn of it within five seconds. `record`: what goes into its transaction. */
export async function endSessionById(db: Db, id: string, now: Seconds, ...record: SQL[]): Promise<void> {
  const is = sql`substr(${sessions.hash}, 1, ${ID_LENGTH}) = ${id}`;
  const its = db.select({ keyId: sessions.keyId }).from(sessions).where(is);
  await db.transaction(
    db.delete(onceTokens).where(isDeviceLink(inArray(onceTokens.keyId, its), now)),
    db.delete(sessions).where(is),
    ...record,
  );
}
