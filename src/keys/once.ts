import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { onceTokens } from '../db/schema.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import type { Seconds } from '../lib/time.ts';

/** Secrets that are good for one use: an invitation, or the challenge that a device signs. */

type Token = typeof onceTokens.$inferSelect;
export type Use = Token['use'];

/** 256 random bits: a plain hash of them cannot be reversed by guessing. */
const TOKEN = /^[0-9a-f]{64}$/;

/** Makes a token that is good for `life` seconds, and forgets those that have ended. `keyId`: whose it is; null: nobody's yet. */
export async function makeOnce(
  db: Db,
  { use, keyId, life }: Pick<Token, 'use' | 'keyId'> & { life: number },
  now: Seconds,
): Promise<string> {
  const token = randomHex(32);
  const expiresAt = (now + life) as Seconds;
  await db.transaction(
    db.delete(onceTokens).where(lte(onceTokens.expiresAt, now)),
    db.insert(onceTokens).values({ hash: await sha256(token), use, keyId, expiresAt }),
  );
  return token;
}

const living = async (token: string, use: Use, now: Seconds) =>
  and(eq(onceTokens.hash, await sha256(token)), eq(onceTokens.use, use), gt(onceTokens.expiresAt, now));

/** A token that has not been used; null where there is none. One row read. */
export async function findOnce(db: Db, token: string, use: Use, now: Seconds): Promise<Token | null> {
  if (!TOKEN.test(token)) return null;
  return (
    (
      await db
        .select()
        .from(onceTokens)
        .where(await living(token, use, now))
    )[0] ?? null
  );
}

/** The same, and it is used up: of several who ask at once one gets it. */
export async function takeOnce(db: Db, token: string, use: Use, now: Seconds): Promise<Token | null> {
  if (!TOKEN.test(token)) return null;
  return (
    (
      await db
        .delete(onceTokens)
        .where(await living(token, use, now))
        .returning()
    )[0] ?? null
  );
}
