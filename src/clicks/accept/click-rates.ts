import { KINDS } from '../../db/click-columns.ts';
import { RequestRate } from '../../lib/rate.ts';

/** Rate per address and key, without a quota: only the platform's limiter decides. */
const addressClicks = new RequestRate({ quota: Number.MAX_SAFE_INTEGER });

/** Quota of a key. The limiter samples every tenth click, because a site receives many. */
const CLICKS_PER_KEY_AND_MINUTE = 30_000;
const keyClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE, sample: 10, unasked: 0 });

/** Rate of a key's clicks per network bucket. (docs/decisions.md#C14) */
const networkClicks = new RequestRate({ quota: CLICKS_PER_KEY_AND_MINUTE / KINDS.network, sample: 10, unasked: 0 });
const NO_LIMIT: RateLimit = { limit: async () => ({ success: true }) };

export interface Limits {
  address: RateLimit;
  key: RateLimit;
  /** Limit of a network bucket after the key's quota is exhausted. Only one in ten clicks counts. */
  share: RateLimit;
  keyClicks?: number | undefined;
}

/** Returns the exceeded limit, or `null`. Networks have fair shares, because anyone can exhaust a publishable key. */
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
