import { RequestRate } from '../../lib/rate.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** A limit costs a call; an address's first clicks of a minute do without, and hardly any address makes more. */
const UNASKED = 5;

/** Clicks of a key: a site has many, so the limiter counts every tenth. */
const keyClicks = new RequestRate({ quota: 30_000, sample: 10, unasked: 0 });

/** Clicks of this isolate within a minute of each other, by address and key. */
const recent = new TtlCache<number>({ ttl: MINUTE_MS, capacity: 50_000 });

export interface Limits {
  /** Clicks of one address with one key, with any user agent. */
  address: RateLimit;
  /** All clicks of a key, a tenth of them. */
  key: RateLimit;
  /** Clicks of a key that this isolate takes in a minute; undefined: 30,000. */
  keyClicks?: number | undefined;
}

/** Which limit a click exceeds; null: none. `address` as `limitedAddress` makes it. */
export async function exceededLimit(
  { keyId, address }: { keyId: number; address: string },
  limits: Limits,
  now: number,
): Promise<'rateLimited' | 'keyRateLimited' | null> {
  const client = `${keyId}:${address}`;
  const isWithin = count(client, now) <= UNASKED || (await limits.address.limit({ key: client })).success;
  if (!isWithin) return 'rateLimited';
  const { isAllowed } = await keyClicks.take(String(keyId), limits.key, now, 1, limits.keyClicks);
  return isAllowed ? null : 'keyRateLimited';
}

function count(client: string, now: number): number {
  const clicks = (recent.get(client, now) ?? 0) + 1;
  recent.set(client, clicks, now);
  return clicks;
}
