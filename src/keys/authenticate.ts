import type { Db } from '../db/client.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { hashKey, keyKind } from './key.ts';
import { findKey, findKeyById, isAlive, type KeyRecord } from './store.ts';

/** A revoked key works at most this long, wherever it was seen before. */
const REMEMBERED_MS = 60_000;
const remembered = new TtlCache<KeyRecord | null>({ ttl: REMEMBERED_MS, capacity: 10_000 });

/**
 * The living key's record, or null (not a key, unknown, revoked, expired). `now` is epoch milliseconds.
 * Reads at most one row, and none where the isolate has seen the key within a minute or the checksum is wrong.
 */
export async function authenticate(db: Db, key: string, now: number): Promise<KeyRecord | null> {
  const kind = keyKind(key);
  if (!kind) return null;
  const hash = await hashKey(key);
  let record = remembered.get(hash, now);
  if (record === undefined) {
    record = await findKey(db, hash);
    remembered.set(hash, record, now);
  }
  return record && record.kind === kind && isAlive(record, Math.floor(now / 1000)) ? record : null;
}

/** The living key's record by its id, for what names a key without being one; null where there is none. Reads as `authenticate` does. */
export async function livingKey(db: Db, id: number, now: number): Promise<KeyRecord | null> {
  const name = `id ${id}`;
  let record = remembered.get(name, now);
  if (record === undefined) {
    record = await findKeyById(db, id);
    remembered.set(name, record, now);
  }
  return record && isAlive(record, Math.floor(now / 1000)) ? record : null;
}

/** Forgets what this isolate knows of keys. */
export const forgetKeys = (): void => remembered.clear();
