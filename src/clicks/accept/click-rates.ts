import { KINDS } from '../../db/click-columns.ts';
import { RequestRate } from '../../lib/rate.ts';

/** Rate of clicks and impression positions per address and key. Only the platform's limiter enforces the quota. */
const addressClicks = new RequestRate({ quota: Number.MAX_SAFE_INTEGER });

/** Maximum number of clicks per key per minute. The limiter samples every tenth click, because a site receives many. */
const CLICKS_PER_KEY_AND_MINUTE = 30_000;
const keyClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE, sample: 10, unasked: 0 });

/** Rate of a key's clicks per network bucket. (docs/decisions.md#C14) */
const networkClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE / KINDS.network, sample: 10, unasked: 0 });
const NO_LIMIT: RateLimit = { limit: async () => ({ success: true }) };

export interface Limits {
  /** Limit of clicks per address and key, regardless of the user agent. */
  address: RateLimit;
  /** Rate limit of a key's clicks. Only one in ten clicks is counted against it. */
  key: RateLimit;
  /**
   * Rate limit for the clicks of a network bucket after the key's quota is exhausted. Only one in ten clicks is
   * counted.
   */
  share: RateLimit;
  /** Maximum number of clicks per key per minute in each isolate (default: 30,000). */
  keyClicks?: number | undefined;
}

/**
 * Returns the limit that was exceeded, or `null`. Anyone can exhaust a publishable key, so each network bucket keeps a
 * fair share. `units`: number of clicks, reads or positions; `network`: bucket.
 */
export async function exceededLimit(
  { keyId, address, network }: { keyId: number; address: string; network: number },
  limits: Limits,
  now: number,
  units = 1,
): Promise<'rateLimited' | 'keyRateLimited' | null> {
  const sender = await addressClicks.take(`${keyId}:${address}`, limits.address, now, units);
  if (!sender.isAllowed) return 'rateLimited';
  const { keyClicks: quota = CLICKS_PER_KEY_AND_MINUTE } = limits;
  const all = await keyClicks.take(String(keyId), limits.key, now, units, quota);
  const limiter = all.isAllowed ? NO_LIMIT : limits.share;
  const own = await networkClicks.take(`${keyId}:${network}`, limiter, now, units, Math.ceil(quota / KINDS.network));
  return all.isAllowed || own.isAllowed ? null : 'keyRateLimited';
}
