import { KINDS } from '../../db/click-columns.ts';
import { RequestRate } from '../../lib/rate.ts';

/** Clicks and impression positions per address and key; the limiter alone enforces the quota. */
const addressClicks = new RequestRate({ quota: Number.MAX_SAFE_INTEGER });

/** Clicks per key and minute. A site has many, so the limiter samples every tenth. */
const CLICKS_PER_KEY_AND_MINUTE = 30_000;
const keyClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE, sample: 10, unasked: 0 });

/** Clicks of a key by network bucket. (docs/decisions.md#C14) */
const networkClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE / KINDS.network, sample: 10, unasked: 0 });
const NO_LIMIT: RateLimit = { limit: async () => ({ success: true }) };

export interface Limits {
  /** Clicks per address and key, with any user agent. */
  address: RateLimit;
  /** Sampled tenth of a key's clicks. */
  key: RateLimit;
  /** Sampled tenth of a network bucket's clicks after the key's quota is exhausted. */
  share: RateLimit;
  /** Clicks per key, minute and isolate; default 30,000. */
  keyClicks?: number | undefined;
}

/**
 * Returns the exceeded limit. Publishable keys can be exhausted by anyone, so each network bucket retains its fair
 * share. `units` is the number of clicks, reads or positions; `network` is a bucket.
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
