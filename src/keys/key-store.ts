import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys } from '../db/schema.ts';
import type { Seconds } from '../lib/time.ts';
import { generateKey, hashKey, type KeyKind } from './key.ts';

export type KeyRecord = Omit<typeof apiKeys.$inferSelect, 'hash'>;

const { hash: _, ...columns } = getTableColumns(apiKeys);

export type NewKey = { kind: KeyKind } & Pick<KeyRecord, 'name' | 'origins' | 'expiresAt'> &
  Partial<Pick<KeyRecord, 'signer' | 'explore' | 'clicksNeed'>>;

/** Returns what is stored of a key. */
export const storedPartsOf = async (key: string) => ({ hash: await hashKey(key), ending: key.slice(-4) });

export async function createKey(db: Db, { kind, name, origins, expiresAt, signer = null }: NewKey, now: Seconds) {
  const key = generateKey(kind);
  await db
    .insert(apiKeys)
    .values({ ...(await storedPartsOf(key)), kind, name, origins, createdAt: now, expiresAt, signer });
  return key;
}

const findOne = async (db: Db, where: SQL): Promise<KeyRecord | null> =>
  (await db.select(columns).from(apiKeys).where(where))[0] ?? null;

/** Finds a key by hash, even an expired or revoked one. Reads one row. */
export const findKey = (db: Db, hash: string): Promise<KeyRecord | null> => findOne(db, eq(apiKeys.hash, hash));

/** Finds a key by id, even an expired or revoked one. Reads one row. */
export const findKeyById = (db: Db, id: number): Promise<KeyRecord | null> => findOne(db, eq(apiKeys.id, id));

/** Lists keys, but not people, oldest first. */
export const listKeys = (db: Db): Promise<KeyRecord[]> =>
  db.select(columns).from(apiKeys).where(eq(apiKeys.isPerson, false)).orderBy(apiKeys.id);

export const isAlive = (key: KeyRecord, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);

export { columns as KEY_COLUMNS };
