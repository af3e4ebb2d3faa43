import type { Db } from '../db/client.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { hashKey, keyKind } from './key.ts';
import { Outlasting } from './outlasting.ts';
import { findKey, findKeyById, isAlive, type KeyRecord } from './store.ts';

/** How long an isolate that has seen a key may go on accepting it after it was revoked. */
const REMEMBERED_MS = MINUTE_MS;
const remembered = new TtlCache<KeyRecord | null>({ ttl: REMEMBERED_MS, capacity: 10_000 });
const outlasting = new Outlasting<KeyRecord>();

/** Looks a key up in the database, or throws after too many look-ups. */
type Admit = (lookUp: () => Promise<KeyRecord | null>) => Promise<KeyRecord | null>;

/**
 * The living key's record, or null (not a key, unknown, revoked, expired). While the database does not
 * answer, a key that was alive within the hour still is.
 * Reads at most one row, and none where the isolate has seen the key within a minute or the checksum is wrong.
 */
export async function authenticate(
  db: Db,
  key: string,
  now: Millis,
  admit: Admit = (lookUp) => lookUp(),
): Promise<KeyRecord | null> {
  const kind = keyKind(key);
  if (!kind) return null;
  const hash = await hashKey(key);
  let record = remembered.get(hash, now);
  if (record === undefined) {
    record = await admit(async () => remembered.get(hash, now) ?? outlasting.find(hash, () => findKey(db, hash), now));
    remembered.set(hash, record, now);
  }
  return record && record.kind === kind && isAlive(record, toSeconds(now)) ? record : null;
}

/** The living key's record by its id, for callers that hold only the id; null if there is none. Reads as `authenticate` does. */
export async function livingKey(db: Db, id: number, now: number): Promise<KeyRecord | null> {
  const name = `id ${id}`;
  let record = remembered.get(name, now);
  if (record === undefined) {
    record = await findKeyById(db, id);
    remembered.set(name, record, now);
  }
  return record && isAlive(record, toSeconds(now)) ? record : null;
}

/** Forgets what this isolate knows of keys. */
export function forgetKeys(): void {
  remembered.clear();
  outlasting.clear();
}
