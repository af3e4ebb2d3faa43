import type { Db } from '../db/client.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { hashKey, type KeyKind, keyKind } from './key.ts';
import { findKey, findKeyById, isAlive, type KeyRecord } from './key-store.ts';
import { StaleOnErrorCache } from './stale-on-error-cache.ts';

/** Time for which an isolate may accept a revoked key from its cache. */
const REMEMBERED_MS = MINUTE_MS;
const OPENED_MS = 1_000;
type CachedKey = { record: KeyRecord | null; at: Millis };
const remembered = new TtlCache<CachedKey>({ ttl: REMEMBERED_MS, capacity: 10_000 });
const stale = new StaleOnErrorCache<KeyRecord>();

/** Runs a key look-up. After too many failures, throws unless the key was valid in the past hour (`isKnown`). */
type Admit = (lookUp: (db: Db) => Promise<KeyRecord | null>, isKnown: boolean) => Promise<KeyRecord | null>;

/**
 * Returns the record of an active key, or `null`. During a database outage, recently used keys stay valid. Reads at
 * most one row. A cached record is used for a minute, or for a second if the key starts a session (`opens`).
 */
export async function authenticate(
  db: Db,
  key: string,
  now: Millis,
  admit: Admit = (lookUp) => lookUp(db),
  opens = false,
): Promise<KeyRecord | null> {
  const identity = await identityOf(key, now);
  if (!identity) return null;
  const { kind, hash } = identity;
  const find = (readDb: Db) => stale.find(hash, () => findKey(readDb, hash), now);
  const known = remembered.get(hash, now);
  let record = known?.record;
  if (record === undefined)
    record = await admit(async (readDb) => remembered.get(hash, now)?.record ?? find(readDb), stale.has(hash, now));
  else if (known?.record && opens && now - known.at >= OPENED_MS) {
    // The cached record is marked as fresh before the read, so that concurrent requests do not read the record again.
    remembered.set(hash, { ...known, at: now }, now);
    record = await admit(find, true).catch((error) => {
      remembered.set(hash, known, known.at);
      throw error;
    });
  } else return alive(record, kind, now);
  remembered.set(hash, { record, at: now }, now);
  return alive(record, kind, now);
}

/** Kinds and hashes of recently used keys. All readers of a site send the same key, so caching saves work. */
const identities = new TtlCache<{ kind: KeyKind; hash: string }>({ ttl: REMEMBERED_MS, capacity: 1_000 });

async function identityOf(key: string, now: Millis): Promise<{ kind: KeyKind; hash: string } | null> {
  const known = identities.get(key, now);
  if (known) return known;
  const kind = keyKind(key);
  if (!kind) return null;
  const identity = { kind, hash: await hashKey(key) };
  identities.set(key, identity, now);
  return identity;
}

const alive = (record: KeyRecord | null, kind: string, now: Millis): KeyRecord | null =>
  record && record.kind === kind && isAlive(record, toSeconds(now)) ? record : null;

/** Returns the record of an active key by id. The record is cached as in `authenticate`. */
export async function activeKeyById(
  id: number,
  now: number,
  admit: (lookUp: (db: Db) => Promise<KeyRecord | null>) => Promise<KeyRecord | null>,
): Promise<KeyRecord | null> {
  const name = `id ${id}`;
  let record = remembered.get(name, now)?.record;
  if (record === undefined) {
    record = await admit((db) => findKeyById(db, id));
    remembered.set(name, { record, at: now }, now);
  }
  return record && isAlive(record, toSeconds(now)) ? record : null;
}

export function forgetKeys(): void {
  remembered.clear();
  stale.clear();
}
