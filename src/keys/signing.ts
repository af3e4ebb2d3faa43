import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { signingSecrets } from '../db/schema.ts';
import { deletableExpiry, type TrustedTime } from '../db/trusted-time.ts';
import { hmac, randomHex } from '../lib/hash/hash.ts';
import { MINUTE_MS, type Millis, type Seconds, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';

/** This module stores publishers' signing secrets in two halves: in the database and in the key-value store. */

export interface SigningStores {
  db: Db;
  kv: Pick<KVNamespace, 'get' | 'put' | 'delete'>;
}

const PREFIX = 'ngj_';
const SECRET_BYTES = 32;
const REMEMBERED_MS = MINUTE_MS;
const remembered = new TtlCache<string[]>({ ttl: REMEMBERED_MS, capacity: 1000 });

/** Generates a signer number, which identifies the secrets of a key. A replacement key takes over the number. */
export const newSigner = (): number => Number.parseInt(randomHex(6), 16);

/** Creates a secret and returns it. Earlier secrets stay valid for `grace` more seconds. */
export async function addSigningSecret(
  { db, kv }: SigningStores,
  signer: number,
  now: Seconds,
  grace: number,
  records: readonly SQL[] = [],
): Promise<string> {
  const [name, half, other] = [`signing-${randomHex(16)}`, randomHex(SECRET_BYTES), randomHex(SECRET_BYTES)];
  await kv.put(name, other);
  await db.transaction(
    db
      .update(signingSecrets)
      .set({ expiresAt: now + grace })
      .where(and(eq(signingSecrets.signer, signer), isNull(signingSecrets.expiresAt))),
    db.insert(signingSecrets).values({ signer, name, half, createdAt: now }),
    ...records,
  );
  return join(half, other);
}

/** Loads a signer's active secrets. Ignores secrets of which one half is lost. Throws if a store is unreachable. */
export const loadSigningSecrets = (stores: SigningStores, signer: number, now: Millis): Promise<string[]> =>
  remembered.getOrLoad(String(signer), now, () => readSecrets(stores, signer, toSeconds(now)));

async function readSecrets({ db, kv }: SigningStores, signer: number, now: Seconds): Promise<string[]> {
  const rows = await db
    .select({ name: signingSecrets.name, half: signingSecrets.half })
    .from(signingSecrets)
    .where(
      and(eq(signingSecrets.signer, signer), or(isNull(signingSecrets.expiresAt), gt(signingSecrets.expiresAt, now))),
    );
  const secrets = await Promise.all(
    rows.map(async ({ name, half }) => {
      const other = await kv.get(name);
      return other ? [await join(half, other)] : [];
    }),
  );
  return secrets.flat();
}

/** Deletes both halves of a secret a day after it expires. */
export async function deleteExpiredSigningSecrets({ db, kv }: SigningStores, now: TrustedTime): Promise<void> {
  const expired = lte(signingSecrets.expiresAt, toSeconds(deletableExpiry(now)));
  const rows = await db
    .select({ id: signingSecrets.id, name: signingSecrets.name })
    .from(signingSecrets)
    .where(expired);
  for (const { id, name } of rows) {
    await kv.delete(name);
    await db.delete(signingSecrets).where(eq(signingSecrets.id, id));
  }
}

export const forgetSigningSecrets = (): void => remembered.clear();

/** Combines both halves into a secret of hex digits, which any JWT library accepts unchanged. */
const join = async (half: string, other: string): Promise<string> => PREFIX + (await hmac(other, half));
