import { addressNetwork } from '../clicks/accept/address.ts';
import type { Db } from '../db/client.ts';
import { foundAnywhere } from '../http/base.ts';
import { withPermit } from '../http/concurrency-limits.ts';
import type { AppContext } from '../http/env.ts';
import { ClientError, rateLimited } from '../http/errors.ts';
import { REQUESTS_PER_MINUTE } from '../keys/key.ts';
import { sha256 } from '../lib/hash/hash.ts';
import { RequestRate, setAllowanceHeaders } from '../lib/rate.ts';
import type { Millis } from '../lib/time.ts';
import { assertOwnOrigin } from './origins.ts';

/** Rate limits per client and minute, counted in each isolate. The limiters in wrangler.toml count across isolates. */
export const LIMITS = {
  key: new RequestRate({ quota: REQUESTS_PER_MINUTE.key, sample: 10 }),
  reader: new RequestRate({ quota: REQUESTS_PER_MINUTE.reader }),
  /** Rate limit on failed look-ups of secrets. Each look-up reads the database, and secrets are easy to invent. */
  unknown: new RequestRate({ quota: 60 }),
  /** Rate limit on sign-in attempts. Successful attempts count too, because the outcome is not known in advance. */
  signIns: new RequestRate({ quota: 30 }),
  /** Rate limit on requests of a WebSub hub to secret feed URLs. The hub fetches each feed once per change. */
  hub: new RequestRate({ quota: 600 }),
};

/** Returns a hash of the request's network. Counters store the hash in memory for at most a minute. */
export const hashedAddress = (c: AppContext): Promise<string> =>
  sha256(addressNetwork(c.req.header('CF-Connecting-IP') ?? ''));

/** Counts a request of the client. Throws 429 if the client is over its limit. */
export async function withinRate(rate: RequestRate, client: string, limiter: RateLimit, now: Millis) {
  const allowance = await rate.take(client, limiter, now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets, rate.policy);
  return allowance;
}

const DATABASE_MS_PER_REQUEST = 50;

/** Applies a client's rate limit and reports the remaining allowance in the response headers. */
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
  setAllowanceHeaders(c.res.headers, rate, allowance);
  const extra = Math.floor(c.var.db.usage.milliseconds / DATABASE_MS_PER_REQUEST);
  if (extra > 0) c.executionCtx.waitUntil(rate.take(client, limiter, c.var.now, extra));
}

/** Creates middleware that limits requests per address. `name` separates the counters of routers. */
export const limitedByAddress = (name: string, rate: RequestRate) => async (c: AppContext, next: () => Promise<void>) =>
  limited(c, rate, `${name} ${await hashedAddress(c)}`, c.env.READER_LIMIT, next);

const MAX_CONCURRENT_LOOK_UPS = 16;
/** Maximum number of waiting look-ups per address. The limit is high, because a page sends many requests at once. */
const MAX_WAITING_LOOK_UPS = 256;

/** Kinds of secrets. Another site can make a browser exhaust each limit except those of `session` and `bearer`. */
type SecretKind = 'bearer' | 'key' | 'session' | 'share' | 'feed' | 'ending' | 'passkey' | 'invitation' | 'proof';

/** Looks up a secret. Throws 429 after too many failed look-ups from one address, unless `isKnown` is set. */
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
  const record = await withPermit(
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

/** Throws 429 after too many sign-in attempts from one address, and 403 for requests from other origins. */
export async function fewSignIns(c: AppContext, next: () => Promise<void>): Promise<void> {
  // GET requests cannot sign in, so they are not counted. An image on another site could send many of them.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  if (c.req.header('Origin')) assertOwnOrigin(c);
  const allowance = await LIMITS.signIns.take(await hashedAddress(c), c.env.SESSION_LIMIT, c.var.now);
  if (!allowance.isAllowed) {
    const { code, reason, headers } = rateLimited(allowance.resets, LIMITS.signIns.policy);
    const address = `has tried to sign in too often; wait ${allowance.resets} seconds`;
    throw new ClientError(code, reason, { address }, { headers });
  }
  await next();
  c.res.headers.delete('RateLimit');
  setAllowanceHeaders(c.res.headers, LIMITS.signIns, allowance);
}
