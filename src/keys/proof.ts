import { and, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys } from '../db/schema.ts';
import { hmac } from '../lib/hash/hash.ts';
import type { Seconds } from '../lib/time.ts';
import { hashKey } from './key.ts';
import { isAlive, KEY_COLUMNS } from './key-store.ts';

/**
 * This module proves that a service knows an operator key, before clients send the key to it. The proof covers the
 * host with its port. A service gives no proof for another host, so another server cannot relay the request.
 */

/** Number of leading hex digits of a key's hash that identify the key. */
const ID_LENGTH = 16;

export const PROOF_ID = new RegExp(`^[0-9a-f]{${ID_LENGTH}}$`);
export const PROOF_NONCE = /^[0-9a-f]{32}$/;

interface Challenge {
  host: string;
  nonce: string;
}

const macOf = (hash: string, { host, nonce }: Challenge): Promise<string> => hmac(hash, `${host}\n${nonce}`);

/** Returns the proof of the active operator key with this id, as 64 hex digits, or `null`. Reads one row. */
export async function proofOf(db: Db, id: string, challenge: Challenge, now: Seconds): Promise<string | null> {
  const [found] = await db
    .select({ ...KEY_COLUMNS, hash: apiKeys.hash })
    .from(apiKeys)
    // `g` sorts after every hex digit, so the range covers all hashes that begin with the id.
    .where(and(gte(apiKeys.hash, id), lt(apiKeys.hash, `${id}g`), eq(apiKeys.kind, 'operator')))
    .limit(1);
  return found && !found.isPerson && isAlive(found, now) ? macOf(found.hash, challenge) : null;
}

export async function expectedProof(key: string, challenge: Challenge): Promise<{ id: string; proof: string }> {
  const hash = await hashKey(key);
  return { id: hash.slice(0, ID_LENGTH), proof: await macOf(hash, challenge) };
}
