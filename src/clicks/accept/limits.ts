import { KINDS } from '../../db/click-columns.ts';
import { RequestRate } from '../../lib/rate.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** A limit costs a call; an address's first clicks of a minute do without, and hardly any address makes more. */
const UNASKED = 5;

/** Clicks of a key: a site has many, so the limiter counts every tenth. */
const QUOTA = 30_000;
const keyClicks = new RequestRate({ quota: QUOTA, sample: 10, unasked: 0 });

/** Clicks of a key by class of network. (docs/decisions.md#C62) */
const networkClicks = new RequestRate({ quota: QUOTA / KINDS.network, sample: 10, unasked: 0 });
const UNASKED_LIMITER: RateLimit = { limit: async () => ({ success: true }) };

/** Clicks of this isolate within a minute of each other, by address and key. */
const recent = new TtlCache<number>({ ttl: MINUTE_MS, capacity: 50_000 });

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
 * Which limit a click exceeds; null: none. `address` as `limitedAddress` makes it, `network`: its class. A key that everybody sees can
 * be used up by anybody, so each class of networks keeps what would be its part if all had the same.
 */
export async function exceededLimit(
  { keyId, address, network }: { keyId: number; address: string; network: number },
  limits: Limits,
  now: number,
): Promise<'rateLimited' | 'keyRateLimited' | null> {
  const client = `${keyId}:${address}`;
  const isWithin = count(client, now) <= UNASKED || (await limits.address.limit({ key: client })).success;
  if (!isWithin) return 'rateLimited';
  const { keyClicks: quota = QUOTA } = limits;
  const all = await keyClicks.take(String(keyId), limits.key, now, 1, quota);
  const limiter = all.isAllowed ? UNASKED_LIMITER : limits.share;
  const own = await networkClicks.take(`${keyId}:${network}`, limiter, now, 1, Math.ceil(quota / KINDS.network));
  return all.isAllowed || own.isAllowed ? null : 'keyRateLimited';
}

function count(client: string, now: number): number {
  const clicks = (recent.get(client, now) ?? 0) + 1;
  recent.set(client, clicks, now);
  return clicks;
}
