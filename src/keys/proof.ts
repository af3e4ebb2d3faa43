import { and, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys } from '../db/schema.ts';
import { hmac } from '../lib/hash/hash.ts';
import type { Seconds } from '../lib/time.ts';
import { hashKey } from './key.ts';
import { isAlive, KEY_COLUMNS } from './store.ts';

/**
 * Proof that a service knows an operator key, which a client asks for before it sends the key. The client names the key by the first
 * digits of its hash; the service answers with a MAC under the whole hash. The MAC covers the host, so that a stranger cannot pass on
 * the proof of the real service.
 */

/** Hex digits of a key's hash that name it: 64 of 256 bits. */
const ID_LENGTH = 16;

export const PROOF_ID = new RegExp(`^[0-9a-f]{${ID_LENGTH}}$`);
export const PROOF_NONCE = /^[0-9a-f]{32}$/;

interface Challenge {
  /** Host name of the service, without its port. */
  host: string;
  /** Random, 32 hex digits. */
  nonce: string;
}

const macOf = (hash: string, { host, nonce }: Challenge): Promise<string> => hmac(hash, `${host}\n${nonce}`);

/** The proof of the active operator key with this id, 64 hex digits; `null` if the service has no such key. Reads one row. */
export async function proofOf(db: Db, id: string, challenge: Challenge, now: Seconds): Promise<string | null> {
  const [found] = await db
    .select({ ...KEY_COLUMNS, hash: apiKeys.hash })
    .from(apiKeys)
    // `g` follows every hex digit.
    .where(and(gte(apiKeys.hash, id), lt(apiKeys.hash, `${id}g`), eq(apiKeys.kind, 'operator')))
    .limit(1);
  return found && !found.isPerson && isAlive(found, now) ? macOf(found.hash, challenge) : null;
}

/** The id by which a key asks for its proof, and the proof that only a service that knows the key can give. */
export async function expectedProof(key: string, challenge: Challenge): Promise<{ id: string; proof: string }> {
  const hash = await hashKey(key);
  return { id: hash.slice(0, ID_LENGTH), proof: await macOf(hash, challenge) };
}
