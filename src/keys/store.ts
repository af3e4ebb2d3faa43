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
}

export interface NewKey {
  kind: KeyKind;
  name: string;
  origins: string[];
  expiresAt: number | null;
}

const columns = {
  id: apiKeys.id,
  kind: apiKeys.kind,
  name: apiKeys.name,
  origins: apiKeys.origins,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
};

/** Stores the hash of a new key and returns the key, which nobody can read again. `now` is epoch seconds. */
export async function createKey(db: Db, { kind, name, origins, expiresAt }: NewKey, now: number): Promise<string> {
  const key = generateKey(kind);
  await db.insert(apiKeys).values({ hash: await hashKey(key), kind, name, origins, createdAt: now, expiresAt });
  return key;
}

/** The record of the key with this hash, whatever its state; null where there is none. One row read. */
export async function findKey(db: Db, hash: string): Promise<KeyRecord | null> {
  return (await db.select(columns).from(apiKeys).where(eq(apiKeys.hash, hash)))[0] ?? null;
}

/** All keys, oldest first. */
export const listKeys = (db: Db): Promise<KeyRecord[]> => db.select(columns).from(apiKeys).orderBy(apiKeys.id);

/** Ends a key at once; true where there was a living one. */
export async function revokeKey(db: Db, id: number, now: number): Promise<boolean> {
  const ended = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return ended.length > 0;
}

/** Replaces a living key by a new one of the same kind, name and origins; the old one works `grace` seconds longer. Null where there is none. */
export async function rotateKey(db: Db, id: number, now: number, grace: number): Promise<string | null> {
  const [old] = await db.select(columns).from(apiKeys).where(eq(apiKeys.id, id));
  if (!old || !isAlive(old, now)) return null;
  const key = generateKey(old.kind);
  await db.together(
    db.insert(apiKeys).values({
      hash: await hashKey(key),
      kind: old.kind,
      name: old.name,
      origins: old.origins,
      createdAt: now,
      expiresAt: old.expiresAt,
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
