import { addressNetwork } from '../clicks/accept/address.ts';
import type { Db } from '../db/client.ts';
import { foundAnywhere } from '../http/base.ts';
import type { AppContext } from '../http/env.ts';
import { ClientError, rateLimited } from '../http/errors.ts';
import { atMost } from '../http/simultaneous.ts';
import { sha256 } from '../lib/hash/hash.ts';
import { RequestRate, sayAllowance } from '../lib/rate.ts';
import type { Millis } from '../lib/time.ts';
import { assertOwnOrigin } from './origins.ts';

/** Limits per client, minute and isolate. The platform's limiters in wrangler.toml cover all isolates. */
export const LIMITS = {
  /** Requests per secret or operator key; the limiter samples every tenth. */
  key: new RequestRate({ quota: 6000, sample: 10 }),
  /** Requests per reader of a publishable key, or per address for shared links. */
  reader: new RequestRate({ quota: 600 }),
  /** Failed secret look-ups per kind and address. Each reads the database, and formats are easy to forge. */
  unknown: new RequestRate({ quota: 60 }),
  /** Sign-in attempts per address, successful ones included, so that concurrent attempts all count. */
  signIns: new RequestRate({ quota: 30 }),
  /** Requests per address for feeds by a WebSub hub, which fetches each feed once per change. */
  hub: new RequestRate({ quota: 600 }),
};

/** Hashes the network of a request's address for counting. Kept in memory for at most a minute. */
export const hashedAddress = (c: AppContext): Promise<string> =>
  sha256(addressNetwork(c.req.header('CF-Connecting-IP') ?? ''));

/** Counts a client's request; throws 429 beyond the limit. */
export async function withinRate(rate: RequestRate, client: string, limiter: RateLimit, now: Millis) {
  const allowance = await rate.take(client, limiter, now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets, rate.policy);
  return allowance;
}

/** Database milliseconds that count as another request. */
const DATABASE_MS_PER_REQUEST = 50;

/** Applies a client's rate limit and reports its allowance. */
export async function limited(
  c: AppContext,
  rate: RequestRate,
  client: string,
  limiter: RateLimit,
  next: () => Promise<void>,
): Promise<void> {
  const allowance = await withinRate(rate, client, limiter, c.var.now);
  c.set('client', client);
  await next();
  sayAllowance(c.res.headers, rate, allowance);
  const extra = Math.floor(c.var.db.usage.milliseconds / DATABASE_MS_PER_REQUEST);
  if (extra > 0) c.executionCtx.waitUntil(rate.take(client, limiter, c.var.now, extra));
}

/** Limits the addresses that use one router. */
export const limitedByAddress = (name: string, rate: RequestRate) => async (c: AppContext, next: () => Promise<void>) =>
  limited(c, rate, `${name} ${await hashedAddress(c)}`, c.env.READER_LIMIT, next);

/** Concurrent look-ups per address. */
const MAX_CONCURRENT_LOOK_UPS = 16;
/** Waiting look-ups per address: a new key may arrive with many requests at once. */
const MAX_WAITING_LOOK_UPS = 256;

/**
 * Separate counters, because foreign pages can trigger all kinds but sessions and `bearer` keys from a visitor's
 * address.
 */
type SecretKind = 'bearer' | 'key' | 'session' | 'share' | 'feed' | 'ending' | 'passkey' | 'invitation' | 'proof';

/** Looks up a secret. Limits failed look-ups per address and minute (429, unless `isKnown`), and concurrent ones. */
export async function lookedUp<T>(
  c: AppContext,
  sort: SecretKind,
  lookUp: (db: Db) => Promise<T | null>,
  isKnown = false,
) {
  const { now } = c.var;
  const client = `${sort} ${await hashedAddress(c)}`;
  const wait = isKnown ? 0 : LIMITS.unknown.exhausted(client, now);
  if (wait > 0) throw rateLimited(wait);
  const record = await atMost(
    `look-up ${client}`,
    MAX_CONCURRENT_LOOK_UPS,
    () => foundAnywhere(c, lookUp),
    MAX_WAITING_LOOK_UPS,
  );
  if (record) return record;
  const allowance = await LIMITS.unknown.take(client, c.env.READER_LIMIT, now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets);
  return null;
}

/** Limits sign-in attempts per address before a key is checked (429). Rejects other origins (403). */
export async function fewSignIns(c: AppContext, next: () => Promise<void>): Promise<void> {
  // An image on another page sends no origin and cannot sign in.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  if (c.req.header('Origin')) assertOwnOrigin(c);
  const allowance = await LIMITS.signIns.take(await hashedAddress(c), c.env.SESSION_LIMIT, c.var.now);
  if (!allowance.isAllowed) {
    const { code, reason, headers } = rateLimited(allowance.resets, LIMITS.signIns.policy);
    const address = `has tried to sign in too often; wait ${allowance.resets} seconds`;
    throw new ClientError(code, reason, { address }, { headers });
  }
  await next();
  // The sign-in allowance is lower than the key's own.
  c.res.headers.delete('RateLimit');
  sayAllowance(c.res.headers, LIMITS.signIns, allowance);
}
