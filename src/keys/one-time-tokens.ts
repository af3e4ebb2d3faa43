import { and, desc, eq, gt, isNull, lte, notInArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { onceTokens } from '../db/schema.ts';
import { deletableExpiry, type TrustedTime } from '../db/trusted-time.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import { MINUTE, type Seconds, toSeconds } from '../lib/time.ts';
import { isActive } from './owned-resources.ts';

/** This module manages one-time tokens: invitations, and challenges for passkeys to sign. */

type Token = typeof onceTokens.$inferSelect;
export type TokenUse = Token['use'];

/** Format of a token. With 256 random bits, a token cannot be guessed from its plain hash. */
const TOKEN_PATTERN = /^[0-9a-f]{64}$/;

/** Maximum number of tokens per person and purpose. To evict one, an attacker must send 500 requests/s for 10 s. */
const MAX_TOKENS = 5000;

/** Deletes tokens a day after they expire. */
export const forgetTokens = (db: Db, now: TrustedTime) =>
  db.delete(onceTokens).where(lte(onceTokens.expiresAt, toSeconds(deletableExpiry(now))));

/** Creates a token that is valid for `life` seconds, and deletes the oldest tokens above the limit. */
export async function makeOnce(
  db: Db,
  { use, keyId, life, makerId = null }: Pick<Token, 'use' | 'keyId'> & { life: number; makerId?: number | null },
  now: Seconds,
  most = MAX_TOKENS,
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

/** Lifetime of a link with which a person adds another device, in seconds. Invitations by operators last for days. */
export const DEVICE_LINK = 15 * MINUTE;

export const isDeviceLink = (is: SQL, now: Seconds): SQL | undefined =>
  and(eq(onceTokens.use, 'invitation'), lte(onceTokens.expiresAt, (now + DEVICE_LINK) as Seconds), is);

/** SQL condition: the creator of a token may still invite. Operators may invite anyone, and others only themselves. */
export const hasMaker = (now: Seconds): SQL | undefined =>
  or(
    isNull(onceTokens.makerId),
    eq(onceTokens.makerId, onceTokens.keyId),
    isActive(onceTokens.makerId, now, ['operator']),
  );

const findUnexpired = async (token: string, use: TokenUse, now: Seconds) =>
  and(eq(onceTokens.hash, await sha256(token)), eq(onceTokens.use, use), gt(onceTokens.expiresAt, now), hasMaker(now));

/** Finds an unused token. Reads one row. */
export async function findOnce(db: Db, token: string, use: TokenUse, now: Seconds): Promise<Token | null> {
  const is = await findUnexpired(token, use, now);
  const [found = null] = TOKEN_PATTERN.test(token) ? await db.select().from(onceTokens).where(is) : [];
  return found;
}

/** Finds an unused token and deletes it, so that only one of several concurrent callers gets it. */
export async function takeOnce(db: Db, token: string, use: TokenUse, now: Seconds): Promise<Token | null> {
  const is = await findUnexpired(token, use, now);
  const [taken = null] = TOKEN_PATTERN.test(token) ? await db.delete(onceTokens).where(is).returning() : [];
  return taken;
}
