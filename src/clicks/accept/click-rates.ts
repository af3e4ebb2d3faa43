import { KINDS } from '../../db/click-columns.ts';
import { RequestRate } from '../../lib/rate.ts';

/** Rate of clicks per IP address and key. It has no quota here, because the platform's rate limiter decides. */
const addressClicks = new RequestRate({ quota: Number.MAX_SAFE_INTEGER });

/** Maximum number of clicks per key and minute. Sites receive many clicks, so only every tenth click is checked. */
const CLICKS_PER_KEY_AND_MINUTE = 30_000;
const keyClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE, sample: 10, unasked: 0 });

/** Rate of clicks per key and network bucket. (docs/decisions.md#C14) */
const networkClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE / KINDS.network, sample: 10, unasked: 0 });
const NO_LIMIT: RateLimit = { limit: async () => ({ success: true }) };

export interface Limits {
  address: RateLimit;
  key: RateLimit;
  /** Rate limiter of a network bucket after the key's quota is exhausted. It counts one in ten clicks. */
  share: RateLimit;
  keyClicks?: number | undefined;
}

/** Returns the exceeded limit, or `null`. Anyone can exhaust a key's quota, so each network has a share of its own. */
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
