import type { Db } from '../db/client.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { hashKey, keyKind } from './key.ts';
import { Outlasting } from './outlasting.ts';
import { findKey, findKeyById, isAlive, type KeyRecord } from './store.ts';

/** How long an isolate that has seen a key may go on taking its clicks after it was revoked, and giving it answers. */
const REMEMBERED_MS = MINUTE_MS;
const OPENED_MS = 1_000;
/** `at`: when the database was last asked. */
type Known = { record: KeyRecord | null; at: Millis };
const remembered = new TtlCache<Known>({ ttl: REMEMBERED_MS, capacity: 10_000 });
const outlasting = new Outlasting<KeyRecord>();

/** Looks a key up in the database, or throws after too many look-ups, unless it `isKnown`: was there within the hour. */
type Admit = (lookUp: (db: Db) => Promise<KeyRecord | null>, isKnown: boolean) => Promise<KeyRecord | null>;

/**
 * The living key's record, or null (not a key, unknown, revoked, expired). While the database does not
 * answer, a key that was alive within the hour still is.
 * Reads at most one row, and none where the checksum is wrong or the isolate has seen the key: within a minute, or a second where it
 * `opens` something.
 */
export async function authenticate(
  db: Db,
  key: string,
  now: Millis,
  admit: Admit = (lookUp) => lookUp(db),
  opens = false,
): Promise<KeyRecord | null> {
  const kind = keyKind(key);
  if (!kind) return null;
  const hash = await hashKey(key);
  const find = (asked: Db) => outlasting.find(hash, () => findKey(asked, hash), now);
  const known = remembered.get(hash, now);
  let record = known?.record;
  if (record === undefined)
    record = await admit(async (asked) => remembered.get(hash, now)?.record ?? find(asked), outlasting.has(hash, now));
  else if (known?.record && opens && now - known.at >= OPENED_MS) {
    // The others of this moment need not ask, too.
    remembered.set(hash, { ...known, at: now }, now);
    record = await admit(find, true).catch((error) => {
      remembered.set(hash, known, known.at);
      throw error;
    });
  } else return alive(record, kind, now);
  remembered.set(hash, { record, at: now }, now);
  return alive(record, kind, now);
}

const alive = (record: KeyRecord | null, kind: string, now: Millis): KeyRecord | null =>
  record && record.kind === kind && isAlive(record, toSeconds(now)) ? record : null;

/** The living key's record by its id, for callers that hold only the id; null if there is none. Reads as `authenticate` does, by `admit`. */
export async function livingKey(
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

/** Forgets what this isolate knows of keys. */
export function forgetKeys(): void {
  remembered.clear();
  outlasting.clear();
}
