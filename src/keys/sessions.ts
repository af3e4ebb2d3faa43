import { and, desc, eq, gt, inArray, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys, onceTokens, sessions } from '../db/schema.ts';
import { deletableExpiry, type TrustedTime } from '../db/trusted-time.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import { HOUR, type Millis, type Seconds, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { isAlive, KEY_COLUMNS, type KeyRecord } from './key-store.ts';
import { isDeviceLink } from './one-time-tokens.ts';
import { StaleOnErrorCache } from './stale-on-error-cache.ts';

/** Maximum lifetime of a session in seconds. A session also ends with its key. */
export const SESSION_LIFE = 12 * HOUR;

/** Maximum number of sessions per key. If there are more, the oldest session ends. */
const MAX_PER_KEY = 50;

/** Time for which an isolate may accept an ended session from its cache. */
const REMEMBERED_MS = 5_000;

export interface StoredSession {
  id: string;
  key: KeyRecord;
  /** Expiry in epoch seconds. The session ends earlier if its key ends earlier. */
  expiresAt: number;
}

const remembered = new TtlCache<StoredSession | null>({ ttl: REMEMBERED_MS, capacity: 5_000 });
/** Sessions that stay valid during a database outage, so that operators can open the status page. */
const stale = new StaleOnErrorCache<StoredSession>();

/** Format of a token. With 256 random bits, a token cannot be guessed from its plain hash. */
const TOKEN_PATTERN = /^[0-9a-f]{64}$/;

/** Deletes sessions a day after they expire. */
export const forgetEnded = (db: Db, now: TrustedTime) =>
  db.delete(sessions).where(lte(sessions.expiresAt, toSeconds(deletableExpiry(now))));

/** Starts a session and returns its token. Removing the passkey `passkeyId` ends the session. */
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

type SessionLookup = Promise<StoredSession | null>;

/** Finds an active session. In an outage, recently used sessions stay valid. Reads two rows, or none if cached. */
export async function findSession(
  db: Db,
  token: string,
  now: Millis,
  admit: (lookUp: (db: Db) => SessionLookup, isKnown: boolean) => SessionLookup = (lookUp) => lookUp(db),
): SessionLookup {
  if (!TOKEN_PATTERN.test(token)) return null;
  const hash = await sha256(token);
  let session = remembered.get(hash, now);
  if (session === undefined) {
    const lookUp = async (readDb: Db) =>
      remembered.get(hash, now) ?? stale.find(hash, () => selectSession(readDb, hash), now);
    session = await admit(lookUp, stale.has(hash, now));
    remembered.set(hash, session, now);
  }
  const seconds = toSeconds(now);
  return session && session.expiresAt > seconds && isAlive(session.key, seconds) ? session : null;
}

async function selectSession(db: Db, hash: string): SessionLookup {
  const [row] = await db
    .select({ ...KEY_COLUMNS, endsAt: sql<number>`${sessions.expiresAt}`.as('ends_at') })
    .from(sessions)
    .innerJoin(apiKeys, eq(apiKeys.id, sessions.keyId))
    .where(eq(sessions.hash, hash));
  if (!row) return null;
  const { endsAt, ...key } = row;
  return { id: idOf(hash), key, expiresAt: endsAt };
}

/** Ends a session. Other isolates reject it within five seconds. */
export async function endSession(db: Db, token: string, now: Millis): Promise<void> {
  if (!TOKEN_PATTERN.test(token)) return;
  const hash = await sha256(token);
  remembered.set(hash, null, now);
  stale.end(hash, now);
  await db.delete(sessions).where(eq(sessions.hash, hash));
}

export function forgetSessions(): void {
  remembered.clear();
  stale.clear();
}

/** Number of hex digits in a session's id. The id is too short to reveal the token. */
const ID_LENGTH = 16;
const idOf = (hash: string): string => hash.slice(0, ID_LENGTH);

export interface ListedSession {
  id: string;
  keyId: number;
  name: string;
  kind: KeyRecord['kind'];
  createdAt: Seconds;
  expiresAt: number;
}

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

/** Ends a session, and all links with which its person could add a device. Takes effect within five seconds. */
export async function endSessionById(db: Db, id: string, now: Seconds, ...record: SQL[]): Promise<void> {
  const is = sql`substr(${sessions.hash}, 1, ${ID_LENGTH}) = ${id}`;
  const its = db.select({ keyId: sessions.keyId }).from(sessions).where(is);
  await db.transaction(
    db.delete(onceTokens).where(isDeviceLink(inArray(onceTokens.keyId, its), now)),
    db.delete(sessions).where(is),
    ...record,
  );
}
