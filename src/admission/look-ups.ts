import type { Context } from 'hono';
import { atMost } from '../http/concurrency.ts';
import type { AppEnv } from '../http/env.ts';
import { rateLimited } from '../http/errors.ts';
import { hashedAddress } from './address.ts';
import { LIMITS } from './limits.ts';

/** Look-ups of an address at once. */
const LOOK_UPS = 16;
/** Those that may wait: a good key that an isolate does not know yet comes with many requests at once. */
const LOOK_UPS_WAITING = 256;

/**
 * What a look-up of a secret finds, or null. Look-ups of an address that find nothing are limited per minute (429 beyond that), and
 * so are those that go on at once.
 */
export async function lookedUp<T>(c: Context<AppEnv>, lookUp: () => Promise<T | null>): Promise<T | null> {
  const { now } = c.var;
  const address = await hashedAddress(c);
  const wait = LIMITS.unknownKeys.exhausted(address, now);
  if (wait > 0) throw rateLimited(wait);
  const record = await atMost(`look-up ${address}`, LOOK_UPS, lookUp, LOOK_UPS_WAITING);
  if (record) return record;
  const allowance = await LIMITS.unknownKeys.take(address, c.env.READER_LIMIT, now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets);
  return null;
}
