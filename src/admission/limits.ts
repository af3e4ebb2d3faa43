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

/** What a client may do in a minute, as far as an isolate knows. The platform's limiters in wrangler.toml know of all isolates. */
export const LIMITS = {
  /** Requests of a secret or operator key: the limiter counts every tenth. */
  key: new RequestRate({ quota: 6000, sample: 10 }),
  /** Requests of a reader with a publishable key, or of an address for what a link shows. */
  reader: new RequestRate({ quota: 600 }),
  /** Look-ups of secrets of one sort that nobody has, of an address: each reads the database, and what they look like is easily forged. */
  unknown: new RequestRate({ quota: 60 }),
  /** Attempts of an address to sign in, good ones included: of several at once none is let through uncounted. */
  signIns: new RequestRate({ quota: 30 }),
  /** Requests of an address for the feeds of a WebSub hub, which fetches each once a change. */
  hub: new RequestRate({ quota: 600 }),
};

/** The network of a request's address as a hash, to count by: it is kept in memory for a minute at most, and nowhere else. */
export const hashedAddress = (c: AppContext): Promise<string> =>
  sha256(addressNetwork(c.req.header('CF-Connecting-IP') ?? ''));

/** Counts a request of a client; throws 429 where there are too many of a minute. */
export async function withinRate(rate: RequestRate, client: string, limiter: RateLimit, now: Millis) {
  const allowance = await rate.take(client, limiter, now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets, rate.policy);
  return allowance;
}

/** Milliseconds of database time that count as one more request. */
const UNIT = 50;

/** Answers a client at its rate, and says what is left of it. */
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
  const extra = Math.floor(c.var.db.usage.milliseconds / UNIT);
  if (extra > 0) c.executionCtx.waitUntil(rate.take(client, limiter, c.var.now, extra));
}

/** Keeps an address to a rate, at the paths of one router. */
export const limitedByAddress = (name: string, rate: RequestRate) => async (c: AppContext, next: () => Promise<void>) =>
  limited(c, rate, `${name} ${await hashedAddress(c)}`, c.env.READER_LIMIT, next);

/** Look-ups of an address at once. */
const LOOK_UPS = 16;
/** Those that may wait: a good key that an isolate does not know yet comes with many requests at once. */
const LOOK_UPS_WAITING = 256;

/** Counted apart: a page of another site can ask for all but sessions and keys in the `Authorization` header (`bearer`) in the name of whoever opens it. */
type Sort = 'bearer' | 'key' | 'session' | 'share' | 'feed' | 'ending' | 'passkey' | 'invitation' | 'proof';

/**
 * What a look-up of a secret finds, or null. Look-ups of an address that find nothing are limited per minute (429 beyond that, except for
 * what `isKnown`), and so are those that go on at once.
 */
export async function lookedUp<T>(c: AppContext, sort: Sort, lookUp: (db: Db) => Promise<T | null>, isKnown = false) {
  const { now } = c.var;
  const client = `${sort} ${await hashedAddress(c)}`;
  const wait = isKnown ? 0 : LIMITS.unknown.exhausted(client, now);
  if (wait > 0) throw rateLimited(wait);
  const record = await atMost(`look-up ${client}`, LOOK_UPS, () => foundAnywhere(c, lookUp), LOOK_UPS_WAITING);
  if (record) return record;
  const allowance = await LIMITS.unknown.take(client, c.env.READER_LIMIT, now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets);
  return null;
}

/** Limits the attempts of an address to sign in, whatever keys it tries. Throws 429 before a key is checked. Those of pages elsewhere are none (403). */
export async function fewSignIns(c: AppContext, next: () => Promise<void>): Promise<void> {
  // A picture of a page elsewhere asks without an origin, and signs nobody in.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  if (c.req.header('Origin')) assertOwnOrigin(c);
  const allowance = await LIMITS.signIns.take(await hashedAddress(c), c.env.SESSION_LIMIT, c.var.now);
  if (!allowance.isAllowed) {
    const { code, reason, headers } = rateLimited(allowance.resets, LIMITS.signIns.policy);
    const address = `has tried to sign in too often; wait ${allowance.resets} seconds`;
    throw new ClientError(code, reason, { address }, { headers });
  }
  await next();
  // Fewer than the key itself may ask.
  c.res.headers.delete('RateLimit');
  sayAllowance(c.res.headers, LIMITS.signIns, allowance);
}
