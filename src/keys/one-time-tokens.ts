import { and, desc, eq, gt, isNull, lte, notInArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { onceTokens } from '../db/schema.ts';
import { deletableExpiry, type TrustedTime } from '../db/trusted-time.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import { MINUTE, type Seconds, toSeconds } from '../lib/time.ts';
import { isActive } from './owner.ts';

/** Secrets that are good for one use: an invitation, or the challenge that a device signs. */

type Token = typeof onceTokens.$inferSelect;
export type Use = Token['use'];

/** 256 random bits: a plain hash of them cannot be reversed by guessing. */
const TOKEN = /^[0-9a-f]{64}$/;

/**
 * Living tokens of one use and one person at most; strangers, who ask for challenges to sign in, count as one. Older ones end. To
 * push out the challenge of somebody who takes ten seconds, 500 strangers' requests a second have to be admitted.
 */
const MOST = 5000;

/** Statement that deletes tokens that expired a day ago or before. */
export const forgetTokens = (db: Db, now: TrustedTime) =>
  db.delete(onceTokens).where(lte(onceTokens.expiresAt, toSeconds(deletableExpiry(now))));

/** Makes a token that is good for `life` seconds, and forgets those that are too many. `keyId`: whose it is; null: nobody's yet. `makerId`: with whom it ends. */
export async function makeOnce(
  db: Db,
  { use, keyId, life, makerId = null }: Pick<Token, 'use' | 'keyId'> & { life: number; makerId?: number | null },
  now: Seconds,
  most = MOST,
): Promise<string> {
  const token = randomHex(32);
  const expiresAt = (now + life) as Seconds;
  const alike = and(eq(onceTokens.use, use), keyId === null ? isNull(onceTokens.keyId) : eq(onceTokens.keyId, keyId));
  const newest = db
    .select({ hash: onceTokens.hash })
    .from(onceTokens)
    .where(alike)
    .orderBy(desc(onceTokens.expiresAt))
    .limit(most - 1);
  await db.transaction(
    db.delete(onceTokens).where(and(alike, notInArray(onceTokens.hash, newest))),
    db.insert(onceTokens).values({ hash: await sha256(token), use, keyId, makerId, expiresAt }),
  );
  return token;
}

/** Seconds for which a link is good that people make for another device of theirs. An operator's is good for days. */
export const DEVICE_LINK = 15 * MINUTE;

/** Of links that people have made for another device those whose person `is` holds for. */
export const isDeviceLink = (is: SQL, now: Seconds): SQL | undefined =>
  and(eq(onceTokens.use, 'invitation'), lte(onceTokens.expiresAt, (now + DEVICE_LINK) as Seconds), is);

/** Whether its maker may still invite: people themselves, operators everybody. */
export const hasMaker = (now: Seconds): SQL | undefined =>
  or(
    isNull(onceTokens.makerId),
    eq(onceTokens.makerId, onceTokens.keyId),
    isActive(onceTokens.makerId, now, ['operator']),
  );

const living = async (token: string, use: Use, now: Seconds) =>
  and(eq(onceTokens.hash, await sha256(token)), eq(onceTokens.use, use), gt(onceTokens.expiresAt, now), hasMaker(now));

/** A token that has not been used; null where there is none. One row read. */
export async function findOnce(db: Db, token: string, use: Use, now: Seconds): Promise<Token | null> {
  const is = await living(token, use, now);
  const [found = null] = TOKEN.test(token) ? await db.select().from(onceTokens).where(is) : [];
  return found;
}

/** The same, and it is used up: of several who ask at once one gets it. */
export async function takeOnce(db: Db, token: string, use: Use, now: Seconds): Promise<Token | null> {
  const is = await living(token, use, now);
  const [taken = null] = TOKEN.test(token) ? await db.delete(onceTokens).where(is).returning() : [];
  return taken;
}
