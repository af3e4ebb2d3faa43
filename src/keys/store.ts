import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys } from '../db/schema.ts';
import { generateKey, hashKey, type KeyKind } from './key.ts';

export interface KeyRecord {
  id: number;
  kind: KeyKind;
  name: string;
  origins: string[];
  /** Epoch seconds. */
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** Whose signing secrets it takes; null: it signs nothing. */
  signer: number | null;
}

export interface NewKey {
  kind: KeyKind;
  name: string;
  origins: string[];
  expiresAt: number | null;
  signer?: number | null;
}

const columns = {
  id: apiKeys.id,
  kind: apiKeys.kind,
  name: apiKeys.name,
  origins: apiKeys.origins,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
  signer: apiKeys.signer,
};

/** Stores the hash of a new key and returns the key, which nobody can read again. `now` is epoch seconds. */
export async function createKey(
  db: Db,
  { kind, name, origins, expiresAt, signer = null }: NewKey,
  now: number,
): Promise<string> {
  const key = generateKey(kind);
  await db.insert(apiKeys).values({ hash: await hashKey(key), kind, name, origins, createdAt: now, expiresAt, signer });
  return key;
}

/** The record of the key with this hash, whatever its state; null where there is none. One row read. */
export async function findKey(db: Db, hash: string): Promise<KeyRecord | null> {
  return (await db.select(columns).from(apiKeys).where(eq(apiKeys.hash, hash)))[0] ?? null;
}

/** The record of the key with this id, whatever its state; null where there is none. One row read. */
export async function findKeyById(db: Db, id: number): Promise<KeyRecord | null> {
  return (await db.select(columns).from(apiKeys).where(eq(apiKeys.id, id)))[0] ?? null;
}

/** Lets a living key sign claims with its signer's next secret; false if there is no living key. */
export async function setSigner(db: Db, id: number, signer: number): Promise<boolean> {
  const changed = await db
    .update(apiKeys)
    .set({ signer })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return changed.length > 0;
}

/** All keys, oldest first. */
export const listKeys = (db: Db): Promise<KeyRecord[]> => db.select(columns).from(apiKeys).orderBy(apiKeys.id);

/** Revokes a key at once; true if it was alive. */
export async function revokeKey(db: Db, id: number, now: number): Promise<boolean> {
  const ended = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return ended.length > 0;
}

/** Replaces a living key by a new one of the same kind, name and origins; the old one keeps working for `grace` seconds. Null if there is none. */
export async function rotateKey(db: Db, id: number, now: number, grace: number): Promise<string | null> {
  const [old] = await db.select(columns).from(apiKeys).where(eq(apiKeys.id, id));
  if (!old || !isAlive(old, now)) return null;
  const key = generateKey(old.kind);
  await db.transaction(
    db.insert(apiKeys).values({
      hash: await hashKey(key),
      kind: old.kind,
      name: old.name,
      origins: old.origins,
      createdAt: now,
      expiresAt: old.expiresAt,
      signer: old.signer,
    }),
    db
      .update(apiKeys)
      .set({ expiresAt: sql`min(coalesce(${apiKeys.expiresAt}, ${now + grace}), ${now + grace})` })
      .where(eq(apiKeys.id, id)),
  );
  return key;
}

export const isAlive = (key: KeyRecord, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);

export { columns as KEY_COLUMNS };
