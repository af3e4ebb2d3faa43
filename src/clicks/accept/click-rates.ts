import { KINDS } from '../../db/click-columns.ts';
import { RequestRate } from '../../lib/rate.ts';

/** Clicks, and positions of impression reports, of an address with a key: only the limiter knows how many are too many. */
const addressClicks = new RequestRate({ quota: Number.MAX_SAFE_INTEGER });

/** Clicks of a key: a site has many, so the limiter counts every tenth. */
const QUOTA = 30_000;
const keyClicks = new RequestRate({ quota: QUOTA, sample: 10, unasked: 0 });

/** Clicks of a key by class of network. (docs/decisions.md#C14) */
const networkClicks = new RequestRate({ quota: QUOTA / KINDS.network, sample: 10, unasked: 0 });
const NO_LIMIT: RateLimit = { limit: async () => ({ success: true }) };

export interface Limits {
  /** Clicks of one address with one key, with any user agent. */
  address: RateLimit;
  /** All clicks of a key, a tenth of them. */
  key: RateLimit;
  /** Clicks of a class of networks that come when the key has no more, a tenth of them. */
  share: RateLimit;
  /** Clicks of a key that this isolate takes in a minute; undefined: 30,000. */
  keyClicks?: number | undefined;
}

/**
 * Which limit a report exceeds; null: none. `units`: the clicks, reads or positions that it reports. `address` as `limitedAddress` makes it, `network`: its class. A key that everybody sees can
 * be used up by anybody, so each class of networks keeps what would be its part if all had the same.
 */
export async function exceededLimit(
  { keyId, address, network }: { keyId: number; address: string; network: number },
  limits: Limits,
  now: number,
  units = 1,
): Promise<'rateLimited' | 'keyRateLimited' | null> {
  const sender = await addressClicks.take(`${keyId}:${address}`, limits.address, now, units);
  if (!sender.isAllowed) return 'rateLimited';
  const { keyClicks: quota = QUOTA } = limits;
  const all = await keyClicks.take(String(keyId), limits.key, now, units, quota);
  const limiter = all.isAllowed ? NO_LIMIT : limits.share;
  const own = await networkClicks.take(`${keyId}:${network}`, limiter, now, units, Math.ceil(quota / KINDS.network));
  return all.isAllowed || own.isAllowed ? null : 'keyRateLimited';
}
