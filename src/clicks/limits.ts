import { TtlCache } from '../lib/ttl-cache.ts';

const MINUTE_MS = 60_000;

/** A limit costs a call; an address's first clicks of a minute do without, and hardly any address makes more. */
const UNASKED = 5;
/** A site has many clicks, so the limit of a key counts every tenth. */
const SAMPLE = 10;

/** Clicks of this isolate within a minute of each other, by address and by key. */
const recent = new TtlCache<number>({ ttl: MINUTE_MS, capacity: 50_000 });

export interface Limits {
  /** Clicks of one address with one key, with any user agent. */
  address: RateLimit;
  /** All clicks of a key, a tenth of them. */
  key: RateLimit;
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
  const site = String(keyId);
  const isSampled = count(site, now) % SAMPLE === 0;
  return isSampled && !(await limits.key.limit({ key: site })).success ? 'keyRateLimited' : null;
}

function count(client: string, now: number): number {
  const clicks = (recent.get(client, now) ?? 0) + 1;
  recent.set(client, clicks, now);
  return clicks;
}
